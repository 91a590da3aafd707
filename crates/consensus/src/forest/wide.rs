//! What is done for each group of rows and for each split, with AVX2 where the processor has it: a register holds eight
//! numbers.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "AVX2 may be used only after asking the CPU for it"
    )
)]

use std::ops::Range;

use super::{
    columns::{Columns, LANES},
    splits::{Lanes, Splits},
    table::{Left, Table},
};

/// So many numbers are a register. Splits are appended to a table as a whole register, whatever of it counts.
pub(super) const REGISTER: usize = 8;

/// Returns the smallest and the largest value of a feature in some rows: see [`Columns::bounds`].
pub(super) fn bounds(columns: &Columns, rows: Range<usize>, feature: usize) -> (f32, f32) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { x86::bounds(columns, rows, feature) };
    }
    columns.bounds(rows, feature)
}

/// Returns how many thresholds are below the first of these bounds, and how many below the other.
pub(super) fn n_below(thresholds: &[f32], bounds: (f32, f32)) -> [usize; 2] {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { x86::n_below(thresholds, bounds) };
    }
    n_below_each(thresholds, bounds)
}

/// To count them all takes less time than to search for the bounds among them: there are some sixty, and no step of it
/// waits for another.
#[inline(always)]
fn n_below_each(thresholds: &[f32], (smallest, largest): (f32, f32)) -> [usize; 2] {
    let mut n_below = [0_u32; 2];
    for &threshold in thresholds {
        n_below[0] += u32::from(threshold < smallest);
        n_below[1] += u32::from(threshold < largest);
    }
    n_below.map(|n_below| n_below as usize)
}

/// Appends the splits that are open: see [`Table::take_open`].
pub(super) fn take_open(made: &mut Table, of: &Table, splits: Range<usize>, left: &[Left]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { x86::take_open(made, of, splits, left) };
    }
    made.take_open(of, splits, left);
}

