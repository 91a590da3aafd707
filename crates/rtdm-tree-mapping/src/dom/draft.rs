//! The nodes of the half-built tree and the links between them.

use tokenize::Tag;

use super::node::{Namespace, NodeKind};

/// No node, or no token.
pub(super) const NONE: u32 = u32::MAX;

/// A node under construction; links are positions in the same list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub(super) kind: NodeKind,
    pub(super) namespace: Namespace,
    pub(super) tag: Tag,
    /// The element repeats the start tag of another.
    pub(super) copy: bool,
    pub(super) depth: u32,
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
    /// The start tag, text, comment or doctype that the node stands for.
    pub(super) token: u32,
    pub(super) end_token: u32,
    /// The token during which the node was made.
    pub(super) made: u32,
}

/// Takes a node from its parent; no change when it has none.
pub(super) fn detach(drafts: &mut [Draft], id: u32) {
    let Draft {
        parent,
        previous,
        next,
        ..
    } = drafts[id as usize];
    if parent == NONE {
        return;
    }
    match previous {
        NONE => drafts[parent as usize].first_child = next,
        previous => drafts[previous as usize].next = next,
    }
    match next {
        NONE => drafts[parent as usize].last_child = previous,
        next => drafts[next as usize].previous = previous,
    }
    let node = &mut drafts[id as usize];
    (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
}
