//! The splits of all trees, evaluated feature by feature instead of tree by tree.
//!
//! On the way down a tree each step depends on the one before, and a row takes hundreds of steps. Here each split whose
//! threshold a row exceeds removes the leaves of the split's left subtree from the set of leaves that the row can
//! reach. The order of the splits does not matter: the leftmost leaf that remains in a tree is the row's leaf. The
//! splits of a feature are sorted by threshold, so those that a row does not exceed are never visited. The method is
//! QuickScorer (Lucchese et al., SIGIR 2015).
//!
//! Rows that come together often have much in common. A split that every row of a group exceeds, or none, is decided
//! once for the group: the leaves that no row can reach are removed, and so are the splits that no longer separate any
//! leaves, which are most of them. This is done for all rows together, and again for each [`GROUP`] of rows.

use std::{iter::zip, ops::Range};

#[cfg(target_arch = "x86_64")]
use crate::vector_avx2::Avx2;
use crate::{
    leaf_values::{LeafValues, Leaves},
    matrix::{LANES, Matrix, larger, reduced},
    predictions::Predictions,
    vector::{Portable, Vector},
};

/// The number of rows for which splits are decided together: neighbouring rows are alike. Chosen: by eye.
const GROUP: usize = 8 * LANES;

/// Returns the set of the leaves `from..to`. There must be at least one, and at most 32.
pub(crate) fn leaf_set(from: u32, to: u32) -> Leaves {
    (Leaves::MAX >> (Leaves::BITS - (to - from))) << from
}

/// A split of one of the trees. Rows at or below the threshold go left.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Split {
    pub(crate) threshold: f32,
    /// The position of its tree in [`Splits::trees`].
    pub(crate) tree: u32,
    /// All leaves but those of the left subtree.
    pub(crate) not_left: Leaves,
    /// All leaves but those of the right subtree.
    pub(crate) not_right: Leaves,
}

/// A tree of which a row can reach several leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree {
    /// Its number among all trees of the ensemble.
    pub(crate) number: u32,
    /// The leaves that a row can reach.
    pub(crate) live: Leaves,
}

/// Trees, and the splits that separate their leaves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splits {
    /// The sum of the values of all trees with a single live leaf. These trees are not among `trees`.
    decided: i32,
    trees: Vec<Tree>,
    /// Sorted by feature, then by threshold. What is behind the splits of the last feature has no meaning.
    splits: Vec<Split>,
    /// Each feature, and the index at which its splits end.
    features: Vec<(usize, usize)>,
}

/// Memory that is used again for each group.
#[derive(Debug, Default)]
struct Scratch {
    /// The leaf of each tree that has a single live one.
    decided: Vec<u8>,
    /// The live leaves of each tree.
    live: Vec<Leaves>,
    /// The new position of each tree.
    positions: Vec<u32>,
    /// For each feature the splits that some rows exceed and others do not.
    undecided: Vec<(usize, Range<usize>)>,
    /// The leaves of each tree that each row can reach.
    reachable: Vec<[Leaves; LANES]>,
}

impl Splits {
    /// Sorts the splits of each feature, which may come in any order.
    pub(crate) fn new(trees: Vec<Tree>, of_features: impl Iterator<Item = (usize, Vec<Split>)>) -> Splits {
        let mut all = Splits { trees, ..Splits::default() };
        for (feature, mut splits) in of_features {
            splits.sort_by(|one, other| one.threshold.total_cmp(&other.threshold));
            all.splits.extend(splits);
            all.features.push((feature, all.splits.len()));
        }
        all
    }

    /// Predicts rows. `leaves` has the values of each tree's leaves.
    ///
    /// # Complexity
    ///
    /// For all rows together: the splits. For each [`GROUP`] of rows: the splits that not all rows decide alike. For
    /// each [`LANES`] rows: those of the group's splits that one of the rows exceeds, and the trees.
    pub(crate) fn predict(&self, rows: &Matrix, leaves: &[LeafValues], keep_leaves: bool) -> Predictions {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::new() {
            return self.predict_with_avx2(rows, leaves, keep_leaves, avx2);
        }
        self.predict_with(rows, leaves, keep_leaves, Portable)
    }

