//! What nodes say: texts, comments, doctypes and attributes, read from the source when asked for.

use std::{borrow::Cow, collections::HashSet};

use super::{
    Dom,
    protected::{self, PLACEHOLDER},
};
use crate::{
    Attribute, Doctype, NodeId, NodeKind,
    attributes::Stored,
    node::{DECODED, IMPLIED, MERGED, NUL_COUNTS, PLAIN},
    references::ReferenceContext,
    scan,
    text::{self, Nul},
};

impl Dom<'_> {
    /// Returns the source of a text, comment or doctype; `None` for elements.
    #[must_use]
    pub fn raw(&self, node: NodeId) -> Option<&str> {
        let entry = self.node(node);
        match entry.kind {
            NodeKind::Document | NodeKind::Element => None,
            _ => Some(self.slice(entry.open)),
        }
    }

    /// Returns the characters of a text node, with references decoded and line ends as line feeds; `""` for all
    /// other nodes. An e-mail address that Cloudflare protects, which a script shows in the place of
    /// `[email&#160;protected]`, is decoded.
    #[inline]
    #[must_use]
    pub fn text(&self, node: NodeId) -> Cow<'_, str> {
        let entry = self.node(node);
        if entry.has(PLAIN) {
            return Cow::Borrowed(self.slice(entry.open));
        }
        if entry.has(DECODED) {
            let (start, end) = entry.close;
            let decoded = &self.arena.decoded[start as usize..end as usize];
            let is_placeholder = decoded.starts_with(PLACEHOLDER);
            return match is_placeholder.then(|| protected::address(self, node)).flatten() {
                Some(address) => Cow::Owned(address),
                None => Cow::Borrowed(decoded),
            };
        }
        // What is left are raw texts, and texts for which the buffer of decoded texts had no room.
        let source = self.slice(entry.open);
        match entry.kind {
            NodeKind::Text => text::decode(source, Nul::of(entry), ReferenceContext::Text),
            NodeKind::RawText => text::normalize(source, Nul::of(entry)),
            _ => Cow::Borrowed(""),
        }
    }

    /// Returns whether a NUL in this text stands for U+FFFD, as in foreign elements, raw text, `title` and
    /// `textarea`. In other HTML content, also inside a foreign element, NULs are dropped.
    #[must_use]
    pub fn counts_nul(&self, text: NodeId) -> bool {
        self.node(text).has(NUL_COUNTS)
    }

    /// Returns the text of a comment; `""` for all other nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<!-- a --><?php b ?>");
    /// let comments: Vec<_> = dom.nodes().map(|node| dom.comment(node)).collect();
    /// assert_eq!(comments[1..3], [" a ", "?php b ?"]);
    /// ```
    #[must_use]
    pub fn comment(&self, node: NodeId) -> Cow<'_, str> {
        let entry = self.node(node);
        if entry.kind != NodeKind::Comment {
            return Cow::Borrowed("");
        }
        let source = self.slice(entry.open);
        text::normalize(&source[scan::comment_data(source)], Nul::Replaced)
    }

    /// Returns the parts of a doctype; `None` for all other nodes.
    #[must_use]
    pub fn doctype(&self, node: NodeId) -> Option<Doctype<'_>> {
        let entry = self.node(node);
        (entry.kind == NodeKind::Doctype).then(|| Doctype::read(self.slice(entry.open)))
    }

    /// Returns the value of an attribute with its references decoded. The name is
    /// compared ignoring ASCII case.
    ///
    /// # Examples
    ///
    /// ```
    /// use dom::Dom;
    ///
    /// let dom = Dom::parse("<p TITLE='a &amp; b'>");
    /// let p = dom.nodes().last().unwrap();
    /// assert_eq!(dom.attribute(p, "title").unwrap(), "a & b");
    /// assert_eq!(dom.attribute(p, "class"), None);
    /// ```
    #[must_use]
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<Cow<'_, str>> {
        self.attributes(node)
            .find(|attribute| attribute.name().eq_ignore_ascii_case(name))
            .map(|attribute| attribute.value())
    }

    /// Iterates over the attributes in the order of the start tag. If a name is repeated, only the first counts.
    ///
    /// The attributes of a second `html` or `body` tag follow those of the first.
    #[inline]
    pub fn attributes(&self, node: NodeId) -> impl Iterator<Item = Attribute<'_>> {
        let entry = self.node(node);
        // An implied element has the attribute index 0, which may be another tag's. An end of 0 selects none.
        let end = if entry.kind == NodeKind::Element && !entry.has(IMPLIED) { entry.open.1 } else { 0 };
        let own = self.stored(entry.attributes, end);
        // Only `html` and `body` can have merged tags, so all other elements are read without an allocation.
        let merged = if entry.has(MERGED) { self.merged(node, own) } else { Vec::new() };
        let source = self.source();
        own.iter().copied().chain(merged).map(move |stored| Attribute::new(source, stored, entry.namespace))
    }

    /// Returns the attributes from `first` on that begin before `end`.
    #[inline]
    fn stored(&self, first: u32, end: u32) -> &[Stored] {
        let from = self.arena.attributes.get(first as usize..).unwrap_or(&[]);
        // Attributes are listed in the order of the source: the first one that begins after `end` is another tag's.
        let length = from.iter().position(|stored| end <= stored.name.0).unwrap_or(from.len());
        &from[..length]
    }

    /// Returns the attributes of further start tags whose names are new.
    fn merged(&self, node: NodeId, own: &[Stored]) -> Vec<Stored> {
        let name = |stored: &Stored| self.slice(stored.name).to_ascii_lowercase();
        // The standard adds an attribute of a repeated tag only if the element does not have one of that name yet.
        let mut seen: HashSet<String> = own.iter().map(name).collect();
        self.arena
            .merged
            .iter()
            .filter(|&&(of, ..)| of == node.0)
            .flat_map(|&(_, first, end)| self.stored(first, end))
            .filter(|stored| seen.insert(name(stored)))
            .copied()
            .collect()
    }
}
