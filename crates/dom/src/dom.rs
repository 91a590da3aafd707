//! The finished tree.

mod protected;
mod contents;

use std::{ops::Range, sync::OnceLock};

pub use self::protected::decode_protected;
use crate::{
    Namespace, NodeId, NodeKind, PageSource, Tag,
    attributes::Stored,
    construction, foreign,
    node::{COPY, IMPLIED, Node, Span},
};

/// What a tree consists of, apart from its source.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    /// The decoded characters of all texts with the flag [`DECODED`], concatenated.
    pub(crate) decoded: String,
    /// The number of `&` in the source of all texts. Raw texts are left out.
    pub(crate) n_references: usize,
    /// The number of texts, raw ones left out.
    pub(crate) n_texts: usize,
    pub(crate) attributes: Vec<Stored>,
    /// Further start tags of `html` and `body`: the node of the element, the index of the tag's first attribute, and
    /// the offset at which the tag ends.
    pub(crate) merged: Vec<(u32, u32, u32)>,
    pub(crate) names: Vec<Box<str>>,
    pub(crate) quirks: bool,
}

/// An HTML page as a tree.
///
/// Nodes are numbered in pre-order, so the descendants of a node are the numbers that follow its own, a parent comes
/// before its children, and a loop over all numbers is a walk of the tree. Names, texts and attributes are read from
/// the source when asked for. Only texts that contain `&`, CR or NUL are decoded when the tree is built.
#[derive(Clone, Debug)]
pub struct Dom<'s> {
    source: PageSource<'s>,
    arena: Arena,
    /// Found when first asked for.
    pub(crate) fallbacks: OnceLock<Box<[NodeId]>>,
    /// Found when first asked for.
    pub(crate) commands: OnceLock<Box<[NodeId]>>,
}

impl<'s> Dom<'s> {
    /// The largest depth to which open elements nest; browsers have the same bound. Elements that are nested deeper
    /// become siblings at that depth.
    pub const MAX_DEPTH: usize = construction::MAX_DEPTH;

    /// Parses a page.
    ///
    /// Any text is a page. The tree always has a document, and an `html`, a `head` and a `body`
    /// element (or a `frameset` in place of the body).
    ///
    /// # Complexity
    ///
    /// Linear in the length of the source. Pages made to provoke it cost at most [`Dom::MAX_DEPTH`] times as much.
    /// Some 70 bytes of memory per node while the tree is built, 48 after that, 16 for each attribute, and at most
    /// the length of the source for texts that have to be decoded. Nothing recurses.
    ///
    /// If a source is 4 GiB or longer, what follows its first `u32::MAX - 1` bytes belongs to no node.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<p>Hello");
    /// let outline: Vec<_> = dom.nodes().map(|node| dom.name(node)).collect();
    /// assert_eq!(outline, ["", "html", "head", "body", "p", ""]);
    /// ```
    #[must_use]
    pub fn parse(source: impl Into<PageSource<'s>>) -> Dom<'s> {
        let source = source.into();
        let arena = construction::parse(&source);
        Dom { source, arena, fallbacks: OnceLock::new(), commands: OnceLock::new() }
    }

    /// Returns the source that the tree was built from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Copies the source if it is borrowed, so that the tree can outlive it.
    ///
    /// # Complexity
    ///
    /// Linear in the source, if it is borrowed. Nothing is parsed again.
    #[must_use]
    pub fn into_owned(self) -> Dom<'static> {
        Dom { source: self.source.into_owned(), arena: self.arena, fallbacks: self.fallbacks, commands: self.commands }
    }

