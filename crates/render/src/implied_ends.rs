//! Where elements without an end tag end.

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::{
    cuts::is_space,
    layout::is_leaf,
    pieces::{Piece, PieceKind},
};

/// Returns those of the elements that were ended by something other than their
/// own end tag, each after the first piece that may have ended it; in the order
/// of these pieces, inner elements first.
///
/// That is the first piece after the element, except for pieces that the parser
/// moved out of it: those come after it in the source and before it in the
/// tree. Ignored tags before that piece may have ended the element too.
///
/// # Complexity
///
/// `O(n log n)` for `n` pieces.
pub(crate) fn implied_ends(
    dom: &Dom<'_>,
    pieces: &[Piece],
    elements: impl Iterator<Item = NodeId>,
) -> Vec<(usize, NodeId)> {
    let has_no_end = |&node: &NodeId| {
        dom.kind(node) == NodeKind::Element
            && dom.start_tag(node).is_some()
            && dom.end_tag(node).is_none()
            && !dom.is_copy(node)
            && !is_leaf(dom, node)
            && !matches!(dom.tag(node), Tag::HTML | Tag::BODY)
    };
    let mut ends: Vec<(usize, NodeId)> = elements
        .filter(has_no_end)
        .map(|node| {
            let end = dom.extent(node).end;
            (pieces.partition_point(|piece| piece.start() < end), node)
        })
        .collect();
    if ends.is_empty() {
        return ends;
    }
    ends.sort_by_key(|&(behind, _)| std::cmp::Reverse(behind));

    let ranks: Vec<usize> = pieces.iter().map(|piece| rank(dom, piece)).collect();
    let blanks = blanks_before(&ranks);
    // Of the pieces so far, from the last one back, those that no earlier one outranks.
    let mut leading: Vec<usize> = Vec::new();
    let mut from = pieces.len();
    ends.retain_mut(|(behind, node)| {
        while *behind < from {
            from -= 1;
            while leading.pop_if(|last| ranks[*last] <= ranks[from]).is_some() {}
            leading.push(from);
        }
        let outranked = leading.partition_point(|&piece| node.index() <= ranks[piece]);
        let Some(ended_by) = outranked.checked_sub(1).map(|last| leading[last]) else {
            return false;
        };
        *behind = blanks[ended_by].max(*behind);
        true
    });
    ends.sort_by_key(|&(ended_by, node)| (ended_by, std::cmp::Reverse(node)));
    ends
}

/// Returns the number of the last node that a piece can end; 0 if none.
fn rank(dom: &Dom<'_>, piece: &Piece) -> usize {
    match piece.kind {
        _ if piece.is_ignored(dom) => 0,
        // White space ends nothing.
        PieceKind::Text if dom.source()[piece.range()].bytes().all(is_space) => 0,
        // The node is an ancestor of those that it ends.
        PieceKind::EndTag => dom.subtree_end(piece.node) - 1,
        _ => piece.node.index(),
    }
}

/// Returns for each piece the beginning of the run of pieces before it that end
/// nothing.
fn blanks_before(ranks: &[usize]) -> Vec<usize> {
    let starts = ranks.iter().enumerate().scan(0, |start, (at, &rank)| {
        let found = *start;
        if rank != 0 {
            *start = at + 1;
        }
        Some(found)
    });
    starts.collect()
}
