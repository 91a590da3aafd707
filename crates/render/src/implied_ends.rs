//! Finds where elements without an end tag end.

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::{
    cuts::is_space,
    layout::is_leaf,
    pieces::{Piece, PieceKind},
};

/// Returns those of the elements that were ended by something other than their own end tag, each with the number of
/// the first piece that may have ended it. They are sorted by that number, inner elements first.
///
/// The piece that ended an element is the first one after it, except for pieces that the parser moved out of it:
/// those come after the element in the source and before it in the tree. Ignored tags before that piece may have
/// ended the element too.
///
/// # Complexity
///
/// `O(n log n)` for `n` pieces.
pub(crate) fn implied_ends(
    dom: &Dom<'_>,
    pieces: &[Piece],
    elements: impl Iterator<Item = NodeId>,
) -> Vec<(usize, NodeId)> {
    // A copy has no start tag of its own that would need an end tag; `html` and `body` end only with the page.
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
    // Descending, because the scan below reads the pieces from the last one back.
    ends.sort_by_key(|&(behind, _)| std::cmp::Reverse(behind));

    let ranks: Vec<usize> = pieces.iter().map(|piece| rank(dom, piece)).collect();
    let blanks = blanks_before(&ranks);
    // A monotonic stack of those pieces from `from` on that outrank every earlier one of them. From the bottom up,
    // ranks and positions fall.
    let mut leading: Vec<usize> = Vec::new();
    let mut from = pieces.len();
    ends.retain_mut(|(behind, node)| {
        while *behind < from {
            from -= 1;
            while leading.pop_if(|last| ranks[*last] <= ranks[from]).is_some() {}
            leading.push(from);
        }
        // The last piece whose rank reaches the node is the first one after the element that can end it.
        let outranked = leading.partition_point(|&piece| node.index() <= ranks[piece]);
        let Some(ended_by) = outranked.checked_sub(1).map(|last| leading[last]) else {
            return false;
        };
        // An ignored tag among the pieces of rank 0 before that piece may have ended the element as well.
        *behind = blanks[ended_by].max(*behind);
        true
    });
    // Inner elements have greater indices, and their end tags come first.
    ends.sort_by_key(|&(ended_by, node)| (ended_by, std::cmp::Reverse(node)));
    ends
}

/// Returns the index of the last node that a piece can end; 0 if none.
fn rank(dom: &Dom<'_>, piece: &Piece) -> usize {
    match piece.kind {
        _ if piece.is_ignored(dom) => 0,
        // White space ends nothing.
        PieceKind::Text if dom.source()[piece.range()].bytes().all(is_space) => 0,
        // An end tag ends the node and everything in it, so that its rank is that of the last descendant.
        PieceKind::EndTag => dom.subtree_end(piece.node) - 1,
        _ => piece.node.index(),
    }
}

/// Returns for each piece the start of the run of pieces before it that end nothing.
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
