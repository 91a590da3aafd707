//! From the source's spelling to the characters that it means.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::{
    near,
    node::{NUL_COUNTS, Node},
    references::{self, ReferenceContext},
    scan::is_space,
};

/// What a NUL in the source becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nul {
    Dropped,
    /// U+FFFD.
    Replaced,
}

impl Nul {
    /// Returns what a NUL in this text becomes.
    pub(crate) fn of(text: &Node) -> Nul {
        if text.has(NUL_COUNTS) { Nul::Replaced } else { Nul::Dropped }
    }

    fn replacement(self) -> &'static str {
        match self {
            Nul::Replaced => "\u{FFFD}",
            Nul::Dropped => "",
        }
    }
}

/// Decodes character references, line ends and NULs. Borrows the source if it has none of them.
pub(crate) fn decode(source: &str, nul: Nul, place: ReferenceContext) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    if near::find3(*b"&\r\0", bytes).is_none() {
        return Cow::Borrowed(source);
    }
    // Without CR and NUL only references are left. Their decoder still borrows if no `&` begins one.
    if memchr2(b'\r', b'\0', bytes).is_none() {
        return references::decode(source, place);
    }
    let mut out = String::with_capacity(source.len());
    decode_onto(source, nul, place, &mut out);
    Cow::Owned(out)
}

/// Appends what [`decode`] returns to `out`.
pub(crate) fn decode_onto(source: &str, nul: Nul, place: ReferenceContext, out: &mut String) {
    let mut rest = source;
    while let Some(at) = near::find3(*b"&\r\0", rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // A reference contains neither CR nor NUL, so each of the three is handled alone.
        let length = match rest.as_bytes() {
            // The standard turns CR LF and a lone CR into LF before it looks for tokens.
            [b'\r', after @ ..] => {
                out.push('\n');
                1 + usize::from(after.first() == Some(&b'\n'))
            }
            [0, ..] => {
                out.push_str(nul.replacement());
                1
            }
            _ => match references::read(rest, place) {
                Some((reference, length)) => {
                    reference.push_to(out);
                    length
                }
                // This `&` is text. It is copied here, since the search would find it again.
                None => {
                    out.push('&');
                    1
                }
            },
        };
        rest = &rest[length..];
    }
    out.push_str(rest);
}

/// Normalizes line ends and NULs of a text in which character references have no meaning.
pub(crate) fn normalize(source: &str, nul: Nul) -> Cow<'_, str> {
    if memchr2(b'\r', b'\0', source.as_bytes()).is_none() {
        return Cow::Borrowed(source);
    }
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = memchr2(b'\r', b'\0', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let is_nul = rest.as_bytes()[at] == 0;
        rest = &rest[at + 1..];
        if is_nul {
            out.push_str(nul.replacement());
        } else {
            rest = rest.strip_prefix('\n').unwrap_or(rest);
            out.push('\n');
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns where the leading white space of a text ends, in bytes. With `references_count`, character references that
/// stand for white space belong to it.
pub(crate) fn blank_end(source: &str, references_count: bool) -> usize {
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if is_space(byte) {
            at += 1;
            continue;
        }
        let reference = (byte == b'&' && references_count)
            .then(|| references::read(&source[at..], ReferenceContext::Text))
            .flatten();
        match reference {
            Some((decoded, length)) if decoded.is_white_space() => at += length,
            _ => break,
        }
    }
    at
}

/// Returns the length of the line feed at the start of a text, or 0 if there is none.
pub(crate) fn line_feed(source: &str) -> usize {
    match source.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        // The standard drops a line feed after it has decoded references, so `&#10;` counts as well.
        [b'&', ..] => match references::read(source, ReferenceContext::Text) {
            Some((decoded, length)) if decoded.is_line_feed() => length,
            _ => 0,
        },
        _ => 0,
    }
}

/// Returns whether a text holds nothing but NUL.
pub(crate) fn is_nul(source: &str) -> bool {
    memchr(0, source.as_bytes()) == Some(0) && source.bytes().all(|byte| byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_and_nul() {
        let text = |source| decode(source, Nul::Dropped, ReferenceContext::Text).into_owned();
        assert_eq!(text("a\r\nb\rc\r\r\nd"), "a\nb\nc\n\nd");
        assert_eq!(text("a\0&am\0p;&lt"), "a&amp;<");
        assert_eq!(text("&#13;\r"), "\r\n");
        assert_eq!(decode("\0a", Nul::Replaced, ReferenceContext::Text), "\u{FFFD}a");
        assert_eq!(normalize("&lt;\r\n", Nul::Dropped), "&lt;\n");
    }

    #[test]
    fn blanks() {
        assert_eq!(blank_end(" \n&#32;&Tab;&#x0a x", true), 18);
        assert_eq!(blank_end(" &#32;", false), 1);
        assert_eq!(blank_end("\u{a0}", true), 0);
    }

    #[test]
    fn line_feeds() {
        for (source, length) in
            [("\na", 1), ("\r\n\n", 2), ("\ra", 1), ("&#10;", 5), ("&NewLine;", 9), ("a", 0), ("", 0)]
        {
            assert_eq!(line_feed(source), length, "{source:?}");
        }
    }
}
