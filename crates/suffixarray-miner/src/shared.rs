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

use std::{cmp::Reverse, collections::BTreeMap, ops::Range};

use crate::{Occurrence, corpus::Text, repeats::Repeat};

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
/// O(n log n) time for `n` positions; 12 bytes for each of them, and up to 20 for each place.
pub(crate) fn taken(candidates: &[Repeat], array: &[i32], text: &Text) -> Vec<(usize, usize)> {
    let mut places = places(candidates, array, text);
    places.sort_unstable();
    let mut each: Vec<&[Place]> = places.chunk_by(|one, other| one.candidate == other.candidate).collect();
    let candidate = |places: &[Place]| &candidates[places[0].candidate as usize];
    each.sort_by_key(|places| (Reverse(candidate(places).len), places[0].position));
    let mut cover = Cover::default();
    let mut taken = Vec::new();
    for places in each {
        let len = candidate(places).len;
        let range = |place: &Place| place.position as usize..(place.position + len) as usize;
        // Comparing with half of the length bounds the output: at least as many tokens are covered anew as were
        // covered before.
        if places.iter().any(|place| cover.covered(&range(place)) <= len as usize / 2) {
            taken.push((places[0].candidate as usize, places[0].position as usize));
            places.iter().for_each(|place| cover.cover(range(place)));
        }
    }
    taken.sort_unstable();
    taken
}

/// Returns the places at which candidates stand alone.
fn places(candidates: &[Repeat], array: &[i32], text: &Text) -> Vec<Place> {
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
    for document in 0..text.ends.len() {
        let positions = text.tokens(document);
        let mut end = positions.start;
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

/// The positions that are covered by strings, as ranges that do not touch: the end of each by its start.
///
/// No range that is covered or asked for is longer than one covered before. So a range that is asked for overlaps with at
/// most two of them: one that it begins in, and one that it ends in.
#[derive(Default)]
struct Cover(BTreeMap<usize, usize>);

impl Cover {
    /// Covers a range. O(log n) for `n` ranges.
    fn cover(&mut self, mut range: Range<usize>) {
        while let Some((&start, &end)) = self.0.range(..=range.end).next_back()
            && range.start <= end
        {
            self.0.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.0.insert(range.start, range.end);
    }

    /// Counts the covered positions of a range. O(log n) for `n` ranges.
    fn covered(&self, range: &Range<usize>) -> usize {
        let before = self.0.range(..=range.start).next_back();
        let inside = self.0.range(range.start + 1..range.end);
        let ends = before.into_iter().chain(inside).map(|(&start, &end)| start.max(range.start)..end.min(range.end));
        ends.map(|covered| covered.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_covered_is_counted_once() {
        let mut cover = Cover::default();
        let mut naive = [false; 100];
        for (start, end) in [(40, 70), (60, 85), (0, 20), (71, 80), (19, 25), (99, 100), (98, 99)] {
            cover.cover(start..end);
            naive[start..end].fill(true);
            for from in 0..100 {
                let expected = naive[from..].iter().filter(|is| **is).count();
                assert_eq!(cover.covered(&(from..100)), expected);
            }
        }
    }
}
