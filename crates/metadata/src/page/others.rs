//! What on a page is not the page's own: comments, lists of other pages and of events.

use std::{cell::RefCell, collections::HashMap};

use dom::{NodeId, Tag};

use super::{PageFacts, class_and_id};
use crate::{
    lists::{List, list},
    text::{below, squeeze},
};

/// Parts of classes and ids of what surrounds the text.
const OTHERS: &[&str] =
    &["comment", "related", "recommend", "sidebar", "recent", "popular", "widget", "read-next", "reply", "answer"];

/// Parts of classes and ids of what has days of its own.
static FOREIGN: List = list!("foreign");

/// Beginnings of headings of what has days of its own, in lower case.
static FOREIGN_HEADINGS: List = list!("foreign_headings");
/// Words that such a heading begins with.
const FOREIGN_WORDS: [&str; 3] = ["recent ", "latest ", "ilgili "];

/// Types of schema.org whose days are not those of the page around them.
const FOREIGN_TYPES: &[&str] = &["event", "offer"];
/// Types of remarks on a text. A page of a forum consists of such remarks only.
const REMARKS: &[&str] = &["comment", "usercomments", "answer"];
/// Ends of the types of texts on which there are remarks.
const TEXTS: &[&str] = &["article", "blogposting", "recipe", "product", "webpage", "question"];

impl PageFacts<'_, '_> {
    /// Returns whether a node is in a list of other pages, in a link around the heading of another page, in a quotation
    /// such as an embedded post, or in a comment on the page. An element that also contains the headline is the page
    /// itself, whatever its name.
    pub(crate) fn is_of_others(&self, node: NodeId) -> bool {
        let is_other = |above: NodeId| {
            matches!(self.dom.tag(above), Tag::NAV | Tag::FOOTER | Tag::ASIDE)
                || self.is_quoted_or_linked(above)
                || self.has_name(above, |value| OTHERS.iter().any(|other| value.contains(other)))
                || self.is_of_foreign_type(above)
        };
        self.is_teaser(node) || self.is_within(&self.known.of_others, node, is_other)
    }

    /// Returns whether a node is in something that has days of its own: in comments, in a list of other pages or of
    /// events, in a quotation such as an embedded post, in a link around a heading, or in the line of the copyright.
    /// Teasers are not looked for.
    pub(crate) fn is_foreign(&self, node: NodeId) -> bool {
        let is_event = |class: &str| class.starts_with("event") || class.contains("-events") || class == "vevent";
        let is_named_so = |value: &str| {
            FOREIGN.iter().any(|other| value.contains(other)) || value.split_ascii_whitespace().any(is_event)
        };
        let is_other = |above: NodeId| {
            self.is_quoted_or_linked(above) || self.has_name(above, is_named_so) || self.is_of_foreign_type(above)
        };
        self.is_within(&self.known.foreign, node, is_other) || self.has_foreign_heading(node)
    }

    /// Returns whether an element is a quotation, or a link with a heading in it.
    fn is_quoted_or_linked(&self, element: NodeId) -> bool {
        let has_heading = || {
            let next = self.lower_headings.partition_point(|heading| *heading < element);
            self.lower_headings.get(next).is_some_and(|heading| heading.index() < self.dom.subtree_end(element))
        };
        match self.dom.tag(element) {
            Tag::BLOCKQUOTE => true,
            Tag::A => has_heading(),
            _ => false,
        }
    }

    /// Returns whether a class or an id of an element says something. The values are in lower case.
    fn has_name(&self, element: NodeId, says: impl Fn(&str) -> bool) -> bool {
        class_and_id(self.dom, element).any(|value| says(&value.to_ascii_lowercase()))
    }

    fn is_of_foreign_type(&self, element: NodeId) -> bool {
        let Some(of) = self.dom.attribute(element, "itemtype") else {
            return false;
        };
        let of = of.trim().to_ascii_lowercase();
        let name = of.rsplit(['/', '#']).next().unwrap_or_default();
        let is_text = |of: &String| {
            let of = of.to_ascii_lowercase();
            TEXTS.iter().any(|text| of.ends_with(text))
        };
        FOREIGN_TYPES.contains(&name) || REMARKS.contains(&name) && self.types.iter().any(is_text)
    }

    /// Returns whether a node is below a heading of comments, or of a list: in the largest element around the heading
    /// that does not hold the headline, or beside it.
    fn has_foreign_heading(&self, node: NodeId) -> bool {
        let headings = &self.lower_headings;
        let Some(last) = headings.partition_point(|heading| *heading < node).checked_sub(1) else {
            return false;
        };
        let ends = self.known.foreign_ends.get_or_init(|| {
            let end = |heading: &NodeId| self.foreign_end(*heading).unwrap_or(0);
            headings.iter().map(end).collect()
        });
        node.index() < ends[last] && !self.dom.ancestors(node).any(|above| self.is_footer_below(above, headings[last]))
    }

    /// Returns whether an element is a footer that does not hold a heading.
    fn is_footer_below(&self, element: NodeId, heading: NodeId) -> bool {
        self.dom.tag(element) == Tag::FOOTER && heading < element
    }

    /// Returns where the part ends that a heading of comments or of a list begins.
    fn foreign_end(&self, heading: NodeId) -> Option<usize> {
        let headline = self.headline().filter(|headline| *headline < heading)?;
        let text = squeeze(&below(self.dom, heading, 60)).to_lowercase();
        // "3 comments"
        let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
        FOREIGN_HEADINGS.iter().chain(&FOREIGN_WORDS).find(|start| text.starts_with(**start))?;
        let around = || self.dom.ancestors(heading);
        let own = around().take_while(|&above| !self.dom.contains(above, headline)).last();
        let part = own.or_else(|| around().next())?;
        Some(self.dom.subtree_end(part))
    }

    /// Returns whether a node, or an element around it that does not contain the headline, is something.
    fn is_within(&self, known: &RefCell<HashMap<NodeId, bool>>, node: NodeId, is_so: impl Fn(NodeId) -> bool) -> bool {
        let headline = self.headline();
        let is_own = |above: NodeId| headline.is_some_and(|headline| self.dom.contains(above, headline));
        let mut known = known.borrow_mut();
        // The elements that have the same answer as the one at which it is found.
        let mut passed = Vec::new();
        let mut answer = false;
        for above in std::iter::once(node).chain(self.dom.ancestors(node)) {
            if let Some(&before) = known.get(&above) {
                answer = before;
                break;
            }
            passed.push(above);
            if is_own(above) || matches!(self.dom.tag(above), Tag::BODY | Tag::HTML) {
                break;
            }
            if is_so(above) {
                answer = true;
                break;
            }
        }
        known.extend(passed.into_iter().map(|above| (above, answer)));
        answer
    }
}