    /// Runs `predict_with` compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "runs only on a processor with AVX2")]
    fn predict_with_avx2(&self, rows: &Matrix, leaves: &[LeafValues], keep_leaves: bool, avx2: Avx2) -> Predictions {
        #[target_feature(enable = "avx2")]
        fn predict(
            splits: &Splits,
            rows: &Matrix,
            leaves: &[LeafValues],
            keep_leaves: bool,
            avx2: Avx2,
        ) -> Predictions {
            splits.predict_with(rows, leaves, keep_leaves, avx2)
        }
        // SAFETY: `predict` needs AVX2, and `avx2` exists only where the processor has it.
        unsafe { predict(self, rows, leaves, keep_leaves, avx2) }
    }

    #[inline(always)]
    fn predict_with(
        &self,
        rows: &Matrix,
        leaves: &[LeafValues],
        keep_leaves: bool,
        vector: impl Vector,
    ) -> Predictions {
        let n_rows = rows.n_rows();
        let n_trees = self.trees.len();
        let mut predictions = Predictions::with_capacity(n_rows, n_trees, keep_leaves);
        if n_rows == 0 {
            return predictions;
        }
        let mut scratch = Scratch { decided: vec![0; n_trees], ..Scratch::default() };
        let (mut of_all, mut of_group) = (Splits::default(), Splits::default());
        self.decide(rows, 0..n_rows, leaves, &mut scratch, &mut of_all);
        for group in chunks(0..n_rows, GROUP) {
            // The rows of a single group are all rows, for which the same was decided before.
            let splits = if n_rows > GROUP {
                of_all.decide(rows, group.clone(), leaves, &mut scratch, &mut of_group);
                &of_group
            } else {
                &of_all
            };
            for chunk in chunks(group, LANES) {
                let found = predictions.leaves_of_next(&scratch.decided);
                let reachable = &mut scratch.reachable;
                splits.mask_leaves(rows, chunk.start, reachable);
                let sums = splits.sum(leaves, reachable, found, vector);
                // The last block has copies of a row behind its rows, whose sums are not wanted.
                predictions.scores.extend(&sums[..chunk.len()]);
            }
        }
        predictions
    }

    /// Writes into `made` what these rows leave undecided.
    ///
    /// A split that all rows exceed removes the leaves of its left subtree, and one that no row exceeds removes those
    /// of its right subtree. A split without live leaves on one side can be dropped without changing any row's leaf:
    /// the split at which a row's leaf parts from a live leaf to its left has live leaves on both sides.
    #[inline(always)]
    fn decide(
        &self,
        matrix: &Matrix,
        rows: Range<usize>,
        leaves: &[LeafValues],
        scratch: &mut Scratch,
        made: &mut Splits,
    ) {
        let Scratch { decided, live, positions, undecided, .. } = scratch;
        live.clear();
        live.extend(self.trees.iter().map(|tree| tree.live));
        undecided.clear();
        let (mut n_undecided, mut start) = (0, 0);
        for &(feature, end) in &self.features {
            let (smallest, largest) = matrix.bounds(rows.clone(), feature);
            let of_feature = &self.splits[start..end];
            // A row exceeds a split if its value is above the threshold: every row exceeds those before `low`, and
            // none exceeds those from `high` on.
            let low = start + of_feature.partition_point(|split| split.threshold < smallest);
            let high = start + of_feature.partition_point(|split| split.threshold < largest);
            for split in &self.splits[start..low] {
                live[split.tree as usize] &= split.not_left;
            }
            for split in &self.splits[high..end] {
                live[split.tree as usize] &= split.not_right;
            }
            if low < high {
                undecided.push((feature, low..high));
                n_undecided += high - low;
            }
            start = end;
        }
        made.decided = self.decided;
        made.trees.clear();
        positions.clear();
        for (tree, &live) in zip(&self.trees, &*live) {
            positions.push(made.trees.len() as u32);
            // A single bit is a single live leaf, which is that of all these rows.
            if live.is_power_of_two() {
                let leaf = live.trailing_zeros();
                made.decided += i32::from(leaves[tree.number as usize].get(leaf as usize));
                decided[tree.number as usize] = leaf as u8;
            } else {
                made.trees.push(Tree { live, ..*tree });
            }
        }
        made.features.clear();
        // Room for one more, since a split is written before it is known whether it counts.
        if made.splits.len() <= n_undecided {
            made.splits.resize(n_undecided + 1, Split::default());
        }
        let mut len = 0;
        for (feature, range) in undecided {
            let n_before = len;
            for split in &self.splits[range.clone()] {
                let live = live[split.tree as usize];
                made.splits[len] = Split { tree: positions[split.tree as usize], ..*split };
                // Counted without a branch: the processor cannot predict which splits separate leaves.
                let separates = |remaining: Leaves| usize::from(live & remaining != live);
                len += separates(split.not_left) & separates(split.not_right);
            }
            if len > n_before {
                made.features.push((*feature, len));
            }
        }
    }

