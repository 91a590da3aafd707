//! The finished tree: a flat arena in pre-order.

use std::{borrow::Cow, ops::Range};

use tokenize::{Tag, Token};

use super::{builder, names};

/// A node of a [`Dom`]: its position in pre-order, which is document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Returns the position in pre-order; the document is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The root above the `html` element. Every tree has exactly one.
    Document,
    /// An element.
    Element,
    /// Text whose character references mean characters.
    Text,
    /// Text that is taken as it stands: scripts, styles, CDATA.
    RawText,
    /// A comment.
    Comment,
    /// The doctype.
    Doctype,
}

/// The language that an element belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// HTML, and everything that is no element.
    Html,
    /// An `svg` element and what is in it.
    Svg,
    /// A `math` element and what is in it.
    MathMl,
}

/// One entry of the arena. Ranges are `start, end`; an absent tag is an empty range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) namespace: Namespace,
    pub(super) copy: bool,
    pub(super) tag: Tag,
    pub(super) depth: u16,
    pub(super) parent: u32,
    /// One past the last descendant.
    pub(super) subtree_end: u32,
    pub(super) open: (u32, u32),
    pub(super) close: (u32, u32),
    pub(super) extent: (u32, u32),
}

/// An HTML page as a tree.
///
/// Nodes are numbered in pre-order, so the descendants of a node are the numbers that follow its
/// own, a parent comes before its children, and a loop over all numbers is a walk of the tree.
/// The tree borrows the source: names, texts and attributes are read from it when asked for.
#[derive(Clone, Debug)]
pub struct Dom<'s> {
    source: &'s str,
    nodes: Vec<Node>,
}

impl<'s> Dom<'s> {
    /// How deep elements nest, at most; the same bound as in browsers.
    ///
    /// It also bounds the time: tree construction looks through the open elements at many tags.
    pub const MAX_DEPTH: usize = builder::MAX_DEPTH as usize;

    /// Tokenizes `source` and builds its tree.
    ///
    /// Any text is a page. The tree always has a document, and an `html`, `head` and `body` element
    /// (or a `frameset` in the body's place).
    ///
    /// # Complexity
    ///
    /// Linear in the length of the source, with a factor of at most [`Dom::MAX_DEPTH`] for pages
    /// made to provoke it. Nothing recurses.
    ///
    /// Of a source longer than 4 GiB what is behind the first `u32::MAX` bytes
    /// belongs to no node, as in [`tokenize::scan`].
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = rtdm_tree_mapping::dom::Dom::parse("<p>Hello");
    /// let outline: Vec<_> = dom.nodes().map(|node| dom.name(node).into_owned()).collect();
    /// assert_eq!(outline, ["", "html", "head", "body", "p", ""]);
    /// ```
    pub fn parse(source: &'s str) -> Dom<'s> {
        Dom::from_tokens(source, &tokenize::scan(source))
    }

    /// Builds the tree of a page that is tokenized already.
    ///
    /// The tokens must be those of [`tokenize::scan`] or of a tokenizer's page of the same source.
    /// Otherwise as [`Dom::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::dom::Dom;
    ///
    /// let source = "<title>One</title>";
    /// let tokens = tokenize::scan(source);
    /// assert_eq!(Dom::from_tokens(source, &tokens).len(), 6);
    /// ```
    pub fn from_tokens(source: &'s str, tokens: &[Token]) -> Dom<'s> {
        Dom {
            source,
            nodes: builder::build(source, tokens),
        }
    }

    /// Returns the source that the tree was built from.
    pub fn source(&self) -> &'s str {
        self.source
    }

    /// Returns the number of nodes, the document included.
    #[expect(clippy::len_without_is_empty, reason = "a tree is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the document, which is the root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the node at a position of the pre-order, if there are that many.
    pub fn get(&self, index: usize) -> Option<NodeId> {
        u32::try_from(index)
            .ok()
            .filter(|_| index < self.nodes.len())
            .map(NodeId)
    }

    /// Iterates over all nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Iterates over the nodes below `node`, in document order.
    pub fn descendants(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (node.0 + 1..self.node(node).subtree_end).map(NodeId)
    }

    /// Iterates over the children of `node`, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// Iterates over the ancestors of `node`, from its parent to the document.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&above| self.parent(above))
    }

