//! From the linked, half-built tree to the arena in pre-order.

use memchr::{memchr, memchr_iter};

use super::{Builder, links::Link, shadow::MOVED};
use crate::{
    NodeKind, Tag,
    dom::Arena,
    layout, near,
    node::{COPY, DECODED, IMPLIED, MERGED, NONE, NUL_COUNTS, Node, OPEN, PLAIN, Span},
    references::ReferenceContext,
    text::{self, Nul},
};

/// The decoded texts, the number of all texts, and that of `&` in these.
struct Decoded {
    decoded: String,
    n_texts: usize,
    n_references: usize,
}

impl Builder<'_> {
    /// Numbers the nodes below the document, and gives each its depth and extent.
    pub(super) fn finish(mut self) -> Arena {
        let length = self.source.len() as u32;
        // From here on, the flag of open elements stands for those that moved.
        for open in &self.stack {
            self.nodes[open.node as usize].flags &= !OPEN;
        }
        if !self.shadow_roots.is_empty() {
            self.compose();
        }
        if !self.number_in_place() {
            self.number_anew();
        }
        self.nodes[0].extent = (0, length);
        if self.hands_down {
            layout::hand_down(&mut self.nodes, self.source);
        }
        // What is not needed any more makes room for the decoded texts.
        self.links = Vec::new();
        let Decoded { decoded, n_texts, n_references } = self.decode();
        Arena {
            nodes: self.nodes,
            decoded,
            n_references,
            n_texts,
            attributes: self.attributes,
            merged: self.merged,
            names: self.names.into_list(),
            quirks: self.quirks,
        }
    }

    /// Decodes the texts with `&`, CR or NUL, since these are read several times, and marks every text as plain or
    /// decoded. Some references are shorter than their characters: a text is left to its readers once all decoded
    /// texts are longer than the source.
    fn decode(&mut self) -> Decoded {
        // Without CR and NUL in a page, a search for `&` alone is enough.
        let has_others = self.has_nul || memchr(b'\r', self.source.as_bytes()).is_some();
        let most = self.source.len().min(u32::MAX as usize);
        let (mut decoded, mut n_texts, mut n_references) = (String::new(), 0, 0);
        for node in &mut self.nodes {
            if node.kind != NodeKind::Text {
                continue;
            }
            n_texts += 1;
            let source = &self.source[node.open.0 as usize..node.open.1 as usize];
            let special = if has_others {
                near::find3(*b"&\r\0", source.as_bytes())
            } else {
                near::find(b'&', source.as_bytes())
            };
            if special.is_none() {
                node.flags |= PLAIN;
                continue;
            }
            n_references += memchr_iter(b'&', source.as_bytes()).count();
            let start = decoded.len();
            text::decode_onto(source, Nul::of(node), ReferenceContext::Text, &mut decoded);
            if most < decoded.len() {
                decoded.truncate(start);
                continue;
            }
            node.flags |= DECODED;
            node.close = (start as u32, decoded.len() as u32);
        }
        decoded.shrink_to_fit();
        Decoded { decoded, n_texts, n_references }
    }

    /// Numbers the nodes without moving them, for as long as the order of the tree is the order in which they were
    /// made, as in most pages. Returns whether this held to the end.
    fn number_in_place(&mut self) -> bool {
        let mut depth = 0_u16;
        for at in 0..self.nodes.len() as u32 {
            let link = self.links[at as usize];
            let node = &mut self.nodes[at as usize];
            node.parent = link.parent;
            node.depth = depth;
            if link.first == at + 1 {
                depth = depth.saturating_add(1);
                continue;
            }
            // The first child was made later than another node, so nodes have to move.
            if link.first != NONE {
                return false;
            }
            // Goes up to the first ancestor that has a node to its right. All elements on the way are complete.
            let end = at + 1;
            let mut above = at;
            let next = loop {
                close(&mut self.nodes, above, end, self.source);
                let Link { parent, next, .. } = self.links[above as usize];
                if next != NONE || parent == NONE {
                    break next;
                }
                above = parent;
                depth = depth.saturating_sub(1);
            };
            if next == NONE {
                // Nodes left over, if any, have no place in the tree.
                return end as usize == self.nodes.len();
            }
            if next != end {
                return false;
            }
        }
        true
    }

    /// Moves the nodes into the order of the tree. There may be millions, so they are moved where they are.
    fn number_anew(&mut self) {
        let n_placed = self.find_numbers();
        for (node, ..) in &mut self.merged {
            *node = self.links[*node as usize].previous;
        }
        for at in 0..self.nodes.len() {
            // Whatever comes here is swapped to its own place, until it belongs here or nowhere.
            loop {
                let place = self.links[at].previous;
                if place == NONE || place as usize == at {
                    break;
                }
                self.nodes.swap(at, place as usize);
                self.links.swap(at, place as usize);
            }
        }
        // Nodes without a place are behind all others now.
        self.nodes.truncate(n_placed as usize);
        for next in 1..=n_placed {
            // The node before is open if it is the parent of this one. Otherwise it is complete, and so are the elements
            // around it up to that parent.
            let parent = self.nodes.get(next as usize).map_or(NONE, |node| node.parent);
            let mut above = next - 1;
            while above != parent {
                close(&mut self.nodes, above, next, self.source);
                above = self.nodes[above as usize].parent;
            }
        }
    }

    /// Finds the number of each node in the tree, which takes the place of its link to the previous one: [`NONE`] if it is
    /// not in the tree. Gives each node its depth and its parent by that parent's number. Returns how many are in the tree.
    fn find_numbers(&mut self) -> u32 {
        for link in &mut self.links {
            link.previous = NONE;
        }
        let (mut at, mut parent, mut number) = (0, NONE, 0);
        let mut depth = 0_u16;
        loop {
            let node = &mut self.nodes[at as usize];
            (node.parent, node.depth) = (parent, depth);
            // The walk that broke off has already widened some of them.
            node.extent = if node.has(COPY) { (node.extent.0, node.extent.0) } else { node.open };
            let link = &mut self.links[at as usize];
            link.previous = number;
            number += 1;
            if link.first != NONE {
                (at, parent) = (link.first, number - 1);
                depth = depth.saturating_add(1);
                continue;
            }
            while self.links[at as usize].next == NONE {
                at = self.links[at as usize].parent;
                if at == NONE {
                    return number;
                }
                parent = self.nodes[at as usize].parent;
                depth = depth.saturating_sub(1);
            }
            at = self.links[at as usize].next;
        }
    }
}