    /// Finds the leaves of each tree that each of [`LANES`] rows from `first` on can reach.
    #[inline(always)]
    fn mask_leaves(&self, rows: &Matrix, first: usize, reachable: &mut Vec<[Leaves; LANES]>) {
        reachable.clear();
        reachable.extend(self.trees.iter().map(|tree| [tree.live; LANES]));
        let mut start = 0;
        for &(feature, end) in &self.features {
            let values = *rows.lanes(first, feature);
            let largest = reduced(values, larger);
            for split in &self.splits[start..end] {
                // Thresholds ascend, so no row exceeds the splits that follow.
                if largest <= split.threshold {
                    break;
                }
                mask(&mut reachable[split.tree as usize], &values, split.threshold, split.not_left);
            }
            start = end;
        }
    }

    /// Sums the value of each row's leaf over all trees, and writes the numbers of the leaves into `found`, which is
    /// indexed by the number of the tree.
    #[inline(always)]
    fn sum(
        &self,
        leaves: &[LeafValues],
        reachable: &[[Leaves; LANES]],
        mut found: Option<&mut [[u8; LANES]]>,
        vector: impl Vector,
    ) -> [i32; LANES] {
        let mut sums = [self.decided; LANES];
        for (tree, reachable) in zip(&self.trees, reachable) {
            // The leftmost leaf that a row can reach is the lowest bit of its set.
            let first = vector.lowest_bits(reachable);
            vector.add_values(&mut sums, &leaves[tree.number as usize], &first);
            if let Some(found) = &mut found {
                found[tree.number as usize] = first;
            }
        }
        sums
    }
}

/// Removes the leaves that are not in `not_left` from the rows whose value is above the threshold. There is no
/// branch, so all rows are compared at once.
#[inline(always)]
fn mask(reachable: &mut [Leaves; LANES], values: &[f32; LANES], threshold: f32, not_left: Leaves) {
    for lane in 0..LANES {
        let goes_left = Leaves::from(values[lane] <= threshold);
        // Negation turns 1 into a mask of all bits, and leaves 0 as it is.
        reachable[lane] &= not_left | goes_left.wrapping_neg();
    }
}

/// Cuts rows into chunks of this length; the last may be shorter.
fn chunks(rows: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = rows.end;
    rows.step_by(length).map(move |first| first..end.min(first + length))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const N_TREES: usize = 5;

    /// A split that leaves the last leaf of any tree reachable.
    fn split() -> impl Strategy<Value = Split> {
        let parts = (-3.0_f32..3.0, 0..N_TREES as u32, any::<[Leaves; 2]>());
        parts.prop_map(|(threshold, tree, [left, right])| Split {
            threshold,
            tree,
            not_left: left | 1 << 31,
            not_right: right | 1 << 31,
        })
    }

    proptest! {
        #[test]
        fn every_instruction_set_predicts_the_same(
            splits in proptest::collection::vec(proptest::collection::vec(split(), 0..30), 3),
            rows in proptest::collection::vec(any::<[i8; 3]>(), 0..300),
            values in any::<[[i16; 32]; N_TREES]>(),
            keep_leaves: bool,
        ) {
            let leaves = values.map(|of_tree| {
                let mut values = LeafValues::default();
                of_tree.into_iter().enumerate().for_each(|(leaf, value)| values.set(leaf, value));
                values
            });
            let trees = (0..N_TREES as u32).map(|number| Tree { number, live: Leaves::MAX });
            let splits = Splits::new(trees.collect(), splits.into_iter().enumerate());
            let rows = Matrix::new(3, rows.len(), |row, writer| {
                writer.put(rows[row].map(|value| f32::from(value) / 40.0));
            });
            let found = splits.predict(&rows, &leaves, keep_leaves);
            let expected = splits.predict_with(&rows, &leaves, keep_leaves, Portable);
            prop_assert_eq!(found.scores(), expected.scores());
            if keep_leaves {
                for row in 0..rows.n_rows() {
                    prop_assert!(found.leaves(row).eq(expected.leaves(row)));
                }
            }
        }
    }
}
