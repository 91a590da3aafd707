//! Which pages show what an earlier page of their site has already shown.

use std::collections::HashMap;

use tokenize::Fingerprint;

/// How many bytes the names of pages may take. Copies of later pages are not
/// noticed.
const MOST_BYTES: usize = 256 << 20;

/// What an entry takes in addition to its name.
const ENTRY: usize = 48;

/// So many bits of a key say in which table it is.
const PART_BITS: u32 = 5;

/// Determines for each page in a stream whether an earlier one of its site
/// shows the same text.
///
/// Memory: the names of all pages, up to 256 MiB; copies of later pages are not
/// noticed.
///
/// # Examples
///
/// ```
/// use corpus::Copies;
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
    /// The number of the first page that shows a text on a site, in parts by the first bits of its key: a table that grows
    /// takes its old and its new size at once, by count 53 MB with a million pages.
    seen: [HashMap<u64, u32>; 1 << PART_BITS],
    names: Names,
}

/// Texts by their numbers, some hundred to a piece.
///
/// If each had memory of its own, among that of pages that come and go, what is between them would be too small for the
/// next page: a crawl of a million pages took 750 bytes a page for names of 60. One piece for all would have to be
/// new memory, and could use none of what the samples have left.
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
    /// In one piece.
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
    /// Returns the first page of the site that shows this [text](Fingerprint::text), or notes
    /// that this page is the first. Pages that show nothing are never copies.
    ///
    /// # Complexity
    ///
    /// Constant time, apart from the length of the site's name.
    pub fn first(&mut self, site: &str, text: u64, name: impl FnOnce() -> String) -> Option<&str> {
        if text == Fingerprint::of_plain("").text() {
            return None;
        }
        let key = Fingerprint::of_plain(site).rank(text);
        let seen = &mut self.seen[(key >> (u64::BITS - PART_BITS)) as usize];
        if let Some(&first) = seen.get(&key) {
            return self.names.get(first as usize);
        }
        let n_names = self.names.len();
        if self.names.n_bytes + n_names * ENTRY < MOST_BYTES
            && let Ok(nth) = u32::try_from(n_names)
        {
            self.names.push(&name());
            seen.insert(key, nth);
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
        let texts: Vec<String> = (0..3 * Names::TOGETHER + 1)
            .map(|nth| "é".repeat(nth % 5) + &nth.to_string())
            .collect();
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
