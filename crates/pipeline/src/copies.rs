//! Finds pages that show what an earlier page of their site has shown.

use std::collections::HashMap;

use tokenize::Fingerprint;

/// The maximum number of bytes for the names of pages. Copies of later pages are not found. Chosen: by eye.
const MOST_BYTES: usize = 256 << 20;

/// The bytes that an entry takes in addition to its name. Chosen: by eye.
const ENTRY: usize = 48;

/// Finds for each page in a stream whether an earlier page of its site shows the same text.
///
/// Memory: the names of all pages, up to 256 MiB. Copies of later pages are not found.
///
/// # Examples
///
/// ```
/// use pipeline::Copies;
/// use dom::Dom;
/// use tokenize::Fingerprint;
///
/// let mut copies = Copies::default();
/// let mut first = |page: &str, name: &str| {
///     let text = Fingerprint::of(&Dom::parse(page)).text();
///     copies.first("a.example", text, || name.to_owned()).map(str::to_owned)
/// };
/// assert_eq!(first("<p id=1>Rain", "/1"), None);
/// assert_eq!(first("<p id=2>Rain", "/2").as_deref(), Some("/1"));
/// ```
#[derive(Debug, Default)]
pub struct Copies {
    /// The number of the first page that shows a text on a site, by a key of both.
    seen: HashMap<u64, u32>,
    names: Names,
}

/// Names by their numbers, some hundred to a piece of memory.
///
/// If each name had a piece of its own, between those of pages that come and go, the gaps would be too small for the
/// next page: a crawl of a million pages took 750 bytes a page for names of 60. A single piece for all names would
/// have to be new memory whenever it grows, and could not use what the samples have freed.
#[derive(Debug, Default)]
struct Names {
    pieces: Vec<Piece>,
    n_bytes: usize,
}

#[derive(Debug, Default)]
struct Piece {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    /// The number of names in one piece. Chosen: by eye.
    const TOGETHER: usize = 256;

    fn len(&self) -> usize {
        let last = self.pieces.last().map_or(0, |piece| piece.ends.len());
        self.pieces.len().saturating_sub(1) * Names::TOGETHER + last
    }

    fn push(&mut self, name: &str) {
        if self.len().is_multiple_of(Names::TOGETHER) {
            self.pieces.push(Piece::default());
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.text.push_str(name);
            piece.ends.push(piece.text.len());
            self.n_bytes += name.len();
        }
    }

    fn get(&self, nth: usize) -> Option<&str> {
        let piece = self.pieces.get(nth / Names::TOGETHER)?;
        let nth = nth % Names::TOGETHER;
        let start = nth.checked_sub(1).map_or(0, |before| piece.ends[before]);
        piece.text.get(start..*piece.ends.get(nth)?)
    }
}

impl Copies {
    /// Returns the name of the first page of the site that shows this [text](Fingerprint::text), or records that this
    /// page is the first. Pages that show no text are never copies.
    ///
    /// # Complexity
    ///
    /// Constant time, apart from the length of the site's name.
    pub fn first(&mut self, site: &str, text: u64, name: impl FnOnce() -> String) -> Option<&str> {
        if text == Fingerprint::of_plain("").text() {
            return None;
        }
        // A hash of the site, seeded with the text, is one key for both.
        let key = Fingerprint::of_plain(site).rank(text);
        if let Some(&first) = self.seen.get(&key) {
            return self.names.get(first as usize);
        }
        // `name` is called only here, since most callers would have to build the name.
        let n_names = self.names.len();
        if self.names.n_bytes + n_names * ENTRY < MOST_BYTES
            && let Ok(nth) = u32::try_from(n_names)
        {
            self.names.push(&name());
            self.seen.insert(key, nth);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_numbers() {
        let mut names = Names::default();
        let texts: Vec<String> =
            (0..3 * Names::TOGETHER + 1).map(|nth| "é".repeat(nth % 5) + &nth.to_string()).collect();
        for (nth, text) in texts.iter().enumerate() {
            assert_eq!((names.len(), names.get(nth)), (nth, None));
            names.push(text);
        }
        assert!((texts.iter().enumerate()).all(|(nth, text)| names.get(nth) == Some(text)));
        assert_eq!(names.n_bytes, texts.concat().len());
        assert_eq!(names.pieces.len(), 4);
    }

    #[test]
    fn the_first_of_a_site_is_named() {
        let mut copies = Copies::default();
        let mut first = |site: &str, page: &str, name: &str| {
            let text = Fingerprint::of(&dom::Dom::parse(page)).text();
            let first = copies.first(site, text, || name.to_owned());
            first.map(str::to_owned)
        };
        assert_eq!(first("a", "<p>x", "1"), None);
        assert_eq!(first("b", "<p>x", "2"), None);
        assert_eq!(first("a", "<b>x", "3").as_deref(), Some("1"));
        assert_eq!(first("a", "<b>x", "4").as_deref(), Some("1"));
        assert_eq!(first("a", "<p>", "5"), None);
        assert_eq!(first("a", "", "6"), None);
    }
}
