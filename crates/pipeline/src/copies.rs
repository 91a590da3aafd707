//! Finds pages that show what an earlier page of their site has shown.

use std::collections::{HashMap, hash_map::Entry};

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
    /// The name of the first page that shows a text on a site, by a key of both.
    seen: HashMap<u64, Box<str>>,
    n_bytes: usize,
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
        match self.seen.entry(key) {
            Entry::Occupied(first) => Some(first.into_mut()),
            Entry::Vacant(place) => {
                if self.n_bytes < MOST_BYTES {
                    // `name` is called only here, since most callers would have to build the name.
                    let name = name();
                    self.n_bytes += name.len() + ENTRY;
                    place.insert(name.into());
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
