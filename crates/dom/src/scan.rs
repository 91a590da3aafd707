//! Where the pieces of a page end: tags, comments, doctypes, raw text.
//!
//! The functions are the states of the standard's tokenizer (section 13.2.5) read as searches. Each takes the bytes
//! and a position and returns a position.

mod script;

use memchr::{memchr, memchr_iter, memmem};

use crate::near;

pub(crate) use script::script_end;

/// What a byte can end in a tag.
const SPACE: u8 = 1;
const TAG_NAME: u8 = 1 << 1;
const ATTRIBUTE_NAME: u8 = 1 << 2;
const UNQUOTED_VALUE: u8 = 1 << 3;

/// One look-up per byte instead of several comparisons.
static ENDS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\t' | b'\r' | b'\x0C' => {
                SPACE | TAG_NAME | ATTRIBUTE_NAME | UNQUOTED_VALUE
            }
            b'>' => TAG_NAME | ATTRIBUTE_NAME | UNQUOTED_VALUE,
            b'/' => TAG_NAME | ATTRIBUTE_NAME,
            b'=' => ATTRIBUTE_NAME,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[inline]
fn ends(byte: u8, what: u8) -> bool {
    ENDS[usize::from(byte)] & what != 0
}

/// Returns the first position from `at` whose byte ends this, or the number of bytes.
#[inline]
fn end_of(bytes: &[u8], at: usize, what: u8) -> usize {
    bytes[at..]
        .iter()
        .position(|&byte| ends(byte, what))
        .map_or(bytes.len(), |length| at + length)
}

/// Returns whether the tokenizer treats this byte as white space.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    ends(byte, SPACE)
}

/// Returns the first position from `at` that is not white space.
#[inline]
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// Returns the first position from `at`, which is after `<` or `</`, that is not part of a tag's name.
#[inline]
pub(crate) fn name_end(bytes: &[u8], at: usize) -> usize {
    end_of(bytes, at, TAG_NAME)
}

/// The tokenizer's states between a tag's name and its `>`.
#[derive(Clone, Debug)]
pub(crate) struct TagScan<'s> {
    bytes: &'s [u8],
    pub(crate) at: usize,
    pub(crate) self_closing: bool,
}

/// What a tag holds next. Positions are `start, end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InTag {
    Attribute {
        name: (usize, usize),
        value: (usize, usize),
    },
    /// The `>`; the scan is now after it.
    End,
    /// The bytes end before the tag does: it is not a tag.
    Unfinished,
}

