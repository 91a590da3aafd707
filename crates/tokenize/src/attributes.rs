//! The inside of a tag: its name, its attributes, its end.
//!
//! The states are those of the standard's tokenizer, from "tag name state" to
//! "self-closing start tag state" (section 13.2.5).

use std::{borrow::Cow, ops::Range};

use dom::references;

use crate::Token;

/// Returns whether the standard's tokenizer treats this byte as white space.
#[inline]
pub(crate) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r')
}

/// Returns the name of a start or end tag as the source spells it, or `""` for
/// any other token.
///
/// # Panics
///
/// If `token` does not belong to this `source`.
///
/// # Examples
///
/// ```
/// let source = "<My-Widget a=1>";
/// let tokens = tokenize::scan(source);
/// assert_eq!(tokenize::tag_name(source, &tokens[0]), "My-Widget");
/// ```
#[must_use]
pub fn tag_name<'s>(source: &'s str, token: &Token) -> &'s str {
    if !token.is_tag() {
        return "";
    }
    let tag = &source[token.range()];
    &tag[name_range(tag.as_bytes())]
}

/// Returns the range of the name in the source of a start or end tag.
#[inline]
pub(crate) fn name_range(tag: &[u8]) -> Range<usize> {
    let start = if tag.get(1) == Some(&b'/') {
        2
    } else {
        1.min(tag.len())
    };
    let len = tag[start..]
        .iter()
        .position(|&b| is_white_space(b) || b == b'/' || b == b'>');
    start..len.map_or(tag.len(), |len| start + len)
}

/// Lists the attributes of a tag in the order of the source.
///
/// `tag_source` is the whole tag, from `<` to `>`. If a name occurs twice, both
/// are listed; the standard takes the first (names are compared ignoring ASCII
/// case).
///
/// # Examples
///
/// ```
/// let found: Vec<_> = tokenize::attributes("<a HREF='/x?a&amp;b' hidden>").collect();
/// assert_eq!((found[0].name(), found[0].raw_value()), ("HREF", "/x?a&amp;b"));
/// assert_eq!(found[0].value(), "/x?a&b");
/// assert_eq!((found[1].name(), found[1].raw_value()), ("hidden", ""));
/// ```
pub fn attributes(tag_source: &str) -> impl Iterator<Item = Attribute<'_>> + Clone {
    let bytes = tag_source.as_bytes();
    let mut states = States::new(bytes, name_range(bytes).end);
    std::iter::from_fn(move || {
        let (name, value) = states.next_attribute()?;
        Some(Attribute {
            source: tag_source,
            name,
            value,
        })
    })
}

/// One attribute of a tag, as the source spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'s> {
    source: &'s str,
    name: Range<usize>,
    value: Range<usize>,
}

impl<'s> Attribute<'s> {
    /// Returns the name in the letter case of the source.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &'s str {
        &self.source[self.name.clone()]
    }

    /// Returns the value without its quotes, with its character references as
    /// they are; `""` if there is none.
    #[inline]
    #[must_use]
    pub fn raw_value(&self) -> &'s str {
        &self.source[self.value.clone()]
    }

    /// Returns the value with its character references decoded.
    #[must_use]
    pub fn value(&self) -> Cow<'s, str> {
        references::decode_in_attribute(self.raw_value())
    }

    /// Returns the range of the name in the tag's source.
    #[must_use]
    pub fn name_range(&self) -> Range<usize> {
        self.name.clone()
    }

    /// Returns the range of the value in the tag's source, without quotes. It
    /// is empty if there is no value.
    #[must_use]
    pub fn value_range(&self) -> Range<usize> {
        self.value.clone()
    }
}

/// The tokenizer's states between a tag's name and its `>`.
#[derive(Clone)]
pub(crate) struct States<'s> {
    bytes: &'s [u8],
    at: usize,
    end: Option<TagEnd>,
}

/// How a tag ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagEnd {
    /// Just after the `>`.
    pub(crate) at: usize,
    pub(crate) self_closing: bool,
}

