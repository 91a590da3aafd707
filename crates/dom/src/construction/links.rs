//! The links between the nodes of the half-built tree.

use crate::node::NONE;

/// The neighbours of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) parent: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
}

impl Default for Link {
    fn default() -> Link {
        Link { parent: NONE, first: NONE, last: NONE, previous: NONE, next: NONE }
    }
}

/// Makes an unplaced node the last child of another.
#[inline]
pub(super) fn append(links: &mut [Link], parent: u32, child: u32) {
    let above = &mut links[parent as usize];
    let last = std::mem::replace(&mut above.last, child);
    if last == NONE {
        above.first = child;
    } else {
        links[last as usize].next = child;
    }
    let link = &mut links[child as usize];
    (link.parent, link.previous, link.next) = (parent, last, NONE);
}

/// Puts an unplaced node before another.
pub(super) fn insert_before(links: &mut [Link], sibling: u32, child: u32) {
    let Link { parent, previous, .. } = links[sibling as usize];
    links[sibling as usize].previous = child;
    match previous {
        NONE => links[parent as usize].first = child,
        previous => links[previous as usize].next = child,
    }
    let link = &mut links[child as usize];
    (link.parent, link.previous, link.next) = (parent, previous, sibling);
}

/// Takes a node out of its place; does nothing if it has none.
pub(super) fn detach(links: &mut [Link], node: u32) {
    let Link { parent, previous, next, .. } = links[node as usize];
    if parent == NONE {
        return;
    }
    match previous {
        NONE => links[parent as usize].first = next,
        previous => links[previous as usize].next = next,
    }
    match next {
        NONE => links[parent as usize].last = previous,
        next => links[next as usize].previous = previous,
    }
    let link = &mut links[node as usize];
    (link.parent, link.previous, link.next) = (NONE, NONE, NONE);
}

/// Appends all children of a node to the children of another.
pub(super) fn move_children(links: &mut [Link], from: u32, to: u32) {
    // Nodes are moved one by one, since each has a link to its parent.
    while links[from as usize].first != NONE {
        let child = links[from as usize].first;
        detach(links, child);
        append(links, to, child);
    }
}