/// Finds the leaves of some rows and their sums.
pub(super) fn reach(splits: &Splits, mut lanes: Lanes<'_>) -> [i32; LANES] {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { x86::reach(splits, lanes) };
    }
    splits.strike_of_lanes(&mut lanes);
    splits.sum_of_lanes(lanes)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::{arch::x86_64::*, iter::zip, ops::Range};

    use super::{Columns, LANES, Lanes, Left, REGISTER, Splits, Table};
    use crate::forest::{table::Leaves, values::Values};

    const N_REGISTERS: usize = LANES / REGISTER;

    /// Does what [`Columns::bounds`] does.
    #[target_feature(enable = "avx2")]
    pub(super) fn bounds(columns: &Columns, rows: Range<usize>, feature: usize) -> (f32, f32) {
        let mut smallest = _mm256_set1_ps(f32::INFINITY);
        let mut largest = _mm256_set1_ps(f32::NEG_INFINITY);
        for first in rows.step_by(LANES) {
            for values in columns.lanes(first, feature).as_chunks::<REGISTER>().0 {
                let values = floats(values);
                smallest = _mm256_min_ps(values, smallest);
                largest = _mm256_max_ps(values, largest);
            }
        }
        // Halves are folded, of both at once.
        let low = _mm256_unpacklo_ps(smallest, negated(largest));
        let high = _mm256_unpackhi_ps(smallest, negated(largest));
        let four = _mm256_min_ps(low, high);
        let two = _mm_min_ps(
            _mm256_castps256_ps128(four),
            _mm256_extractf128_ps::<1>(four),
        );
        let both = _mm_min_ps(two, _mm_movehl_ps(two, two));
        let largest = _mm_shuffle_ps::<1>(both, both);
        (_mm_cvtss_f32(both), -_mm_cvtss_f32(largest))
    }

    /// Does what [`super::n_below`] does.
    #[target_feature(enable = "avx2")]
    pub(super) fn n_below(thresholds: &[f32], bounds: (f32, f32)) -> [usize; 2] {
        super::n_below_each(thresholds, bounds)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn negated(values: __m256) -> __m256 {
        _mm256_xor_ps(values, _mm256_set1_ps(-0.0))
    }

    /// Where each of eight numbers is taken from so that some come first, by the set of those.
    const FIRST: [u64; 1 << REGISTER] = {
        let mut all = [0; 1 << REGISTER];
        let mut set = 0;
        while set < all.len() {
            let mut rest = set;
            let mut n = 0;
            while rest != 0 {
                all[set] |= (rest.trailing_zeros() as u64) << (8 * n);
                rest &= rest - 1;
                n += 1;
            }
            set += 1;
        }
        all
    };

    /// Does what [`Table::take_open`] does, for the splits of a register at once.
    #[target_feature(enable = "avx2")]
    pub(super) fn take_open(made: &mut Table, of: &Table, splits: Range<usize>, left: &[Left]) {
        let Some(last) = left.len().checked_sub(1) else {
            return;
        };
        // So that nobody has to ask whether a number is one of a tree.
        let last = u32::try_from(last).unwrap_or(u32::MAX);
        made.reserve(splits.len() + REGISTER);
        let mut len = made.len();
        let mut first = splits.start;
        while first < splits.end {
            let (Some(thresholds), Some(trees), Some(not_below), Some(not_above)) = (
                of.thresholds[first..].first_chunk(),
                of.trees[first..].first_chunk(),
                of.not_below[first..].first_chunk(),
                of.not_above[first..].first_chunk(),
            ) else {
                break;
            };
            let thresholds = _mm256_castps_si256(floats(thresholds));
            let [not_below, not_above] = [not_below, not_above].map(|of| numbers(of));
            let of_tree = |nth: usize| {
                let trees: &[u32; REGISTER] = trees;
                let [possible, tree] = left[trees[nth].min(last) as usize];
                (u64::from(tree) << 32 | u64::from(possible)) as i64
            };
            let four = _mm256_set_epi64x(of_tree(3), of_tree(2), of_tree(1), of_tree(0));
            let four_more = _mm256_set_epi64x(of_tree(7), of_tree(6), of_tree(5), of_tree(4));
            let [four, four_more] = [four, four_more].map(|of| _mm256_castsi256_ps(of));
            let possible = in_order(_mm256_shuffle_ps::<0b10_00_10_00>(four, four_more));
            let trees = in_order(_mm256_shuffle_ps::<0b11_01_11_01>(four, four_more));
            let zero = _mm256_setzero_si256();
            let none_below = _mm256_cmpeq_epi32(_mm256_andnot_si256(not_below, possible), zero);
            let none_above = _mm256_cmpeq_epi32(_mm256_andnot_si256(not_above, possible), zero);
            let decides_nothing = _mm256_castsi256_ps(_mm256_or_si256(none_below, none_above));
            let mut open = !_mm256_movemask_ps(decides_nothing) as usize % FIRST.len();
            if splits.end - first < REGISTER {
                open &= (1 << (splits.end - first)) - 1;
            }
            let from = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(FIRST[open] as i64));
            let rows = [&mut made.trees, &mut made.not_below, &mut made.not_above];
            // SAFETY: there is room for all splits and a register more in each row; all are of one length.
            unsafe {
                let packed = _mm256_permutevar8x32_epi32(thresholds, from);
                _mm256_storeu_si256(made.thresholds.as_mut_ptr().add(len).cast(), packed);
                for (row, values) in zip(rows, [trees, not_below, not_above]) {
                    let packed = _mm256_permutevar8x32_epi32(values, from);
                    _mm256_storeu_si256(row.as_mut_ptr().add(len).cast(), packed);
                }
            }
            len += open.count_ones() as usize;
            first += REGISTER;
        }
        // SAFETY: so many of each row are written, and there is room for them.
        unsafe {
            made.thresholds.set_len(len);
            for row in [&mut made.trees, &mut made.not_below, &mut made.not_above] {
                row.set_len(len);
            }
        }
        // Of the last of all splits there is less than a register.
        made.take_open(of, first.min(splits.end)..splits.end, left);
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn floats(values: &[f32; REGISTER]) -> __m256 {
        // SAFETY: that many numbers are read, from anywhere.
        unsafe { _mm256_loadu_ps(values.as_ptr()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn numbers(values: &[u32; REGISTER]) -> __m256i {
        // SAFETY: that many numbers are read, from anywhere.
        unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
    }

    /// Returns what was shuffled out of two registers in the order of both.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn in_order(numbers: __m256) -> __m256i {
        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_castps_si256(numbers))
    }

    /// Does what [`super::reach`] does. Striking out is the same code, which is inlined here.
    #[target_feature(enable = "avx2")]
    pub(super) fn reach(splits: &Splits, mut lanes: Lanes<'_>) -> [i32; LANES] {
        splits.strike_of_lanes(&mut lanes);
        let mut sums = [_mm256_set1_epi32(splits.fixed); N_REGISTERS];
        for (tree, left) in zip(&splits.trees, &*lanes.left) {
            let leaves = firsts(left);
            let values = looked_up(&lanes.leaves[tree.number as usize], leaves);
            for (sum, values) in zip(&mut sums, values) {
                *sum = _mm256_add_epi32(*sum, _mm256_cvtepi16_epi32(values));
            }
            if let Some(found) = &mut lanes.found {
                let found = &mut found[tree.number as usize];
                // SAFETY: that many bytes are written, to anywhere.
                unsafe { _mm_storeu_si128(found.as_mut_ptr().cast(), leaves) };
            }
        }
        let mut all = [0; LANES];
        for (all, sums) in zip(all.as_chunks_mut::<REGISTER>().0, sums) {
            // SAFETY: that many numbers are written, to anywhere.
            unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), sums) };
        }
        all
    }

    /// Returns the number of the first leaf of each row, as bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn firsts(left: &[Leaves; LANES]) -> __m128i {
        let [one, other] = [0, 1].map(|nth| {
            let left = numbers(&left.as_chunks().0[nth]);
            // The number of the lowest bit is the exponent of that bit as a float. The last one makes it negative.
            let lowest = _mm256_and_si256(left, _mm256_sub_epi32(_mm256_setzero_si256(), left));
            let bits = _mm256_castps_si256(_mm256_cvtepi32_ps(lowest));
            let exponents = _mm256_sub_epi32(_mm256_srli_epi32::<23>(bits), _mm256_set1_epi32(127));
            _mm256_and_si256(exponents, _mm256_set1_epi32(Leaves::BITS as i32 - 1))
        });
        // Halves of both registers are packed in turn.
        let both = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(one, other));
        let (low, high) = halves(both);
        _mm_packus_epi16(low, high)
    }

    /// Returns the values of sixteen leaves, each as two bytes, eight in each register. To gather them counts as fewer
    /// instructions, and made runs 2 to 4 % longer on an AMD EPYC.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn looked_up(values: &Values, leaves: __m128i) -> [__m128i; 2] {
        let leaves = _mm256_broadcastsi128_si256(leaves);
        // SAFETY: that many bytes are read, from anywhere.
        let [first, second] = values
            .halves()
            .each_ref()
            .map(|half| unsafe { _mm256_loadu_si256(half.as_ptr().cast()) });
        // A byte whose highest bit is set looks up 0: so leaves of one half do in the other.
        let of_first = _mm256_add_epi8(leaves, _mm256_set1_epi8(0x70));
        let of_second = _mm256_sub_epi8(leaves, _mm256_set1_epi8(0x10));
        let bytes = _mm256_or_si256(
            _mm256_shuffle_epi8(first, of_first),
            _mm256_shuffle_epi8(second, of_second),
        );
        let (low, high) = halves(bytes);
        [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves(both: __m256i) -> (__m128i, __m128i) {
        (
            _mm256_castsi256_si128(both),
            _mm256_extracti128_si256::<1>(both),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::iter::zip;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        features::Sink as _,
        forest::{
            columns::Columns,
            splits::Tree,
            table::{Leaves, Split},
            values::Values,
        },
    };

    const N_TREES: usize = 5;

    /// A split that leaves something of any tree.
    fn split() -> impl Strategy<Value = Split> {
        let parts = (-3.0_f32..3.0, 0..N_TREES as u32, any::<[Leaves; 2]>());
        parts.prop_map(|(threshold, tree, [below, above])| Split {
            threshold,
            tree,
            not_below: below | 1 << 31,
            not_above: above | 1 << 31,
        })
    }

    proptest! {
        #[test]
        fn bounds_are_those_without_avx2(
            values in proptest::collection::vec(any::<i8>(), 1..4 * LANES), from in 0_usize..4,
        ) {
            let columns = Columns::new(1, values.len(), |row, columns| {
                columns.put([f32::from(values[row])]);
            });
            let rows = LANES * from..values.len();
            if !rows.is_empty() {
                let (smallest, largest) = bounds(&columns, rows.clone(), 0);
                prop_assert_eq!((smallest, largest), columns.bounds(rows.clone(), 0));
                let naive = &values[rows];
                prop_assert_eq!(Some(smallest as i8), naive.iter().min().copied());
                prop_assert_eq!(Some(largest as i8), naive.iter().max().copied());
            }
        }

        #[test]
        fn thresholds_are_counted_as_they_are_searched(
            mut thresholds in proptest::collection::vec(-9_i8..9, 0..90), one in -10_i8..10, other in -10_i8..10,
        ) {
            thresholds.sort_unstable();
            let all: Vec<f32> = thresholds.iter().copied().map(f32::from).collect();
            let bounds = (one.min(other), one.max(other));
            let naive = [bounds.0, bounds.1].map(|bound| thresholds.partition_point(|&threshold| threshold < bound));
            let bounds = (f32::from(bounds.0), f32::from(bounds.1));
            prop_assert_eq!(n_below(&all, bounds), naive);
            prop_assert_eq!(n_below_each(&all, bounds), naive);
        }

        #[test]
        fn open_splits_are_those_without_avx2(
            splits in proptest::collection::vec(split(), 0..40),
            // Often few leaves are left, so that splits have them on one side only.
            left in any::<[[Leaves; 3]; N_TREES]>(),
            from in 0_usize..40,
            to in 0_usize..40,
        ) {
            let left: Vec<Left> = zip(left, 7..)
                .map(|([one, other, third], number)| [one & other & third, number])
                .collect();
            let mut of = Table::default();
            splits.iter().for_each(|&split| of.push(split));
            let from = from.min(splits.len());
            let range = from..to.clamp(from, splits.len());
            let (mut made, mut twin) = (Table::default(), Table::default());
            for _ in 0..2 {
                take_open(&mut made, &of, range.clone(), &left);
                twin.take_open(&of, range.clone(), &left);
            }
            prop_assert_eq!(&made, &twin);
            let is_open = |split: &&Split| {
                let possible = left[split.tree as usize][0];
                possible & !split.not_below != 0 && possible & !split.not_above != 0
            };
            let naive: Vec<(f32, u32)> = splits[range].iter().filter(is_open)
                .map(|split| (split.threshold, 7 + split.tree))
                .collect();
            let found = zip(twin.thresholds, twin.trees);
            prop_assert_eq!(found.collect::<Vec<_>>(), naive.repeat(2));
        }

        #[test]
        fn leaves_are_those_without_avx2(
            splits in proptest::collection::vec(proptest::collection::vec(split(), 0..30), 3),
            rows in any::<[[i8; 3]; LANES]>(),
            leaves in any::<[[i16; 32]; N_TREES]>(),
            keeps_leaves: bool,
        ) {
            let leaves = leaves.map(|of_tree| {
                let mut values = Values::default();
                of_tree.into_iter().enumerate().for_each(|(leaf, value)| values.set(leaf, value));
                values
            });
            let trees = (0..N_TREES as u32).map(|number| Tree { number, possible: Leaves::MAX });
            let splits = Splits::new(trees.collect(), splits.into_iter().enumerate());
            let columns = Columns::new(3, LANES, |row, columns| {
                columns.put(rows[row].map(|value| f32::from(value) / 40.0));
            });
            let [mut one, mut other] = [[[0; LANES]; N_TREES]; 2];
            let (mut left, mut of_twin) = (Vec::new(), Vec::new());
            let lanes = Lanes {
                columns: &columns,
                first: 0,
                leaves: &leaves,
                left: &mut left,
                found: keeps_leaves.then_some(&mut one[..]),
            };
            let mut twin = Lanes {
                columns: &columns,
                first: 0,
                leaves: &leaves,
                left: &mut of_twin,
                found: keeps_leaves.then_some(&mut other[..]),
            };
            let sums = reach(&splits, lanes);
            splits.strike_of_lanes(&mut twin);
            prop_assert_eq!(sums, splits.sum_of_lanes(twin));
            prop_assert_eq!(one, other);
        }
    }
}
