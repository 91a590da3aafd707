//! Which pages show what an earlier page of their site has shown.

use std::collections::HashMap;

use demold::Fingerprint;

/// How many bytes the names of pages may take. Copies of what comes past that
/// are not noticed.
const MOST_BYTES: usize = 256 << 20;

/// What an entry takes besides its name.
const ENTRY: usize = 48;

/// The names of pages by site and text, in the order of the input.
#[derive(Debug, Default)]
pub(super) struct Copies {
    seen: HashMap<u64, Box<str>>,
    n_bytes: usize,
}

impl Copies {
    /// Returns the first page of the site that shows this text, or takes it
    /// that this page is the first. Pages that show nothing are no copies.
    pub(super) fn first(
        &mut self,
        site: &str,
        print: Fingerprint,
        name: impl FnOnce() -> String,
    ) -> Option<&str> {
        if print.text() == Fingerprint::of("").text() {
            return None;
        }
        let key = Fingerprint::of_plain(site).rank(print.text());
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
            let print = Fingerprint::of(page);
            let first = copies.first(site, print, || name.to_owned());
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
