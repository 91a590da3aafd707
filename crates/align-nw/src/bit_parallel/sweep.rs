//! The inner loop: one block of rows over a run of columns.

use super::masks::Masks;

/// Two bits of 64 rows: the low and high bits of `V`, or `z` and `V = 3`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Word(pub(super) [u64; 2]);

/// One block over a run of columns.
pub(super) struct Sweep<'a> {
    pub(super) masks: &'a Masks,
    /// The numbers of the columns' symbols.
    pub(super) left: &'a [u32],
    /// `H` of the row above the block, for each column.
    pub(super) above: &'a [u8],
}

impl Sweep<'_> {
    /// Sweeps the rows of `v`, which holds `V` before the first column, and
    /// leaves it as it is after the last.
    ///
    /// Writes `H` of the block's last row to `below`, and both planes of every
    /// cell to `planes`, where they are given.
    pub(super) fn run(
        &self,
        v: &mut [Word],
        below: Option<&mut [u8]>,
        planes: Option<&mut [Word]>,
    ) {
        match v.len() {
            1 => self.run_words::<1>(v, below, planes),
            2 => self.run_words::<2>(v, below, planes),
            4 => self.run_words::<4>(v, below, planes),
            _ => self.run_words::<8>(v, below, planes),
        }
    }

    fn run_words<const W: usize>(
        &self,
        v: &mut [Word],
        below: Option<&mut [u8]>,
        planes: Option<&mut [Word]>,
    ) {
        let Some(v) = v.first_chunk_mut::<W>() else {
            return;
        };
        match (below, planes) {
            (Some(below), Some(planes)) => {
                let mut planes = planes.as_chunks_mut::<W>().0.iter_mut();
                let mut below = below.iter_mut();
                self.columns(v, |h, kept| {
                    if let (Some(below), Some(planes)) = (below.next(), planes.next()) {
                        (*below, *planes) = (h, kept);
                    }
                });
            }
            (Some(below), None) => {
                let mut below = below.iter_mut();
                self.columns(v, |h, _| {
                    if let Some(below) = below.next() {
                        *below = h;
                    }
                });
            }
            (None, Some(planes)) => {
                let mut planes = planes.as_chunks_mut::<W>().0.iter_mut();
                self.columns(v, |_, kept| {
                    if let Some(planes) = planes.next() {
                        *planes = kept;
                    }
                });
            }
            (None, None) => {}
        }
    }

    #[inline(always)]
    fn columns<const W: usize>(&self, v: &mut [Word; W], mut keep: impl FnMut(u8, [Word; W])) {
        for (&number, &above) in self.left.iter().zip(self.above) {
            let Some(equal) = self.masks.of::<W>(number) else {
                return;
            };
            let mut kept = [Word::default(); W];
            let h = column(v, equal, above, &mut kept);
            keep(h, kept);
        }
    }
}

/// Computes one column of a block.
#[inline(always)]
fn column<const W: usize>(
    v: &mut [Word; W],
    equal: &[u64; W],
    above: u8,
    kept: &mut [Word; W],
) -> u8 {
    let mut h_low = u64::from(above & 1);
    let mut h_high = u64::from(above >> 1);
    let mut carry = h_low & h_high;
    for w in 0..W {
        let [v_low, v_high] = v[w].0;
        let equal = equal[w];
        // Where V is 0, an H of 3 above goes on, and equal symbols begin one.
        let through = !(v_low | v_high);
        let begin = equal & through;
        let (sum, over) = through.overflowing_add(begin);
        let (sum, over_again) = sum.overflowing_add(carry);
        carry = u64::from(over | over_again);
        let above_is_3 = sum ^ through ^ begin;

        let v_is_3 = v_low & v_high;
        let z = equal | v_is_3 | above_is_3;
        kept[w] = Word([z, v_is_3]);

        // H = z + 2 - V, then moved down by a row.
        let low = z ^ v_low;
        let high = !v_high & (!v_low | z);
        let low_above = low << 1 | h_low;
        let high_above = high << 1 | h_high;
        (h_low, h_high) = (low >> 63, high >> 63);
        // V = z + 2 - H.
        v[w].0 = [z ^ low_above, !high_above & (!low_above | z)];
    }
    h_low as u8 | (h_high as u8) << 1
}
