//! Blocks that are removed with all that is in them: most of a page is not looked at again.

use std::ops::Range;

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::{
    cuts::Cuts,
    layout::{is_block, is_preformatted},
    lines::Break,
};

/// Returns how a block breaks the line at its ends.
#[inline]
pub(super) fn break_at(block: Tag) -> Break {
    match block {
        Tag::TD | Tag::TH => Break::Cell,
        Tag::TR | Tag::TABLE | Tag::TBODY | Tag::THEAD | Tag::TFOOT | Tag::CAPTION => Break::Row,
        _ => Break::Line,
    }
}

/// Finds blocks that are removed with all that is in them, and that only break the line.
#[derive(Debug, Default)]
pub(super) struct Gone {
    /// For each break, of the last such block: the node for which it has to be read.
    obstacles: [usize; 1 + Break::Row as usize],
}

impl Gone {
    /// Returns whether all that a block does is to break the line, as it has done. It must not be within preformatted
    /// text.
    ///
    /// All calls together are linear in the page if blocks are asked for in document order. Where the parser moved texts into
    /// blocks that are removed, a node may be looked at once for each block around it, of which there are no more than
    /// [`Dom::MAX_DEPTH`].
    pub(super) fn is_gone(&mut self, dom: &Dom<'_>, cuts: &mut Cuts<'_>, block: NodeId, kind: Break) -> bool {
        let nodes = block.index()..dom.subtree_end(block);
        let last_obstacle = &mut self.obstacles[kind as usize];
        if nodes.contains(last_obstacle) {
            return false;
        }
        let Some(cut) = cuts.around(&dom.extent(block)) else {
            return false;
        };
        // The parser may have moved a text here from elsewhere.
        let is_around = |range: Range<usize>| cut.start <= range.start && range.end <= cut.end;
        let is_gone = |&at: &usize| {
            dom.get(at).is_none_or(|node| match dom.kind(node) {
                NodeKind::Text | NodeKind::RawText => is_around(dom.extent(node)),
                NodeKind::Element => {
                    !is_block(dom, node) || break_at(dom.tag(node)) <= kind && !is_preformatted(dom, node)
                }
                _ => true,
            })
        };
        let obstacle = nodes.into_iter().find(|at| !is_gone(at));
        *last_obstacle = obstacle.unwrap_or(*last_obstacle);
        obstacle.is_none()
    }
}
