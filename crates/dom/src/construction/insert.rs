//! Putting nodes into the tree (section 13.2.6.1).

use super::{
    Builder, TagToken,
    elements::{self, FOSTERS, HTML_POINT},
    links::{self, Link},
    stack::OpenElement,
};
use crate::{
    Namespace, Tag,
    node::{IMPLIED, NONE, NUL_COUNTS, Node, NodeKind, Span},
};

/// Where a node goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum InsertionLocation {
    /// To the end of this node.
    In(u32),
    /// Before this node.
    Before(u32),
}

impl Builder<'_> {
    /// Returns the "appropriate place for inserting a node".
    #[inline]
    pub(super) fn place(&self) -> InsertionLocation {
        self.place_in(self.top())
    }

    /// Returns where a node would be inserted if `target` were the current node.
    #[inline]
    pub(super) fn place_in(&self, target: OpenElement) -> InsertionLocation {
        if self.foster && target.has(FOSTERS) { self.foster_place() } else { InsertionLocation::In(target.node) }
    }

    fn foster_place(&self) -> InsertionLocation {
        let innermost = self.stack.iter().rposition(|open| open.is(Tag::TABLE) || open.is(Tag::TEMPLATE));
        match innermost {
            // A template inside the table takes what does not belong in a table.
            Some(position) if self.stack[position].is(Tag::TEMPLATE) => {
                InsertionLocation::In(self.stack[position].node)
            }
            Some(position) => {
                let table = self.stack[position].node;
                match self.links[table as usize].parent {
                    // A table that was taken out of the tree has no place before it. What follows goes to the element
                    // around it.
                    NONE => InsertionLocation::In(self.stack[position.saturating_sub(1)].node),
                    _ => InsertionLocation::Before(table),
                }
            }
            // Whatever fosters is in one of the two.
            None => InsertionLocation::In(self.stack[0].node),
        }
    }

    /// Adds a node without placing it in the tree.
    #[inline]
    pub(super) fn make(&mut self, node: Node) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.links.push(Link::default());
        id
    }

    #[inline]
    pub(super) fn put(&mut self, node: u32, place: InsertionLocation) {
        match place {
            InsertionLocation::In(parent) => links::append(&mut self.links, parent, node),
            InsertionLocation::Before(sibling) => links::insert_before(&mut self.links, sibling, node),
        }
    }

    /// Inserts the element of a start tag and leaves it open.
    #[inline]
    pub(super) fn insert(&mut self, token: &TagToken) -> u32 {
        self.insert_foreign(token, Namespace::Html)
    }

    pub(super) fn insert_foreign(&mut self, token: &TagToken, namespace: Namespace) -> u32 {
        // Room is made before the node is placed, since the current node may be another one after this.
        self.make_room();
        let node = self.insert_closed(token, namespace);
        let mut traits = elements::traits(token.tag, namespace);
        if namespace == Namespace::MathMl && token.tag == Tag::ANNOTATION && self.annotates_html(token) {
            traits |= HTML_POINT;
        }
        self.push(OpenElement { node, tag: token.tag, traits, name: token.name });
        node
    }

    /// Inserts the element of a start tag that is not left open.
    #[inline]
    pub(super) fn insert_closed(&mut self, token: &TagToken, namespace: Namespace) -> u32 {
        let place = self.place();
        let node = self.make(element(token, namespace));
        self.put(node, place);
        node
    }

    /// Inserts an element that has no tag, because of what is at `at`, and leaves it open.
    pub(super) fn insert_implied(&mut self, tag: Tag, at: u32) -> u32 {
        self.make_room();
        let mut node = Node::new(NodeKind::Element, (at, at));
        node.tag = tag;
        node.equivalent = tag;
        node.flags = IMPLIED;
        // The first element is the root, and its parent the document.
        let place = if self.stack.is_empty() { InsertionLocation::In(0) } else { self.place() };
        let node = self.make(node);
        self.put(node, place);
        let traits = elements::traits(tag, Namespace::Html);
        self.push(OpenElement { node, tag, traits, name: 0 });
        node
    }

    /// Inserts text, or lengthens the text that ends where this begins.
    pub(super) fn insert_text(&mut self, span: Span, kind: NodeKind, counts_nul: bool) {
        if span.0 == span.1 {
            return;
        }
        let place = self.place();
        let before = match place {
            InsertionLocation::In(parent) => self.links[parent as usize].last,
            InsertionLocation::Before(sibling) => self.links[sibling as usize].previous,
        };
        let flags = if counts_nul { NUL_COUNTS } else { 0 };
        if before != NONE {
            let node = &mut self.nodes[before as usize];
            // Between two texts that do not touch is a tag without a node. They stay two nodes, since a node is one
            // piece of the source.
            if node.kind == kind && node.open.1 == span.0 && node.flags == flags {
                node.open.1 = span.1;
                node.extent.1 = span.1;
                return;
            }
        }
        let mut node = Node::new(kind, span);
        node.flags = flags;
        let node = self.make(node);
        self.put(node, place);
    }
}

/// Returns the node of a start tag's element.
#[inline]
pub(super) fn element(token: &TagToken, namespace: Namespace) -> Node {
    let mut node = Node::new(NodeKind::Element, token.span);
    node.namespace = namespace;
    node.tag = token.tag;
    node.equivalent = token.tag;
    if namespace == Namespace::Html {
        node.equivalent = token.layout.equivalent(token.tag);
        node.layout = token.layout.flags;
    }
    node.name = token.name;
    node.attributes = token.attributes;
    node
}
