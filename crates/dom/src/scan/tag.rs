//! The inside of a tag: its name, its attributes, its end.
//!
//! The states are those of the standard's tokenizer from "tag name state" to "self-closing start tag state".

use std::ops::Range;

use crate::near;

/// What a byte can end inside a tag: the flags of [`ENDS`].
const SPACE: u8 = 1 << 0;
const TAG_NAME: u8 = 1 << 1;
const ATTRIBUTE_NAME: u8 = 1 << 2;
const UNQUOTED_VALUE: u8 = 1 << 3;

/// One look-up per byte instead of several comparisons.
static ENDS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\t' | b'\r' | b'\x0C' => SPACE | TAG_NAME | ATTRIBUTE_NAME | UNQUOTED_VALUE,
            b'>' => TAG_NAME | ATTRIBUTE_NAME | UNQUOTED_VALUE,
            // A slash is part of an unquoted value, as in `<a href=/x/>`.
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
    bytes[at..].iter().position(|&byte| ends(byte, what)).map_or(bytes.len(), |length| at + length)
}

/// Returns whether the tokenizer treats this byte as white space.
#[inline]
#[must_use]
pub fn is_space(byte: u8) -> bool {
    ends(byte, SPACE)
}

/// Returns the first position from `at` that is not white space.
#[inline]
#[must_use]
pub fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// Returns the first position from `at`, which is after `<` or `</`, that is not part of a tag's name.
#[inline]
#[must_use]
pub fn name_end(bytes: &[u8], at: usize) -> usize {
    end_of(bytes, at, TAG_NAME)
}

/// Returns the range of the name of the start or end tag at `at`; it is empty if the bytes end before it.
#[inline]
#[must_use]
pub fn name_range(bytes: &[u8], at: usize) -> Range<usize> {
    let start = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'/'));
    // The bytes may end with the `<`, so the start would be beyond them.
    let start = start.min(bytes.len());
    start..name_end(bytes, start)
}

/// How a tag ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagEnd {
    /// Just after the `>`.
    pub at: usize,
    /// Whether the tag ends in `/>`.
    pub is_self_closing: bool,
}

/// Returns how a tag ends, from the [end of its name](name_end); `None` if the bytes end before the tag does: it is
/// not a tag.
///
/// # Complexity
///
/// Linear in the tag.
///
/// # Examples
///
/// ```
/// let page = b"<br title='>' />x";
/// let end = dom::scan::tag_end(page, 3).unwrap();
/// assert_eq!((end.at, end.is_self_closing), (16, true));
/// ```
#[inline]
#[must_use]
pub fn tag_end(bytes: &[u8], name_end: usize) -> Option<TagEnd> {
    // Without quotes, a tag ends at the first `>`. Whether a slash before that closes the element depends on what it
    // stands in.
    let at = name_end + near::find3(*b">\"'", bytes.get(name_end..)?)?;
    if bytes[at] == b'>' && (at == name_end || bytes[at - 1] != b'/') {
        return Some(TagEnd { at: at + 1, is_self_closing: false });
    }
    let mut scan = TagScan::new(bytes, name_end);
    while scan.next().is_some() {}
    scan.end()
}

/// Where an attribute is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSpan {
    /// The name.
    pub name: Range<usize>,
    /// The value without its quotes; empty if there is none.
    pub value: Range<usize>,
}

/// The attributes of a tag, in order and with all repetitions, and then its [end](TagScan::end).
///
/// # Examples
///
/// ```
/// use dom::scan::TagScan;
///
/// let tag = "<a href='/x' hidden>";
/// let mut scan = TagScan::new(tag.as_bytes(), 2);
/// let found: Vec<_> = scan.by_ref().map(|span| (&tag[span.name], &tag[span.value])).collect();
/// assert_eq!(found, [("href", "/x"), ("hidden", "")]);
/// assert_eq!(scan.end().unwrap().at, tag.len());
/// ```
#[derive(Clone, Debug)]
pub struct TagScan<'s> {
    bytes: &'s [u8],
    at: usize,
    end: Option<TagEnd>,
}

impl<'s> TagScan<'s> {
    /// Starts at the [end of a tag's name](name_end).
    #[inline]
    #[must_use]
    pub fn new(bytes: &'s [u8], name_end: usize) -> TagScan<'s> {
        TagScan { bytes, at: name_end, end: None }
    }

    /// Returns how the tag ends, once there are no more attributes; `None` if the bytes end before the tag does: it is
    /// not a tag, and its attributes are none.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<TagEnd> {
        self.end
    }
}

impl Iterator for TagScan<'_> {
    type Item = AttributeSpan;

    #[inline]
    fn next(&mut self) -> Option<AttributeSpan> {
        if self.end.is_some() {
            return None;
        }
        let bytes = self.bytes;
        let mut at = self.at;
        // Whatever is cut short returns early, and so ends the scan.
        self.at = bytes.len();
        // Before attribute name state, self-closing start tag state.
        let mut is_self_closing = false;
        let start = loop {
            match *bytes.get(at)? {
                b'>' => {
                    self.end = Some(TagEnd { at: at + 1, is_self_closing });
                    return None;
                }
                b'/' => is_self_closing = true,
                // A slash closes the element only directly before the `>`.
                byte if is_space(byte) => is_self_closing = false,
                _ => break at,
            }
            at += 1;
        };
        // Attribute name state. A `=` at the beginning belongs to the name.
        let name_end = end_of(bytes, at + 1, ATTRIBUTE_NAME);
        let name = start..name_end;
        // After attribute name state.
        at = skip_space(bytes, name_end);
        if *bytes.get(at)? != b'=' {
            self.at = at;
            return Some(AttributeSpan { name, value: name_end..name_end });
        }
        // Before attribute value state.
        at = skip_space(bytes, at + 1);
        let value = match *bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let end = at + 1 + near::find(quote, &bytes[at + 1..])?;
                self.at = end + 1;
                at + 1..end
            }
            _ => {
                // The value of `<a href=>` is empty, and its `>` is left for the next call to end the tag.
                let end = end_of(bytes, at, UNQUOTED_VALUE);
                if end == bytes.len() {
                    // No `>` follows, so this is not a tag.
                    return None;
                }
                self.at = end;
                at..end
            }
        };
        Some(AttributeSpan { name, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    /// Reads a tag as names and values, and returns whether it is self-closing; `None` if it does not
    /// end.
    fn tag(source: &str) -> Option<(Vec<(&str, &str)>, bool)> {
        let bytes = source.as_bytes();
        let mut scan = TagScan::new(bytes, name_end(bytes, 1));
        let found = (scan.by_ref()).map(|span| (&source[span.name], &source[span.value])).collect();
        assert_eq!(tag_end(bytes, name_end(bytes, 1)), scan.end(), "{source}");
        let end = scan.end()?;
        assert_eq!(end.at, source.len(), "{source}");
        Some((found, end.is_self_closing))
    }

    #[test]
    fn tags() {
        for [source, expected] in cases(include_str!("tags.txt")) {
            let found = tag(&source).map(|(attributes, is_closed)| {
                format!("{attributes:?}{}", if is_closed { ", self-closing" } else { "" })
            });
            assert_eq!(found.as_deref().unwrap_or("unfinished"), expected, "{source}");
        }
    }
}
