//! Bare addresses: those in running text, which some readers turn into links.
//!
//! Such a reader takes everything up to the next white space for the address, and with it the backslashes of escapes
//! and the marks of spans. Most readers end it at `<`, but not all: before a later `@`, markdown-it takes tags for the
//! name of a user. An address that one of these follows directly gets an escape of its own, `http\://` or `www\.`, and
//! no reader takes it for one. End tags may follow, because no name of a user has a slash.

use std::ops::Range;

use memchr::memchr2_iter;

/// Finds the bare addresses in the last word of a line. A word ends at ASCII white space.
#[derive(Clone, Debug, Default)]
pub(super) struct BareAddress {
    /// The output is searched up to this byte. Each byte is searched once, so that a line takes linear time.
    searched: usize,
    /// The first address of the word, by its byte that an escape goes before.
    found: Option<usize>,
}

impl BareAddress {
    /// Returns a search that leaves out what is before a byte of the output.
    pub(super) fn after(searched: usize) -> BareAddress {
        BareAddress { searched, found: None }
    }

    /// Returns the first address of the last word that has no escape, by its byte that the escape goes before.
    pub(super) fn find(&mut self, out: &str, line_start: usize) -> Option<usize> {
        if self.searched < line_start {
            *self = BareAddress::after(line_start);
        }
        let bytes = out.as_bytes();
        let new = bytes.get(self.searched..).unwrap_or_default();
        let end = new.iter().rposition(u8::is_ascii_whitespace);
        if let Some(end) = end {
            *self = BareAddress::after(self.searched + end + 1);
        }
        if self.found.is_none() {
            self.found = places(bytes, self.searched..bytes.len()).next();
        }
        self.searched = bytes.len();
        self.found
    }

    /// Returns the positions in the output that move with it.
    pub(super) fn positions(&mut self) -> impl Iterator<Item = &mut usize> {
        [&mut self.searched].into_iter().chain(&mut self.found)
    }
}

/// Returns whether some reader takes a part of a text for an address.
pub(super) fn has_address(text: &str) -> bool {
    places(text.as_bytes(), 0..text.len()).next().is_some()
}

/// Writes the escapes of all addresses that begin in a range of a word. Passes the place of each in the new output.
pub(super) fn escape(out: &mut String, range: Range<usize>, mut inserted: impl FnMut(usize)) {
    let mut escaped = String::new();
    let mut copied = range.start;
    for place in places(out.as_bytes(), range.clone()) {
        escaped.extend([&out[copied..place], "\\"]);
        copied = place;
        inserted(range.start + escaped.len() - 1);
    }
    if !escaped.is_empty() {
        escaped.push_str(&out[copied..range.end]);
        out.replace_range(range, &escaped);
    }
}

/// Returns where an escape ends the addresses in a range: at the colon of `://` after a scheme, and at the dot of
/// `www.`.
fn places(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = usize> {
    let part = bytes.get(range.clone()).unwrap_or_default();
    memchr2_iter(b':', b'.', part).map(move |at| range.start + at).filter(|&at| {
        let before = &bytes[..at];
        match bytes[at] {
            b':' => bytes[at..].starts_with(b"://") && before.last().is_some_and(u8::is_ascii_alphanumeric),
            _ => before.len() >= 3 && before[before.len() - 3..].eq_ignore_ascii_case(b"www"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_word_counts() {
        let mut bare = BareAddress::default();
        let mut find = |out: &str| bare.find(out, 2);
        assert_eq!(find("> x"), None);
        assert_eq!(find("> x http://a www.b"), Some(16));
        assert_eq!(find("> x http://a www.b<sub>"), Some(16));
        assert_eq!(find("> x http://a www.b<sub> "), None);
        assert_eq!(find("> x http://a www.b<sub> ftp://c"), Some(27));
        assert_eq!(find("> x http://a www.b<sub> ftp://c/d"), Some(27));
    }

    #[test]
    fn each_address_is_escaped_once() {
        let mut out = String::from("see http://a/WWW.b/x\\://");
        for _ in 0..2 {
            let mut places = Vec::new();
            let end = out.len();
            escape(&mut out, 4..end, |place| places.push(place));
            assert_eq!(out, "see http\\://a/WWW\\.b/x\\://");
            assert!(places.is_empty() || places == [8, 17]);
        }
        for text in ["a:b", "://a", "ww.a", "me@a.example", "http:/a"] {
            assert!(!has_address(text), "{text}");
        }
    }
}
