//! A page as metadata is read from it: its tree, its facts, and answers about where its nodes are.

mod facts;
mod others;

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    ops::{Deref, Range},
};

use dom::{Dom, NodeId, Tag};

pub use self::facts::Facts;
use crate::{
    Source, teasers,
    text::{below, tidy},
};

/// A class or an id of this many bytes, or more, is not read as a name. Chosen: by eye.
const LONG_NAME: usize = 200;

/// The number of bytes of an element's text that are the value of a microdata property. Chosen: by eye.
const MAX_VALUE: usize = 300;

/// A page and its [`Facts`].
#[derive(Debug)]
pub(crate) struct PageFacts<'d, 's> {
    pub(crate) dom: &'d Dom<'s>,
    facts: &'d Facts,
    known: Known,
}

/// Cached answers about the ancestors of candidates. Many candidates may have the same ancestors, and these may have
/// many attributes and long classes.
#[derive(Debug, Default)]
struct Known {
    headline: OnceCell<Option<NodeId>>,
    teasers: OnceCell<Vec<Range<usize>>>,
    of_others: RefCell<HashMap<NodeId, bool>>,
    foreign: RefCell<HashMap<NodeId, bool>>,
    foreign_ends: OnceCell<Vec<usize>>,
    scopes: RefCell<HashMap<NodeId, bool>>,
    parts: RefCell<HashMap<NodeId, String>>,
}

impl Deref for PageFacts<'_, '_> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        self.facts
    }
}

impl<'d, 's> PageFacts<'d, 's> {
    pub(crate) fn new(dom: &'d Dom<'s>, facts: &'d Facts) -> PageFacts<'d, 's> {
        PageFacts { dom, facts, known: Known::default() }
    }

    /// Returns the values of the `<meta>` elements with this name.
    pub(crate) fn metas<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> + 'p {
        self.metas.iter().filter(move |meta| meta.name == name).map(|meta| meta.content.as_str())
    }

    /// Returns the value of a `<meta>` element. The first of the names for which there is one wins.
    pub(crate) fn meta_of(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| {
            let found = self.metas.iter().find(|meta| meta.name == *name);
            found.map(|meta| meta.content.as_str())
        })
    }

    /// Returns the value of a `<meta>` element as [`meta_of`](PageFacts::meta_of) does, with its source.
    pub(crate) fn meta_from(&self, names: &[&str], source: Source) -> Option<(String, Source)> {
        self.meta_of(names).map(|content| (content.to_owned(), source))
    }

    /// Returns the values of a microdata property: of the attribute that is meant for machines, or else the text.
    pub(crate) fn items<'p>(&'p self, name: &'p str) -> impl Iterator<Item = String> + 'p {
        self.facts
            .items
            .iter()
            .filter(move |(of, _)| of == name)
            .map(|(_, node)| self.value(*node))
            .filter(|value| !value.is_empty())
    }

    /// Returns the value of a microdata element.
    pub(crate) fn value(&self, node: NodeId) -> String {
        let (dom, tag) = (self.dom, self.dom.tag(node));
        let names: &[&str] = match tag {
            Tag::META => &["content"],
            Tag::TIME => &["datetime", "content"],
            Tag::A | Tag::LINK => &["content", "href"],
            Tag::IMG => &["src"],
            _ => &["content", "datetime"],
        };
        let said = names.iter().find_map(|name| attribute(dom, node, name));
        said.unwrap_or_else(|| below(dom, node, MAX_VALUE))
    }

    /// Returns whether the names of the elements around a node say that it is not part of the main text.
    pub(crate) fn is_aside(&self, node: NodeId) -> bool {
        self.dom
            .ancestors(node)
            .any(|above| matches!(self.dom.tag(above), Tag::NAV | Tag::FOOTER | Tag::ASIDE | Tag::DIALOG))
    }

    /// Returns whether a node belongs to one of several teasers of other pages.
    pub(crate) fn is_teaser(&self, node: NodeId) -> bool {
        // Teasers are found when the first candidate asks for them. Many pages have no candidates.
        let teasers = &self.known.teasers;
        let teasers = teasers.get_or_init(|| teasers::find(self, &self.lower_headings));
        // The ranges are sorted and disjoint, so that binary search finds the only one that can contain the node.
        let next = teasers.partition_point(|teaser| teaser.end <= node.index());
        (teasers.get(next)).is_some_and(|teaser| teaser.contains(&node.index()))
    }

    /// Returns the first `<h1>` that is part of the main text.
    pub(crate) fn headline(&self) -> Option<NodeId> {
        let mut headings = self.headings.iter().copied();
        let headline = &self.known.headline;
        *headline.get_or_init(|| headings.find(|&heading| !self.is_aside(heading)))
    }

    /// Returns the headline, or else the first `<h2>`, and the number of the node after its end.
    pub(crate) fn first_heading(&self) -> Option<(NodeId, usize)> {
        let heading = self.headline().or(self.second_headings.first().copied())?;
        Some((heading, self.dom.subtree_end(heading)))
    }

    /// Returns the microdata item (`itemscope`) that a node is a property of.
    pub(crate) fn scope(&self, node: NodeId) -> Option<NodeId> {
        let mut known = self.known.scopes.borrow_mut();
        let mut is_scope = |above: NodeId| {
            let has_scope = || self.dom.attribute(above, "itemscope").is_some();
            *known.entry(above).or_insert_with(has_scope)
        };
        self.dom.ancestors(node).find(|&above| is_scope(above))
    }

    /// Returns the part of a place that stands for an element. It is made once per element.
    pub(crate) fn part_of_place(&self, element: NodeId, make: impl FnOnce(&Dom<'_>) -> String) -> String {
        let mut known = self.known.parts.borrow_mut();
        let part = known.entry(element).or_insert_with(|| make(self.dom));
        part.clone()
    }
}

/// Returns the classes and ids of an element, as they are written.
pub(crate) fn class_and_id<'d>(dom: &'d Dom<'_>, element: NodeId) -> impl Iterator<Item = &'d str> {
    let attributes = dom.attributes(element).filter(|attribute| {
        let name = attribute.name();
        attribute.raw_value().len() < LONG_NAME
            && (name.eq_ignore_ascii_case("class") || name.eq_ignore_ascii_case("id"))
    });
    attributes.map(|attribute| attribute.raw_value())
}

/// Returns the tidied value of an attribute, or `None` if it is empty.
pub(crate) fn attribute(dom: &Dom<'_>, node: NodeId, name: &str) -> Option<String> {
    let value = dom.attribute(node, name)?;
    Some(tidy(&value)).filter(|value| !value.is_empty())
}
