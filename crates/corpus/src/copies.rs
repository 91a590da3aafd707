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
    /// Where in `names` the first page is that shows a text on a site: its start and its length.
    seen: HashMap<u64, (u32, u32)>,
    /// All names in one piece. If each stood where there was room for it, the memory between them, in which pages are
    /// cleaned meanwhile, would fall into pieces that are too small for the next page: that was five times their size.
    names: String,
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
        if let Some(&(start, length)) = self.seen.get(&key) {
            let name = start as usize..(start as usize + length as usize);
            return self.names.get(name);
        }
        if self.names.len() + self.seen.len() * ENTRY < MOST_BYTES {
            let (start, name) = (self.names.len(), name());
            // The last name may be of any length.
            if let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(name.len())) {
                self.names.push_str(&name);
                self.seen.insert(key, (start, length));
            }
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
