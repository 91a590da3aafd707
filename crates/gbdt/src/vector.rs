//! The two operations on sixteen rows for which the compiler finds no good instructions by itself.
//!
//! Everything else of a prediction is plain code that is compiled once for each instruction set.

use crate::{
    leaf_values::{LeafValues, Leaves},
    matrix::LANES,
};

/// What depends on the instruction set.
///
/// A value of an implementing type is the proof that the processor has the instructions, so the methods are safe.
pub(crate) trait Vector: Copy {
    /// Returns the number of the lowest bit that is set in each word. No word may be 0.
    fn lowest_bits(self, words: &[Leaves; LANES]) -> [u8; LANES];

    /// Adds the value of each row's leaf, one of 32, to the row's sum.
    fn add_values(self, sums: &mut [i32; LANES], values: &LeafValues, leaves: &[u8; LANES]);
}

/// Plain code, for every processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Vector for Portable {
    #[inline(always)]
    fn lowest_bits(self, words: &[Leaves; LANES]) -> [u8; LANES] {
        words.map(|word| word.trailing_zeros() as u8)
    }

    #[inline(always)]
    fn add_values(self, sums: &mut [i32; LANES], values: &LeafValues, leaves: &[u8; LANES]) {
        for (sum, &leaf) in sums.iter_mut().zip(leaves) {
            // The remainder changes nothing, but tells the compiler that the look-up is within bounds.
            *sum += i32::from(values.get(usize::from(leaf) % Leaves::BITS as usize));
        }
    }
}
