//! What elements hand down to those in them, once the tree is finished.

use super::{
    ALL, BLOCK, IN_LISTING, INHERITED, LINE, LINES, MONOSPACE, ONE_LINE, UNWRAPPED, WHITE_SPACE, is_preformatted,
    numbered_code::set_code_of_row,
};
use crate::{
    Namespace, NodeKind, Tag,
    node::{KEEPS_LINES, NONE, Node},
};

/// Hands the white space of elements down to what is in them, and finds the elements that are preformatted by their
/// style. The nodes are in the order of the tree.
#[cold]
pub(crate) fn hand_down(nodes: &mut [Node], source: &str) {
    for at in 0..nodes.len() {
        let Node { kind, namespace, tag, parent, open, extent, close, mut layout, .. } = nodes[at];
        let around = if parent == NONE { 0 } else { nodes[parent as usize].layout & INHERITED };
        if matches!(kind, NodeKind::Text | NodeKind::RawText) {
            if matches!(around & WHITE_SPACE, LINES | ALL) && around & IN_LISTING == 0 {
                nodes[at].flags |= KEEPS_LINES;
            }
            continue;
        }
        if layout & WHITE_SPACE == 0 {
            layout |= around & WHITE_SPACE;
        }
        layout |= around & (IN_LISTING | ONE_LINE);
        if namespace == Namespace::Html {
            let content = || {
                let end = if close.0 < close.1 { close.0 } else { extent.1 };
                source.get(open.1 as usize..end as usize).unwrap_or("").trim()
            };
            if is_preformatted(tag) {
                layout |= IN_LISTING;
            } else if layout & WHITE_SPACE == ALL && layout & IN_LISTING == 0 {
                let is_code = matches!(tag, Tag::CODE | Tag::SAMP | Tag::KBD | Tag::TT) || layout & MONOSPACE != 0;
                // Prose is often set with `pre-wrap`, but not with `pre`, which does not wrap it.
                let is_unwrapped = layout & UNWRAPPED != 0 && tag.is_block() && !holds_a_block(nodes, at);
                if layout & ONE_LINE == 0 && (is_code || is_unwrapped) {
                    if content().contains(['\n', '\r']) {
                        layout |= IN_LISTING;
                        nodes[at].equivalent = Tag::PRE;
                    } else {
                        layout |= ONE_LINE;
                    }
                }
            }
            if tag == Tag::TD {
                if layout & LINE != 0 {
                    set_code_of_row(nodes, at);
                }
            } else if layout & LINE != 0 && stands_right_after_another(nodes, at, around) {
                layout |= BLOCK;
            }
        }
        nodes[at].layout = layout;
    }
}

/// Returns whether there is a block in an element. The search ends at the first, where that of the next one begins.
fn holds_a_block(nodes: &[Node], at: usize) -> bool {
    let below = &nodes[at + 1..nodes[at].subtree_end as usize];
    below.iter().any(|node| node.kind == NodeKind::Element && node.equivalent.is_block() && node.tag != Tag::BR)
}

/// Returns whether the sibling before an element ends where it begins, and is a line too: `code` in preformatted text,
/// or a `span` of such a class.
fn stands_right_after_another(nodes: &[Node], at: usize, around: u8) -> bool {
    let node = &nodes[at];
    // The node before is the sibling before, or the last one in it.
    let mut before = at - 1;
    while nodes[before].parent != node.parent {
        if nodes[before].parent == NONE {
            return false;
        }
        before = nodes[before].parent as usize;
    }
    let before = &nodes[before];
    let is_line = if node.tag == Tag::CODE { around & IN_LISTING != 0 } else { before.layout & LINE != 0 };
    is_line && before.tag == node.tag && before.extent.1 == node.open.0
}