/// Completes a node whose descendants are complete: sets where they end, widens its extent over its tags, and widens
/// its parent's extent over its own, unless a slot took it from its place. An end tag that is followed by more content of
/// the element did not close the element.
#[inline]
fn close(nodes: &mut [Node], id: u32, subtree_end: u32, source: &str) {
    let node = &nodes[id as usize];
    let is_closed = node.close.0 < node.close.1
        && (node.extent.1 <= node.close.0 || ends_in_white_space(nodes, id, subtree_end, source));
    let node = &mut nodes[id as usize];
    let is_moved = node.has(MOVED);
    node.subtree_end = subtree_end;
    node.flags &= COPY | NUL_COUNTS | MERGED | IMPLIED;
    if is_closed {
        node.extent = hull(node.extent, node.close);
    } else {
        node.close = (0, 0);
    }
    let Node { parent, extent, .. } = *node;
    if parent != NONE && !is_moved {
        let above = &mut nodes[parent as usize];
        above.extent = hull(above.extent, extent);
    }
}

/// Returns whether nothing but white space follows the end tag of `html` or `body`. The standard puts it into the body;
/// most pages end in a line break.
#[cold]
fn ends_in_white_space(nodes: &[Node], id: u32, subtree_end: u32, source: &str) -> bool {
    let Node { tag, close, .. } = nodes[id as usize];
    // Nothing is put before a table there, so the nodes after the end tag are the last ones in the tree, too.
    let mut behind =
        nodes[id as usize + 1..subtree_end as usize].iter().rev().take_while(|node| close.1 <= node.extent.0);
    matches!(tag, Tag::HTML | Tag::BODY)
        && behind.all(|node| {
            let source = source.get(node.open.0 as usize..node.open.1 as usize);
            node.kind == NodeKind::Text && source.is_some_and(|text| text.trim_ascii().is_empty())
        })
}

/// Returns the smallest span around both; if one is empty, it returns the other.
fn hull(one: Span, other: Span) -> Span {
    if one.0 == one.1 {
        other
    } else if other.0 == other.1 {
        one
    } else {
        (one.0.min(other.0), one.1.max(other.1))
    }
}
