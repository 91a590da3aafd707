//! Blocks that are removed with everything in them, so that most of a removed part is not read again.

use std::ops::Range;

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::{cuts::Cuts, lines::Break};

/// Returns how a block breaks the line at its ends.
#[inline]
pub(super) fn break_at(block: Tag) -> Break {
    match block {
        Tag::TD | Tag::TH => Break::Cell,
        Tag::TR | Tag::TABLE | Tag::TBODY | Tag::THEAD | Tag::TFOOT | Tag::CAPTION => Break::Row,
        _ => Break::Line,
    }
}

/// Finds blocks that are removed with everything in them, and that only break the line.
#[derive(Debug, Default)]
pub(super) struct Gone {
    /// By break, the node that last kept a block with this break from being gone. 0, the root, is in no block.
    obstacles: [usize; 1 + Break::Row as usize],
}

impl Gone {
    /// Returns whether the only effect of a block is to break the line, which the caller has done already. The block
    /// must not be within preformatted text.
    ///
    /// All calls together are linear in the page if blocks are asked for in document order. If the parser moved texts
    /// into blocks that are removed, a node may be read once for each block around it, of which there are at most
    /// [`Dom::MAX_DEPTH`].
    pub(super) fn is_gone(&mut self, dom: &Dom<'_>, cuts: &mut Cuts<'_>, block: NodeId, kind: Break) -> bool {
        let nodes = block.index()..dom.subtree_end(block);
        let last_obstacle = &mut self.obstacles[kind as usize];
        // The node that stopped an outer block with the same break is in this block too, so it is not searched again.
        if nodes.contains(last_obstacle) {
            return false;
        }
        let Some(cut) = cuts.around(&dom.extent(block)) else {
            return false;
        };
        // The extent does not cover a text that the parser moved here from elsewhere, so each node is checked.
        let is_around = |range: Range<usize>| cut.start <= range.start && range.end <= cut.end;
        let is_gone = |&at: &usize| {
            dom.get(at).is_none_or(|node| match dom.kind(node) {
                NodeKind::Text | NodeKind::RawText => is_around(dom.extent(node)),
                NodeKind::Element => {
                    // A weaker or equal break is merged into the block's own. A stronger one, such as a table's row,
                    // would show.
                    !dom.is_block(node) || break_at(dom.equivalent_tag(node)) <= kind && !dom.is_preformatted(node)
                }
                _ => true,
            })
        };
        let obstacle = nodes.into_iter().find(|at| !is_gone(at));
        *last_obstacle = obstacle.unwrap_or(*last_obstacle);
        obstacle.is_none()
    }
}