    /// Returns the parent; only the document has none.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node.0 != 0).then(|| NodeId(self.node(node).parent))
    }

    /// Returns the first child.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        (node.0 + 1 < self.node(node).subtree_end).then_some(NodeId(node.0 + 1))
    }

    /// Returns the next child of the same parent.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let next = self.node(node).subtree_end;
        (next < self.node(parent).subtree_end).then_some(NodeId(next))
    }

    /// Returns the index one past the last descendant of `node`.
    pub fn subtree_end(&self, node: NodeId) -> usize {
        self.node(node).subtree_end as usize
    }

    /// Says whether `inner` is `outer` or below it.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner.0 < self.node(outer).subtree_end
    }

    /// Returns the number of ancestors; the document has none.
    pub fn depth(&self, node: NodeId) -> usize {
        usize::from(self.node(node).depth)
    }

    /// Returns what the node is.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.node(node).kind
    }

    /// Returns the element's tag, or [`Tag::OTHER`] for unknown names and for all other nodes.
    ///
    /// Elements of SVG and MathML have the tag of their name too: see [`Dom::namespace`].
    pub fn tag(&self, node: NodeId) -> Tag {
        self.node(node).tag
    }

    /// Returns the language that the element belongs to.
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.node(node).namespace
    }

    /// Returns the element's name in lower case, empty for all other nodes.
    pub fn name(&self, node: NodeId) -> Cow<'s, str> {
        let entry = self.node(node);
        if entry.kind != NodeKind::Element {
            return Cow::Borrowed("");
        }
        if entry.tag != Tag::OTHER {
            return Cow::Borrowed(entry.tag.name());
        }
        names::in_source(&self.source[range(entry.open)])
    }

    /// Says whether the standard made this element by repeating another's start tag, as it does
    /// for formatting elements that are left open over a block's end.
    ///
    /// Copies of links know their [start tag](Dom::start_tag), which is the first one's; other copies have none.
    pub fn is_copy(&self, node: NodeId) -> bool {
        self.node(node).copy
    }

    /// Returns the byte range of the start tag, or nothing for implied elements and for all that
    /// is no element.
    pub fn start_tag(&self, node: NodeId) -> Option<Range<usize>> {
        let entry = self.node(node);
        (entry.kind == NodeKind::Element && entry.open.0 < entry.open.1).then(|| range(entry.open))
    }

    /// Returns the byte range of the end tag, if the page has one for this element.
    pub fn end_tag(&self, node: NodeId) -> Option<Range<usize>> {
        let entry = self.node(node);
        (entry.close.0 < entry.close.1).then(|| range(entry.close))
    }

    /// Returns the byte range that holds the node and all nodes below it.
    ///
    /// Where the standard moved nodes (text between the rows of a table, formatting that is closed in the
    /// wrong order) the ranges of siblings can overlap. An implied element without content
    /// has an empty range.
    pub fn extent(&self, node: NodeId) -> Range<usize> {
        range(self.node(node).extent)
    }

    /// Returns the source of a text, comment or doctype, nothing for elements.
    pub fn raw(&self, node: NodeId) -> Option<&'s str> {
        let entry = self.node(node);
        match entry.kind {
            NodeKind::Document | NodeKind::Element => None,
            _ => Some(&self.source[range(entry.open)]),
        }
    }

    /// Returns the characters of a text node, references decoded; empty for all other nodes.
    pub fn text(&self, node: NodeId) -> Cow<'s, str> {
        let entry = self.node(node);
        match entry.kind {
            NodeKind::Text => tokenize::decode_references(&self.source[range(entry.open)]),
            NodeKind::RawText => Cow::Borrowed(&self.source[range(entry.open)]),
            _ => Cow::Borrowed(""),
        }
    }

    /// Returns the value of an attribute, references decoded; names compare without case.
    ///
    /// The tag is read anew at every call: to look at several attributes use
    /// [`Dom::attributes`].
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::dom::Dom;
    ///
    /// let dom = Dom::parse("<p TITLE='a &amp; b'>");
    /// let p = dom.nodes().last().unwrap();
    /// assert_eq!(dom.attribute(p, "title").unwrap(), "a & b");
    /// assert_eq!(dom.attribute(p, "class"), None);
    /// ```
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<Cow<'s, str>> {
        self.attributes(node)
            .find(|attribute| attribute.name().eq_ignore_ascii_case(name))
            .map(|attribute| attribute.value())
    }

    /// Iterates over the attributes as they stand in the start tag.
    pub fn attributes(
        &self,
        node: NodeId,
    ) -> impl Iterator<Item = tokenize::Attribute<'s>> + use<'s> {
        let tag = self.start_tag(node).map_or("", |range| &self.source[range]);
        tokenize::attributes(tag)
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }
}

fn range((start, end): (u32, u32)) -> Range<usize> {
    start as usize..end as usize
}
