//! The parts of a tag token: its name and its attributes.

use std::{borrow::Cow, ops::Range};

use dom::{
    references,
    scan::{TagScan, name_range},
};

use crate::Token;

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
    &tag[name_range(tag.as_bytes(), 0)]
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
pub fn attributes(tag_source: &str) -> impl Iterator<Item = TagAttribute<'_>> + Clone {
    let bytes = tag_source.as_bytes();
    TagScan::new(bytes, name_range(bytes, 0).end).map(|span| TagAttribute {
        source: tag_source,
        name: span.name,
        value: span.value,
    })
}

/// One attribute of a tag, as the source spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagAttribute<'s> {
    source: &'s str,
    name: Range<usize>,
    value: Range<usize>,
}

impl<'s> TagAttribute<'s> {
    /// Returns the name in the letter case of the source.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &'s str {
        &self.source[self.name.clone()]
    }

    /// Returns the value without its quotes, with its character references not decoded; `""` if the attribute has no
    /// value.
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

    /// Returns the range of the value in the tag's source, without quotes. It is empty if the attribute has no value.
    #[must_use]
    pub fn value_range(&self) -> Range<usize> {
        self.value.clone()
    }
}