impl<'s> States<'s> {
    /// Starts after the tag's name.
    #[inline]
    pub(crate) fn new(bytes: &'s [u8], at: usize) -> States<'s> {
        States {
            bytes,
            at,
            end: None,
        }
    }

    /// Returns where the tag ends, or `None` if the bytes end first.
    #[inline]
    pub(crate) fn tag_end(mut self) -> Option<TagEnd> {
        while self.next_attribute().is_some() {}
        self.end
    }

    /// Returns the next attribute's name and value.
    ///
    /// `None` at the tag's `>`, and if the bytes end before the attribute does:
    /// such a tag does not count as one.
    #[inline]
    pub(crate) fn next_attribute(&mut self) -> Option<(Range<usize>, Range<usize>)> {
        if self.end.is_some() {
            return None;
        }
        // Before attribute name state, self-closing start tag state.
        let mut self_closing = false;
        loop {
            match *self.bytes.get(self.at)? {
                b'/' => self_closing = true,
                b'>' => {
                    self.end = Some(TagEnd {
                        at: self.at + 1,
                        self_closing,
                    });
                    return None;
                }
                byte if is_white_space(byte) => self_closing = false,
                _ => break,
            }
            self.at += 1;
        }
        // Attribute name state. A `=` at the beginning belongs to the name.
        let name_start = self.at;
        self.at += 1;
        while !matches!(*self.bytes.get(self.at)?, b'/' | b'>' | b'=')
            && !is_white_space(self.bytes[self.at])
        {
            self.at += 1;
        }
        let name = name_start..self.at;
        // After attribute name state.
        self.skip_white_space();
        if *self.bytes.get(self.at)? != b'=' {
            return Some((name, self.at..self.at));
        }
        // Before attribute value state.
        self.at += 1;
        self.skip_white_space();
        let value = match *self.bytes.get(self.at)? {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let len = memchr::memchr(quote, &self.bytes[start..])?;
                self.at = start + len + 1;
                start..start + len
            }
            _ => {
                let start = self.at;
                while *self.bytes.get(self.at)? != b'>' && !is_white_space(self.bytes[self.at]) {
                    self.at += 1;
                }
                start..self.at
            }
        };
        Some((name, value))
    }

    fn skip_white_space(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&b| is_white_space(b)) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tag: &str, expected: &[(&str, &str)], self_closing: bool) {
        let found: Vec<_> = attributes(tag)
            .map(|found| (found.name(), found.raw_value()))
            .collect();
        assert_eq!(found, expected);
        let end = States::new(tag.as_bytes(), name_range(tag.as_bytes()).end).tag_end();
        assert_eq!(
            end,
            Some(TagEnd {
                at: tag.len(),
                self_closing
            })
        );
    }

    #[test]
    fn values() {
        check(
            "<a b c=d e='f g' h=\"i'>\" j = k>",
            &[
                ("b", ""),
                ("c", "d"),
                ("e", "f g"),
                ("h", "i'>"),
                ("j", "k"),
            ],
            false,
        );
        check(
            "<a b='c'd=\"e\"f>",
            &[("b", "c"), ("d", "e"), ("f", "")],
            false,
        );
        check("<a b= c=>", &[("b", "c=")], false);
        check("<a b=>", &[("b", "")], false);
    }

    #[test]
    fn slashes() {
        check("<a/>", &[], true);
        check("<a / >", &[], false);
        check("<a b/>", &[("b", "")], true);
        check("<a b=c/>", &[("b", "c/")], false);
        check("<a b='c'/>", &[("b", "c")], true);
        check("<a/b/c=d />", &[("b", ""), ("c", "d")], true);
    }

    #[test]
    fn odd_names() {
        check(
            "<a =b /==c \"=d>",
            &[("=b", ""), ("=", "c"), ("\"", "d")],
            false,
        );
        check("</a b=c>", &[("b", "c")], false);
    }

    #[test]
    fn cut_short() {
        for tag in [
            "", "<", "<a", "<a ", "<a b", "<a b=", "<a b='c>", "<a b=c", "<a /",
        ] {
            let end = States::new(tag.as_bytes(), name_range(tag.as_bytes()).end).tag_end();
            assert_eq!(end, None, "{tag}");
        }
    }
}
