//! Which pages show what an earlier page of their site has already shown.

use std::collections::HashMap;

use tokenize::Fingerprint;

/// How many bytes the names of pages may take. Copies of later pages are not
/// noticed.
const MOST_BYTES: usize = 256 << 20;

/// What an entry takes in addition to its name.
const ENTRY: usize = 48;

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
    seen: HashMap<u64, Box<str>>,
    n_bytes: usize,
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
        if self.seen.contains_key(&key) {
            return self.seen.get(&key).map(|name| &**name);
        }
        if self.n_bytes < MOST_BYTES {
            let name = name().into_boxed_str();
            self.n_bytes += name.len() + ENTRY;
            self.seen.insert(key, name);
        }
        None
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
