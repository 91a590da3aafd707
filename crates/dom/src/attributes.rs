//! The attributes of elements.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use crate::{
    Namespace, foreign,
    node::Span,
    references::ReferenceContext,
    scan::{AttributeSpan, TagScan, name_range},
    text::{self, Nul},
};

/// From this many attributes of one tag on, names are looked up in a table to find repeated ones. Chosen: by eye.
const MANY: usize = 16;

/// Where an attribute is in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(crate) name: Span,
    /// Without quotes; empty if there is none.
    pub(crate) value: Span,
}

/// One attribute of an element, as the source spells it.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'d> {
    source: &'d str,
    stored: Stored,
    namespace: Namespace,
}

impl<'d> Attribute<'d> {
    pub(crate) fn new(source: &'d str, stored: Stored, namespace: Namespace) -> Attribute<'d> {
        Attribute { source, stored, namespace }
    }

    /// Iterates over the attributes of a tag that was found without a tree, from its `<` to its `>`, in order. If a name occurs
    /// twice, both are listed; the standard takes the first.
    ///
    /// # Examples
    ///
    /// ```
    /// let found: Vec<_> = dom::Attribute::of_tag("<a HREF='/x?a&amp;b' hidden>").collect();
    /// assert_eq!((found[0].name(), found[0].raw_value()), ("HREF", "/x?a&amp;b"));
    /// assert_eq!(found[0].value(), "/x?a&b");
    /// assert_eq!((found[1].name(), found[1].raw_value()), ("hidden", ""));
    /// ```
    pub fn of_tag(tag: &'d str) -> impl Iterator<Item = Attribute<'d>> {
        let bytes = tag.as_bytes();
        let span = |range: Range<usize>| (range.start as u32, range.end as u32);
        TagScan::new(bytes, name_range(bytes, 0).end).map(move |AttributeSpan { name, value }| {
            Attribute::new(tag, Stored { name: span(name), value: span(value) }, Namespace::Html)
        })
    }

    /// Returns the name in the letter case of the source. Compare it ignoring ASCII case.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &'d str {
        &self.source[self.name_range()]
    }

    /// Returns the name as the standard gives it: in lower case, except for those of SVG and MathML that have
    /// capitals.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<svg VIEWBOX='0 0 1 1'>");
    /// let svg = dom.nodes().last().unwrap();
    /// assert_eq!(dom.attributes(svg).next().unwrap().adjusted_name(), "viewBox");
    /// ```
    #[must_use]
    pub fn adjusted_name(&self) -> Cow<'d, str> {
        let name = lower_case(self.name());
        match foreign::attribute_name(self.namespace, &name) {
            Some(adjusted) => Cow::Borrowed(adjusted),
            None => name,
        }
    }

    /// Returns the value without its quotes, as the source spells it; `""` if there is none.
    #[inline]
    #[must_use]
    pub fn raw_value(&self) -> &'d str {
        &self.source[self.value_range()]
    }

    /// Returns the value with its references decoded.
    #[inline]
    #[must_use]
    pub fn value(&self) -> Cow<'d, str> {
        text::decode(self.raw_value(), Nul::Replaced, ReferenceContext::Attribute)
    }

    /// Returns the range of the name in the source.
    #[must_use]
    pub fn name_range(&self) -> Range<usize> {
        self.stored.name.0 as usize..self.stored.name.1 as usize
    }

    /// Returns the range of the value in the source, without quotes. It is empty if there is no value.
    #[must_use]
    pub fn value_range(&self) -> Range<usize> {
        self.stored.value.0 as usize..self.stored.value.1 as usize
    }
}

/// Returns a name in lower case, with U+FFFD for NUL.
pub(crate) fn lower_case(name: &str) -> Cow<'_, str> {
    // A name that is already in its final form is borrowed, which saves an allocation.
    if name.bytes().any(|byte| byte.is_ascii_uppercase() || byte == 0) {
        Cow::Owned(name.to_ascii_lowercase().replace('\0', "\u{FFFD}"))
    } else {
        Cow::Borrowed(name)
    }
}

/// Finds repeated names in one tag: only the first counts.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    /// Empty until there are many attributes.
    names: HashSet<Vec<u8>>,
}

impl Repeats {
    /// Returns whether `name` is already among the tag's attributes, all of which must have been
    /// asked about before.
    #[inline]
    pub(crate) fn is_repeated(&mut self, source: &[u8], earlier: &[Stored], name: &[u8]) -> bool {
        let of = |stored: &Stored| &source[stored.name.0 as usize..stored.name.1 as usize];
        // Comparing with each earlier name takes quadratic time in all. For few names this is cheap and allocates
        // nothing.
        if earlier.len() < MANY {
            return earlier.iter().any(|stored| of(stored).eq_ignore_ascii_case(name));
        }
        // The earlier names were compared without the table, so they are missing in it.
        if self.names.is_empty() {
            self.names.extend(earlier.iter().map(|stored| of(stored).to_ascii_lowercase()));
        }
        !self.names.insert(name.to_ascii_lowercase())
    }
}
