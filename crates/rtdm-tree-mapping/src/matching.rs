//! Overlaying a template on a page in one pass from the root down.
//!
//! The children of a pair are matched in order, in three rounds. Each round fills the gaps that the previous one has
//! left:
//!
//! 1. identical subtrees at both ends of the two lists; between them, identical subtrees that occur once in each
//!    list, and pairs that a vote from below supports, as far as their order agrees (the longest increasing run, as
//!    in a patience diff);
//! 2. identical subtrees, each with the first remaining one;
//! 3. nodes with the same label, likewise.
//!
//! Identical subtrees need nothing further; the children of the other pairs come next. Taking the first remaining
//! node can go wrong: a repeated subtree may be paired with one too far ahead, and the nodes in between are lost. The
//! first round keeps such errors local.

use crate::sides::{Node, Side};
use crate::tree::NodeNumber;
use crate::votes::votes;

/// Returns the template node of each page node. The roots must have the same label.
pub(crate) fn map(template: Side<'_>, page: Side<'_>) -> Vec<Option<NodeNumber>> {
    let mut partners = vec![None; page.tree.len()];
    let votes = votes(template, page);
    let mut pending = vec![(template.node(NodeNumber::ROOT), page.node(NodeNumber::ROOT))];
    while let Some((x, y)) = pending.pop() {
        if x.class == y.class {
            for (x, y) in template.tree.subtree(x.id).zip(page.tree.subtree(y.id)) {
                partners[y] = Some(NodeNumber::new(x));
            }
            continue;
        }
        partners[y.id.index()] = Some(x.id);
        let left: Vec<Node> = template.children(x.id).collect();
        let right: Vec<Node> = page.children(y.id).collect();
        let identical = in_gaps(&sure(x.id, &left, &right, template, &votes), &left, &right, |node| node.class);
        for (i, j) in in_gaps(&identical, &left, &right, |node| node.label) {
            pending.push((left[i], right[j]));
        }
    }
    partners
}

/// Pairs of positions, increasing in both.
type Matches = Vec<(usize, usize)>;

/// Returns the matches of the first round: identical subtrees at both ends, and between them those that occur once in
/// each list and those that a vote supports.
fn sure(x: NodeNumber, left: &[Node], right: &[Node], template: Side<'_>, votes: &[Option<NodeNumber>]) -> Matches {
    let same = |(x, y): &(&Node, &Node)| x.class == y.class;
    let prefix = left.iter().zip(right).take_while(same).count();
    let rests = left[prefix..].iter().rev().zip(right[prefix..].iter().rev());
    let suffix = rests.take_while(same).count();
    let (m, n) = (left.len() - suffix, right.len() - suffix);

    // Both lists are sorted by class, and are merged.
    let mut right_once = once(&right[prefix..n]).into_iter().peekable();
    let mut shared: Matches = Vec::new();
    for (class, i) in once(&left[prefix..m]) {
        while right_once.next_if(|&(other, _)| other < class).is_some() {}
        if let Some((_, j)) = right_once.next_if(|&(other, _)| other == class) {
            shared.push((prefix + i, prefix + j));
        }
    }
    let mut taken = vec![false; n - prefix];
    for &(_, j) in &shared {
        // A child that is matched as a whole needs no vote.
        taken[j - prefix] = true;
    }
    for j in prefix..n {
        // A vote counts only for a child of this very pair, between the ends, and with the same label. Children are
        // ordered by their number, which allows the binary search.
        if let Some(vote) = votes[right[j].id.index()].filter(|_| !taken[j - prefix])
            && template.tree.parent(vote) == Some(x)
            && let Ok(i) = left.binary_search_by_key(&vote, |node| node.id)
            && (prefix..m).contains(&i)
            && left[i].label == right[j].label
        {
            shared.push((i, j));
        }
    }
    // If there are several for one child, the descending second position keeps more than one from being in an
    // increasing run.
    shared.sort_unstable_by_key(|&(i, j)| (i, std::cmp::Reverse(j)));

    let mut matches: Matches = (0..prefix).map(|i| (i, i)).collect();
    matches.extend(longest_increasing(shared));
    matches.extend((0..suffix).map(|k| (m + k, n + k)));
    matches
}

/// Returns the classes that occur once in a list, each with its position, in order of the classes.
fn once(list: &[Node]) -> Vec<(u32, usize)> {
    let sorted = positions(list, |node| node.class);
    let runs = sorted.chunk_by(|(a, _), (b, _)| a == b);
    runs.filter(|run| run.len() == 1).map(|run| run[0]).collect()
}

/// Returns the key of each node with its position, in order of the keys and then of the positions.
fn positions(list: &[Node], key: impl Fn(&Node) -> u32) -> Vec<(u32, usize)> {
    let mut positions: Vec<(u32, usize)> =
        list.iter().enumerate().map(|(position, node)| (key(node), position)).collect();
    positions.sort_unstable();
    positions
}

/// Returns the longest selection of pairs that also increases in the second position. If there are several, it is the
/// one with the lowest positions.
///
/// This is patience sorting, in O(n log n).
fn longest_increasing(pairs: Matches) -> Matches {
    // For each length, the last pair of the best run; and for each pair, the pair before it in its run.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, &(_, j)) in pairs.iter().enumerate() {
        let length = tails.partition_point(|&tail| pairs[tail].1 < j);
        before.push(length.checked_sub(1).map(|shorter| tails[shorter]));
        if length == tails.len() {
            tails.push(index);
        } else {
            tails[length] = index;
        }
    }
    let last = tails.last().copied();
    let mut run: Matches = std::iter::successors(last, |&index| before[index]).map(|index| pairs[index]).collect();
    run.reverse();
    run
}

/// Returns the given matches together with further ones of equal keys in the gaps between them.
fn in_gaps(matches: &Matches, left: &[Node], right: &[Node], key: impl Fn(&Node) -> u32) -> Matches {
    let positions = positions(right, &key);
    let mut all = Matches::with_capacity(matches.len());
    let (mut i, mut j) = (0, 0);
    // The pair behind the last one closes the last gap.
    for &(next_i, next_j) in matches.iter().chain([&(left.len(), right.len())]) {
        for (i, node) in left[..next_i].iter().enumerate().skip(i) {
            // The binary search finds the first position from `j` on with this key, in the whole list. Beyond the gap
            // it does not count.
            let first = positions.partition_point(|&entry| entry < (key(node), j));
            let free = positions.get(first).filter(|&&(other, _)| other == key(node));
            if let Some(&(_, position)) = free.filter(|&&(_, position)| position < next_j) {
                all.push((i, position));
                j = position + 1;
            }
        }
        if next_i < left.len() {
            all.push((next_i, next_j));
        }
        (i, j) = (next_i + 1, next_j + 1);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_longest_and_lowest() {
        let pairs = [3, 0, 4, 1, 5, 2].into_iter().enumerate().collect();
        assert_eq!(longest_increasing(pairs), [(1, 0), (3, 1), (5, 2)]);
        assert_eq!(longest_increasing(Vec::new()), []);
    }
}
