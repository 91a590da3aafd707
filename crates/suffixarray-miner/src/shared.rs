//! The longest strings that several groups of documents share.
//!
//! Every part of a shared string is shared as well, and `a b a b …` shares as many different strings with itself as
//! it has tokens. So only strings are taken that occur somewhere without a longer one around them:
//!
//! 1. The candidates are the maximal strings that are long enough and in enough groups.
//! 2. At each position at most one candidate counts, the longest that begins there. It is the deepest of the LCP
//!    intervals that contain the rank of the position.
//! 3. A candidate stands alone at a position if it ends after everything that begins further to the left in the
//!    document. (If the longest shared string at a position is not a candidate, because it is always preceded by the
//!    same token, then the string that includes this token ends as far to the right.)
//! 4. Strings that stand alone may still overlap, like the parts of a long run. They are tried in order of falling
//!    length, and a string is taken if at least half of its tokens, at one of these places, are in no string taken
//!    before. Each token is covered for the first time once, so that all strings that are taken have at most twice as
//!    many tokens as the documents.

use std::{cmp::Reverse, ops::Range};

use crate::{Occurrence, corpus::Documents, repeats::Repeat};

/// A string that several groups of documents share.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shared {
    /// The ranks of its occurrences ([`Index::occurrence`](crate::Index::occurrence)).
    pub ranks: Range<usize>,
    /// The length in tokens.
    pub tokens: u32,
    /// The number of groups that have it.
    pub groups: u32,
    /// The number of documents that have it.
    pub documents: u32,
    /// The first place at which it is not part of a longer one.
    pub place: Occurrence,
}

/// Marks a position at which no candidate begins.
const NONE: u32 = u32::MAX;

/// A position at which a candidate stands alone.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
struct Place {
    candidate: u32,
    position: u32,
}

/// Returns the indexes of the candidates that are taken, in order, each with the first position at which it stands
/// alone.
///
/// O(n log n) time for `n` positions; 16 bytes for each of them.
pub(crate) fn taken(candidates: &[Repeat], array: &[i32], documents: &Documents) -> Vec<(usize, usize)> {
    let mut places = places(candidates, array, documents);
    places.sort_unstable();
    let mut each: Vec<&[Place]> = places.chunk_by(|one, other| one.candidate == other.candidate).collect();
    let candidate = |places: &[Place]| &candidates[places[0].candidate as usize];
    each.sort_by_key(|places| (Reverse(candidate(places).len), places[0].position));
    let mut cover = Cover::new(array.len());
    let mut taken = Vec::new();
    for places in each {
        let len = candidate(places).len;
        let range = |place: &Place| place.position as usize..(place.position + len) as usize;
        // Comparing with half of the length bounds the output: at least as many tokens are covered anew as were
        // covered before.
        if places.iter().any(|place| cover.covered(range(place)) <= len / 2) {
            taken.push((places[0].candidate as usize, places[0].position as usize));
            places.iter().for_each(|place| cover.cover(range(place)));
        }
    }
    taken.sort_unstable();
    taken
}

/// Returns the places at which candidates stand alone.
fn places(candidates: &[Repeat], array: &[i32], documents: &Documents) -> Vec<Place> {
    // Intervals come before those that they contain, as these begin later or have a longer string.
    let mut order: Vec<u32> = (0..candidates.len() as u32).collect();
    order.sort_unstable_by_key(|&at| {
        let candidate = &candidates[at as usize];
        (candidate.rank, candidate.len)
    });
    let mut longest = vec![NONE; array.len()];
    let mut open: Vec<u32> = Vec::new();
    let mut waiting = order.into_iter().peekable();
    for (rank, &position) in (0..).zip(array) {
        let is_over = |&mut at: &mut u32| {
            let candidate = &candidates[at as usize];
            candidate.rank + candidate.term_frequency <= rank
        };
        while open.pop_if(is_over).is_some() {}
        // Only the first rank opens an interval. The loop above has closed those that end before this rank, so that
        // the stack holds nested intervals.
        while let Some(next) = waiting.next_if(|&at| candidates[at as usize].rank == rank) {
            open.push(next);
        }
        longest[position as usize] = open.last().copied().unwrap_or(NONE);
    }
    let mut places = Vec::new();
    for document in 0..documents.len() {
        let start = documents.start(document);
        let positions = start..start + documents.len_of(document);
        let mut end = start;
        for (position, &at) in positions.clone().zip(&longest[positions]) {
            if at == NONE {
                continue;
            }
            let own = position + candidates[at as usize].len as usize;
            if end < own {
                end = own;
                places.push(Place { candidate: at, position: position as u32 });
            }
        }
    }
    places
}

/// The positions that are covered by strings: a union-find for the next free position, and a Fenwick tree for counts.
struct Cover {
    /// For each position, itself if it is not covered, or else a position on the way to the next one that is not.
    next: Vec<u32>,
    /// A Fenwick tree with the numbers of covered positions.
    counts: Vec<u32>,
}

impl Cover {
    fn new(positions: usize) -> Cover {
        Cover { next: (0..=positions as u32).collect(), counts: vec![0; positions + 1] }
    }

    /// Covers a range. O(log n) for each position that was not covered before, and for the range.
    fn cover(&mut self, range: Range<usize>) {
        let mut at = self.next(range.start);
        while at < range.end {
            let mut node = at + 1;
            while let Some(count) = self.counts.get_mut(node) {
                *count += 1;
                // The lowest set bit of the index is the width of the node's range; adding it leads to the next node
                // that contains the position.
                node += node & node.wrapping_neg();
            }
            // A covered position points to its successor, and is skipped from now on.
            self.next[at] = at as u32 + 1;
            at = self.next(at);
        }
    }

    /// Counts the covered positions of a range.
    fn covered(&self, range: Range<usize>) -> u32 {
        self.before(range.end) - self.before(range.start)
    }

    fn before(&self, mut node: usize) -> u32 {
        let mut sum = 0;
        while node > 0 {
            sum += self.counts[node];
            // This clears the lowest set bit, which leads to the node of the range just before.
            node &= node - 1;
        }
        sum
    }

    /// Returns the first position from `at` on that is not covered. Shortens the path by path halving.
    fn next(&mut self, mut at: usize) -> usize {
        while self.next[at] as usize != at {
            self.next[at] = self.next[self.next[at] as usize];
            at = self.next[at] as usize;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_covered_is_counted_once() {
        let mut cover = Cover::new(100);
        let mut naive = [false; 100];
        for (start, end) in [(3, 9), (0, 1), (5, 40), (99, 100), (8, 8), (30, 90), (0, 100)] {
            cover.cover(start..end);
            naive[start..end].fill(true);
            for from in 0..100 {
                let expected = naive[from..].iter().filter(|is| **is).count();
                assert_eq!(cover.covered(from..100) as usize, expected);
            }
        }
    }
}