impl<'s> TagScan<'s> {
    /// Starts after a tag's name.
    #[inline]
    pub(crate) fn new(bytes: &'s [u8], at: usize) -> TagScan<'s> {
        TagScan {
            bytes,
            at,
            self_closing: false,
        }
    }

    #[inline]
    pub(crate) fn next(&mut self) -> InTag {
        let bytes = self.bytes;
        let mut at = self.at;
        // Before attribute name state, self-closing start tag state.
        self.self_closing = false;
        let start = loop {
            match bytes.get(at) {
                None => return InTag::Unfinished,
                Some(b'>') => {
                    self.at = at + 1;
                    return InTag::End;
                }
                Some(b'/') => self.self_closing = true,
                Some(&byte) if is_space(byte) => self.self_closing = false,
                Some(_) => break at,
            }
            at += 1;
        };
        self.self_closing = false;
        // Attribute name state. A `=` at the beginning belongs to the name.
        at = end_of(bytes, at + 1, ATTRIBUTE_NAME);
        let name = (start, at);
        // After attribute name state.
        let after_name = skip_space(bytes, at);
        match bytes.get(after_name) {
            None => return InTag::Unfinished,
            Some(b'=') => {}
            Some(_) => {
                self.at = after_name;
                return InTag::Attribute {
                    name,
                    value: (at, at),
                };
            }
        }
        // Before attribute value state.
        at = skip_space(bytes, after_name + 1);
        match bytes.get(at) {
            None => InTag::Unfinished,
            Some(&quote @ (b'"' | b'\'')) => match near::find(quote, &bytes[at + 1..]) {
                None => InTag::Unfinished,
                Some(length) => {
                    let value = (at + 1, at + 1 + length);
                    self.at = value.1 + 1;
                    InTag::Attribute { name, value }
                }
            },
            Some(_) => {
                let end = end_of(bytes, at, UNQUOTED_VALUE);
                if end == bytes.len() {
                    return InTag::Unfinished;
                }
                self.at = end;
                InTag::Attribute {
                    name,
                    value: (at, end),
                }
            }
        }
    }
}

/// Returns where the text of a comment and the comment itself end; `at` is after the
/// `<!--`.
pub(crate) fn comment_end(bytes: &[u8], at: usize) -> (usize, usize) {
    let rest = &bytes[at..];
    for (opening, length) in [(&b">"[..], 1), (b"->", 2)] {
        if rest.starts_with(opening) {
            return (at, at + length);
        }
    }
    for dash in memchr_iter(b'-', rest) {
        if rest[dash..].starts_with(b"-->") {
            return (at + dash, at + dash + 3);
        }
        if rest[dash..].starts_with(b"--!>") {
            return (at + dash, at + dash + 4);
        }
    }
    let data = [&b"--!"[..], b"--", b"-"]
        .into_iter()
        .find_map(|ending| rest.strip_suffix(ending))
        .unwrap_or(rest);
    (at + data.len(), bytes.len())
}

/// Returns where the text of a bogus comment and the comment itself end: at the
/// first `>`.
pub(crate) fn bogus_comment_end(bytes: &[u8], at: usize) -> (usize, usize) {
    match memchr(b'>', &bytes[at..]) {
        Some(length) => (at + length, at + length + 1),
        None => (bytes.len(), bytes.len()),
    }
}

/// Returns where the text of a CDATA section and the section itself end; `at` is after its
/// `<![CDATA[`.
pub(crate) fn cdata_end(bytes: &[u8], at: usize) -> (usize, usize) {
    match memmem::find(&bytes[at..], b"]]>") {
        Some(length) => (at + length, at + length + 3),
        None => (bytes.len(), bytes.len()),
    }
}

/// Returns where the raw text from `at` ends: at the `</` of the end tag of this name, or at the end of the bytes.
pub(crate) fn raw_text_end(bytes: &[u8], at: usize, name: &[u8]) -> usize {
    memmem::find_iter(&bytes[at..], b"</")
        .map(|length| at + length)
        .find(|&end| is_end_tag(bytes, end, name))
        .unwrap_or(bytes.len())
}

/// Returns whether the `</` at `at` begins an end tag of this name, which is in lower case.
pub(crate) fn is_end_tag(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    let start = at + 2;
    let end = start + name.len();
    bytes
        .get(start..end)
        .is_some_and(|found| found.eq_ignore_ascii_case(name))
        && bytes
            .get(end)
            .is_some_and(|&byte| byte == b'>' || byte == b'/' || is_space(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a tag as names and values, and returns whether it is self-closing; `None` if it does not
    /// end.
    fn tag(source: &str) -> Option<(Vec<(&str, &str)>, bool)> {
        let mut scan = TagScan::new(source.as_bytes(), name_end(source.as_bytes(), 1));
        let mut found = Vec::new();
        loop {
            match scan.next() {
                InTag::Attribute { name, value } => {
                    found.push((&source[name.0..name.1], &source[value.0..value.1]));
                }
                InTag::End => return Some((found, scan.self_closing)),
                InTag::Unfinished => return None,
            }
        }
    }

    #[test]
    fn tags() {
        assert_eq!(tag("<p>"), Some((vec![], false)));
        assert_eq!(tag("<p/>"), Some((vec![], true)));
        assert_eq!(tag("<p / >"), Some((vec![], false)));
        assert_eq!(tag("<p a>"), Some((vec![("a", "")], false)));
        assert_eq!(tag("<p a/>"), Some((vec![("a", "")], true)));
        assert_eq!(tag("<p a />"), Some((vec![("a", "")], true)));
        assert_eq!(tag("<p a=/>"), Some((vec![("a", "/")], false)));
        assert_eq!(
            tag("<p a = 'b>' c=\"d\"e=f>"),
            Some((vec![("a", "b>"), ("c", "d"), ("e", "f")], false))
        );
        assert_eq!(
            tag("<p =a=b / c>"),
            Some((vec![("=a", "b"), ("c", "")], false))
        );
        assert_eq!(tag("<p a=>"), Some((vec![("a", "")], false)));
        for unfinished in [
            "<p", "<p a", "<p a=", "<p a='b", "<p a=b", "<p a ", "<p a='b'",
        ] {
            assert_eq!(tag(unfinished), None, "{unfinished}");
        }
    }

    #[test]
    fn comments() {
        let check = |source: &str, data: &str, rest: &str| {
            let (data_end, end) = comment_end(source.as_bytes(), 0);
            assert_eq!(
                (&source[..data_end], &source[end..]),
                (data, rest),
                "{source}"
            );
        };
        check("a-->b", "a", "b");
        check("-->b", "", "b");
        check(">b", "", "b");
        check("->b", "", "b");
        check("a--->b", "a-", "b");
        check("a--!>b", "a", "b");
        check("a<!-->b", "a<!", "b");
        check("a--", "a", "");
        check("a--!", "a", "");
        check("a-", "a", "");
        check("a---", "a-", "");
        check("a", "a", "");
        check("-!", "-!", "");
    }

    #[test]
    fn raw_text() {
        let check = |source: &str, raw: &str| {
            let end = raw_text_end(source.as_bytes(), 0, b"style");
            assert_eq!(&source[..end], raw, "{source}");
        };
        check("a</style>", "a");
        check("a</STYLE\n>", "a");
        check("a</style/", "a");
        check("a</styles></style>", "a</styles>");
        check("a</style", "a</style");
        check("a", "a");
    }
}
