//! Hashing several sources side by side. Each step depends on the one before it in the same source, but not on those
//! of other sources.

use std::cmp::Reverse;

use super::{Hasher, MULTIPLIER, fold};

/// The number of sources that are hashed together. A processor can start one multiplication in each cycle, but the
/// result, which the next step of the same source needs, takes about six cycles. Chosen: by eye.
const LANES: usize = 4;

/// A source that is partly hashed.
struct Lane<'s> {
    hasher: Hasher,
    /// The whole pieces that are left.
    pieces: &'s [[u8; 8]],
    rest: &'s [u8],
}

impl<'s> Lane<'s> {
    fn new(source: &'s str) -> Lane<'s> {
        let (pieces, rest) = source.as_bytes().as_chunks();
        Lane { hasher: Hasher::of_length(source.len()), pieces, rest }
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
    // Sources of similar length are grouped, so that few pieces are left when the shortest of a group ends.
    longest_first.sort_by_key(|lane| Reverse(lane.pieces.len()));
    for group in longest_first.chunks_mut(LANES) {
        // After each call the shortest of the group is done, and the next call goes on with the others.
        advance::<4>(group);
        advance::<3>(group);
        advance::<2>(group);
    }
    lanes.into_iter().map(Lane::end).collect()
}

/// Advances the first `N` sources, if there are as many, to the end of the shortest, which is the last of them.
fn advance<const N: usize>(group: &mut [&mut Lane<'_>]) {
    let Some(lanes) = group.first_chunk_mut::<N>() else {
        return;
    };
    let n_pieces = lanes[N - 1].pieces.len();
    // The states are copied to an array, so that the compiler keeps them in registers.
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