    /// Returns how many bytes of memory the tree takes, its source included unless that is borrowed.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.source.memory()
            + self.arena.decoded.capacity()
            + self.arena.nodes.capacity() * size_of::<Node>()
            + self.arena.attributes.capacity() * size_of::<Stored>()
    }

    /// Returns the number of `&` in the source of all texts that are not raw. Their character references are at most
    /// as many.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<p title='&lt;'>R&amp;D &mdash; A & B<script>a && b</script>");
    /// assert_eq!(dom.reference_bound(), 3);
    /// ```
    #[must_use]
    pub fn reference_bound(&self) -> usize {
        self.arena.n_references
    }

    /// Returns the number of texts that are not raw, white space included.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<p>a</p> <p>b<script>c</script>");
    /// assert_eq!(dom.text_count(), 3);
    /// ```
    #[must_use]
    pub fn text_count(&self) -> usize {
        self.arena.n_texts
    }

    /// Returns the number of nodes, the document included.
    #[expect(clippy::len_without_is_empty, reason = "a tree is never empty")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.nodes.len()
    }

    /// Returns whether the page is in quirks mode, in which class names match in either case.
    #[must_use]
    pub fn is_quirky(&self) -> bool {
        self.arena.quirks
    }

    /// Returns the document, which is the root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the node at a position of the pre-order, if there are that many.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<NodeId> {
        u32::try_from(index).ok().filter(|_| index < self.len()).map(NodeId)
    }

    /// Iterates over all nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.arena.nodes.len() as u32).map(NodeId)
    }

    /// Iterates over the nodes below `node`, in document order.
    pub fn descendants(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
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
    #[inline]
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        // The document's parent is `NONE`, which must not become a node number.
        (node.0 != 0).then(|| NodeId(self.node(node).parent))
    }

    /// Returns the first child.
    #[inline]
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        // In pre-order a node with descendants is directly followed by its first child.
        (node.0 + 1 < self.node(node).subtree_end).then_some(NodeId(node.0 + 1))
    }

    /// Returns the next child of the same parent.
    #[inline]
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let next = self.node(node).subtree_end;
        // The node after a subtree is the next sibling, unless the parent's own subtree ends there too.
        (next < self.node(parent).subtree_end).then_some(NodeId(next))
    }

    /// Returns the index one past the last descendant of `node`.
    #[inline]
    #[must_use]
    pub fn subtree_end(&self, node: NodeId) -> usize {
        self.node(node).subtree_end as usize
    }

    /// Returns whether `inner` is `outer` or below it.
    #[inline]
    #[must_use]
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner.0 < self.node(outer).subtree_end
    }

    /// Returns the number of ancestors; the document has none.
    #[must_use]
    pub fn depth(&self, node: NodeId) -> usize {
        usize::from(self.node(node).depth)
    }

    /// Returns the kind of the node.
    #[inline]
    #[must_use]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.node(node).kind
    }

    /// Returns the element's tag, or [`Tag::OTHER`] for unknown names and for all other nodes.
    ///
    /// Elements of SVG and MathML have the tag of their name too: see [`Dom::namespace`].
    #[inline]
    #[must_use]
    pub fn tag(&self, node: NodeId) -> Tag {
        self.node(node).tag
    }

    /// Returns the language to which the element belongs.
    #[inline]
    #[must_use]
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.node(node).namespace
    }

    /// Returns the element's name, or `""` for all other nodes. It is in lower case, except for names of SVG
    /// that have capitals (`foreignObject`).
    #[must_use]
    pub fn name(&self, node: NodeId) -> &str {
        let entry = self.node(node);
        if entry.kind != NodeKind::Element {
            return "";
        }
        let name = match entry.tag {
            Tag::OTHER => &*self.arena.names[entry.name as usize],
            tag => tag.name(),
        };
        // Names are stored in lower case. Only SVG has names with capitals, which are looked up again here.
        foreign::element_name(entry.namespace, name).unwrap_or(name)
    }

    /// Returns whether tree construction made this element by repeating another's start tag, as it does for
    /// formatting elements that are left open at the end of a block.
    ///
    /// Copies have the attributes and the [start tag](Dom::start_tag) of the first; their
    /// [extents](Dom::extent) begin with their content.
    #[inline]
    #[must_use]
    pub fn is_copy(&self, node: NodeId) -> bool {
        self.node(node).has(COPY)
    }

    /// Returns the byte range of the start tag; `None` for implied elements and for everything
    /// that is not an element.
    #[inline]
    #[must_use]
    pub fn start_tag(&self, node: NodeId) -> Option<Range<usize>> {
        let entry = self.node(node);
        // The span of an implied element only says where it was implied.
        (entry.kind == NodeKind::Element && !entry.has(IMPLIED)).then(|| range(entry.open))
    }

    /// Returns the byte range of the end tag, if the page has one for this element. An end tag counts only if none of
    /// the element's content follows it, apart from white space after `</body>` and `</html>`, which the standard puts
    /// into the body.
    #[inline]
    #[must_use]
    pub fn end_tag(&self, node: NodeId) -> Option<Range<usize>> {
        let entry = self.node(node);
        let is_element = entry.kind == NodeKind::Element;
        (is_element && entry.close.0 < entry.close.1).then(|| range(entry.close))
    }

    /// Returns the byte range that holds the node and all nodes below it.
    ///
    /// Where the standard moves nodes (text between the rows of a table, formatting that is closed in the
    /// wrong order), the ranges of siblings can overlap. An implied element without content has an empty
    /// range.
    #[inline]
    #[must_use]
    pub fn extent(&self, node: NodeId) -> Range<usize> {
        range(self.node(node).extent)
    }

    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.arena.nodes[node.index()]
    }

    #[inline]
    fn slice(&self, span: Span) -> &str {
        &self.source[range(span)]
    }
}

#[inline]
fn range((start, end): Span) -> Range<usize> {
    start as usize..end as usize
}
