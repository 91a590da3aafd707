//! Sources side by side. Each step of one waits for the step before; those of others need not.

use std::cmp::Reverse;

use super::{Hasher, MULTIPLIER, fold};

/// So many sources are taken together: a processor has one multiplication in each cycle, and the next of the same source
/// six cycles later.
const LANES: usize = 4;

/// A source of which a part is taken.
struct Lane<'s> {
    hasher: Hasher,
    /// What is left.
    pieces: &'s [[u8; 8]],
    rest: &'s [u8],
}

impl<'s> Lane<'s> {
    fn new(source: &'s str) -> Lane<'s> {
        let (pieces, rest) = source.as_bytes().as_chunks();
        Lane {
            hasher: Hasher::of_length(source.len()),
            pieces,
            rest,
        }
    }

    fn end(mut self) -> u64 {
        self.hasher.pieces(self.pieces.as_flattened());
        self.hasher.pieces(self.rest);
        self.hasher.state
    }
}

/// Returns the number of each source.
pub(super) fn numbers(sources: &[&str]) -> Vec<u64> {
    let mut lanes: Vec<Lane<'_>> = sources.iter().map(|source| Lane::new(source)).collect();
    let mut longest_first: Vec<&mut Lane<'_>> = lanes.iter_mut().collect();
    longest_first.sort_by_key(|lane| Reverse(lane.pieces.len()));
    for group in longest_first.chunks_mut(LANES) {
        // The shortest of them ends, then the next.
        advance::<4>(group);
        advance::<3>(group);
        advance::<2>(group);
    }
    lanes.into_iter().map(Lane::end).collect()
}

/// Takes the first of these, if there are so many, to the end of the shortest, which is the last of them.
fn advance<const N: usize>(group: &mut [&mut Lane<'_>]) {
    let Some(lanes) = group.first_chunk_mut::<N>() else {
        return;
    };
    let n_pieces = lanes[N - 1].pieces.len();
    let mut states = lanes.each_ref().map(|lane| lane.hasher.state);
    let pieces = lanes.each_ref().map(|lane| &lane.pieces[..n_pieces]);
    for i in 0..n_pieces {
        for (state, pieces) in states.iter_mut().zip(pieces) {
            *state = fold(*state ^ u64::from_le_bytes(pieces[i]), MULTIPLIER);
        }
    }
    for (lane, state) in lanes.iter_mut().zip(states) {
        lane.hasher.state = state;
        lane.pieces = &lane.pieces[n_pieces..];
    }
}
