//! What the arena holds.

use crate::Tag;

/// The number that stands for no node.
pub(crate) const NONE: u32 = u32::MAX;

/// A node of a [`Dom`](crate::Dom): its position in pre-order, which is document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Returns the position in pre-order; the document is 0.
    #[inline]
    #[must_use]
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
    /// Text in which character references count.
    Text,
    /// Text that is taken literally: scripts, styles, CDATA.
    RawText,
    /// A comment.
    Comment,
    /// The doctype.
    Doctype,
}

/// The language that an element belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace {
    /// HTML, and everything that is not an element.
    Html,
    /// An `svg` element and its content.
    Svg,
    /// A `math` element and its content.
    MathMl,
}

/// Half-open, in bytes of the source.
pub(crate) type Span = (u32, u32);

/// The element repeats the start tag of another.
pub(crate) const COPY: u8 = 1 << 0;
/// NUL characters of this text become U+FFFD. In other texts they are dropped.
pub(crate) const NUL_COUNTS: u8 = 1 << 1;
/// The element has attributes of a second start tag.
pub(crate) const MERGED: u8 = 1 << 2;
/// The element has no tag in the source: the standard implies it.
pub(crate) const IMPLIED: u8 = 1 << 3;
/// Under construction: the element is on the stack of open elements.
pub(crate) const OPEN: u8 = 1 << 4;
/// The text has nothing to decode: its source is its characters.
pub(crate) const PLAIN: u8 = 1 << 5;
/// The text's characters are in the tree's buffer of decoded texts, at the range in `close`.
pub(crate) const DECODED: u8 = 1 << 6;
/// The line feeds of this text break lines.
pub(crate) const KEEPS_LINES: u8 = 1 << 7;

/// One entry of the arena. A missing tag is an empty span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
    pub(crate) tag: Tag,
    pub(crate) flags: u8,
    /// The tag of the HTML element that this one is laid out as.
    pub(crate) equivalent: Tag,
    /// What is known of its layout.
    pub(crate) layout: u8,
    pub(crate) depth: u16,
    /// The name of an element without a [`Tag`].
    pub(crate) name: u32,
    /// The index of the element's first attribute. Those that follow are its own up to the end of the start tag.
    pub(crate) attributes: u32,
    pub(crate) parent: u32,
    /// One past the last descendant.
    pub(crate) subtree_end: u32,
    /// The start tag, or the whole of a node that is not an element.
    pub(crate) open: Span,
    /// The end tag. For a text that is [`DECODED`], its range in the buffer of decoded texts.
    pub(crate) close: Span,
    /// The node and everything below it.
    pub(crate) extent: Span,
}

impl Node {
    pub(crate) fn new(kind: NodeKind, open: Span) -> Node {
        Node {
            kind,
            namespace: Namespace::Html,
            tag: Tag::OTHER,
            flags: 0,
            equivalent: Tag::OTHER,
            layout: 0,
            depth: 0,
            name: 0,
            attributes: 0,
            parent: NONE,
            subtree_end: 0,
            open,
            close: (0, 0),
            extent: open,
        }
    }

    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_few_bytes() {
        assert_eq!(size_of::<Node>(), 48);
    }
}
