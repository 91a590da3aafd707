//! The inner loop: one block of rows over a run of columns.

use super::{masks::Masks, wide::Wide};

/// Two planes of a column of `64 · W` rows: the low and high bits of `V`; or `z`, and whether `V` was 3.
pub(super) type Planes<const W: usize> = [[u64; W]; 2];

/// One block of rows over a run of columns.
pub(super) struct Sweep<'a> {
    pub(super) masks: &'a Masks,
    /// The numbers of the symbols of the columns.
    pub(super) left: &'a [u32],
    /// For each column, `H` of the row above the block. The sweep replaces it by that of the block's last row.
    pub(super) h: &'a mut [u8],
}

impl Sweep<'_> {
    /// Sweeps the rows of `v`. `v` holds the planes of `V` before the first column, and afterwards those after the
    /// last.
    ///
    /// Writes the planes of every cell to `kept`, if it is given.
    pub(super) fn run(self, v: &mut [u64], kept: Option<&mut [u64]>) {
        // The width is a constant in each case, so that the compiler unrolls the loops over words. One or two words
        // are too few for wide registers.
        match (v.len() / 2, Wide::new()) {
            (1, _) => self.run_words::<1>(None, v, kept),
            (2, _) => self.run_words::<2>(None, v, kept),
            (4, wide) => self.run_words::<4>(wide, v, kept),
            (8, wide) => self.run_words::<8>(wide, v, kept),
            (_, wide) => self.run_words::<16>(wide, v, kept),
        }
    }

    fn run_words<const W: usize>(self, wide: Option<Wide>, v: &mut [u64], kept: Option<&mut [u64]>) {
        let [v] = columns_of::<W>(v) else { return };
        match (wide, kept) {
            (Some(wide), Some(kept)) => wide.sweep::<W, true>(self, v, columns_of(kept)),
            (Some(wide), None) => wide.sweep::<W, false>(self, v, &mut []),
            (None, Some(kept)) => self.narrow::<W, true>(v, columns_of(kept)),
            (None, None) => self.narrow::<W, false>(v, &mut []),
        }
    }

    /// Sweeps word by word. With `KEEP`, `kept` must have as many columns as the sweep.
    fn narrow<const W: usize, const KEEP: bool>(self, v: &mut Planes<W>, kept: &mut [Planes<W>]) {
        for (column, (&number, h)) in self.left.iter().zip(self.h).enumerate() {
            let planes = next_column(v, self.masks.of(number), h);
            if KEEP {
                kept[column] = planes;
            }
        }
    }
}

/// Reinterprets a run of words as columns.
fn columns_of<const W: usize>(words: &mut [u64]) -> &mut [Planes<W>] {
    words.as_chunks_mut::<W>().0.as_chunks_mut::<2>().0
}

/// Computes one column of a block, and returns the planes that a path needs.
#[inline(always)]
fn next_column<const W: usize>(v: &mut Planes<W>, equal: &[u64; W], h: &mut u8) -> Planes<W> {
    let mut h_low = u64::from(*h & 1);
    let mut h_high = u64::from(*h >> 1);
    let mut carry = h_low & h_high;
    let mut kept = [[0; W]; 2];
    for w in 0..W {
        let (v_low, v_high, equal) = (v[0][w], v[1][w], equal[w]);
        // Where `V` is 0, an `H` of 3 above continues, and equal symbols begin one.
        let through = !(v_low | v_high);
        let begin = equal & through;
        let (sum, over) = through.overflowing_add(begin);
        let (sum, over_again) = sum.overflowing_add(carry);
        carry = u64::from(over | over_again);
        // The sum differs from its operands where a carry arrived: these are the rows below an `H` of 3.
        let above_is_3 = sum ^ through ^ begin;

        let v_is_3 = v_low & v_high;
        let z = equal | v_is_3 | above_is_3;
        (kept[0][w], kept[1][w]) = (z, v_is_3);

        // `H = z + 2 - V`, computed bit by bit, then moved down by a row.
        let low = z ^ v_low;
        let high = !v_high & (!v_low | z);
        let low_above = low << 1 | h_low;
        let high_above = high << 1 | h_high;
        (h_low, h_high) = (low >> 63, high >> 63);
        // `V = z + 2 - H`, with the same formulas.
        (v[0][w], v[1][w]) = (z ^ low_above, !high_above & (!low_above | z));
    }
    *h = h_low as u8 | (h_high as u8) << 1;
    kept
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{super::masks::Symbols, *};

    /// Sweeps one block from some state, and returns all results.
    fn swept<const W: usize>(
        wide: Option<Wide>,
        (left, right, h): &(Vec<u32>, Vec<u32>, Vec<u8>),
        keep: bool,
    ) -> (Vec<u64>, Vec<u8>, Vec<u64>) {
        let right = &right[..right.len().min(64 * W)];
        let mut symbols = Symbols::default();
        symbols.read(left, right);
        let mut masks = Masks::default();
        masks.read(&symbols, 0..right.len(), W);
        let (mut v, mut h) = (vec![0; 2 * W], h[..left.len()].to_vec());
        let mut kept = vec![0; if keep { 2 * W * left.len() } else { 0 }];
        let sweep = Sweep { masks: &masks, left: symbols.left(), h: &mut h };
        sweep.run_words::<W>(wide, &mut v, keep.then_some(&mut kept));
        (v, h, kept)
    }

    proptest! {
        #[test]
        fn wide_and_narrow_sweeps_agree(
            block in (1..30u32).prop_flat_map(|letters| {
                (vec(0..letters, 1..120), vec(0..letters, 0..1_100), vec(0..4u8, 120))
            }),
            keep in any::<bool>(),
        ) {
            let wide = Wide::new();
            prop_assert_eq!(swept::<4>(wide, &block, keep), swept::<4>(None, &block, keep));
            prop_assert_eq!(swept::<8>(wide, &block, keep), swept::<8>(None, &block, keep));
            prop_assert_eq!(swept::<16>(wide, &block, keep), swept::<16>(None, &block, keep));
        }
    }
}
