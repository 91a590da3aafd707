//! The splits of all trees, asked feature by feature instead of tree by tree.
//!
//! Going down a tree, each step waits for the one before, and a row takes hundreds of steps. Instead, each split that a
//! row exceeds strikes out the leaves below its threshold. The order of the splits does not matter: the first leaf that
//! remains in a tree is the row's own. The splits of a feature are sorted, so those that a row does not exceed are never
//! looked at. See Lucchese et al., *QuickScorer*, SIGIR 2015.
//!
//! The lines of a page have much in common, the page itself to begin with. What all of some rows exceed, or none, is
//! decided once for all of them: the leaves that none of them can come to are taken out, and with them the splits that
//! have leaves on one side only, which is most of them. This is done for a page, and for each [`BLOCK`] of its lines.

use std::{cmp::Reverse, iter::zip, ops::Range};

use super::{
    columns::{Columns, LANES, larger, reduced},
    table::{Leaves, Left, Split, Table},
    values::Values,
    wide,
};

/// So many rows are taken together once more: neighbours are alike.
const BLOCK: usize = 8 * LANES;

/// Returns the leaves from one up to another. There must be some, and no more than a set has.
pub(super) fn leaves(from: u32, to: u32) -> Leaves {
    (Leaves::MAX >> (Leaves::BITS - (to - from))) << from
}

/// Trees as sets of leaves and what strikes them out.
#[derive(Clone, Debug, Default)]
pub(super) struct Splits {
    /// What trees add up to of which a single leaf is left.
    pub(super) fixed: i32,
    pub(super) trees: Vec<Tree>,
    /// By feature and threshold.
    splits: Table,
    /// The features that splits ask about, and where the splits of each end.
    features: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    /// Its number among all trees.
    pub(super) number: u32,
    /// The leaves that a row can come to.
    pub(super) possible: Leaves,
}

/// What rows come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    /// What the leaves of each row add up to.
    pub(super) sums: Vec<i32>,
    /// For [`LANES`] rows after the other, the number of their leaf in each tree, if that is wanted.
    leaves: Vec<[u8; LANES]>,
    n_trees: usize,
}

impl Reached {
    /// Returns the number of a row's leaf in each tree, if they were wanted.
    pub(super) fn leaves(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let first = row / LANES * self.n_trees;
        let trees = &self.leaves[first..first + self.n_trees];
        trees.iter().map(move |leaves| leaves[row % LANES].into())
    }
}

/// Memory that is used for each block again.
#[derive(Debug, Default)]
struct Scratch {
    /// The leaf in each tree of which a single one is left.
    single: Vec<u8>,
    possible: Vec<Leaves>,
    trees: Vec<Left>,
    /// The splits that rows differ in, by feature.
    open: Vec<(usize, Range<usize>)>,
}

/// Some rows, and where to write what is found for them.
pub(super) struct Lanes<'a> {
    pub(super) columns: &'a Columns,
    /// The first of [`LANES`] rows, a multiple of it.
    pub(super) first: usize,
    /// The values of each tree's leaves.
    pub(super) leaves: &'a [Values],
    /// Memory for what remains of each open tree.
    pub(super) left: &'a mut Vec<[Leaves; LANES]>,
    /// The leaf of each row in each tree, if it is wanted: those of the open trees are written.
    pub(super) found: Option<&'a mut [[u8; LANES]]>,
}

impl Splits {
    /// Takes trees, and splits of each feature.
    pub(super) fn new(
        trees: Vec<Tree>,
        of_features: impl Iterator<Item = (usize, Vec<Split>)>,
    ) -> Splits {
        let mut all = Splits {
            trees,
            ..Splits::default()
        };
        for (feature, mut splits) in of_features {
            splits.sort_by(|one, other| one.threshold.total_cmp(&other.threshold));
            for split in splits {
                all.splits.push(split);
            }
            all.features.push((feature, all.splits.len()));
        }
        all
    }

    /// Finds the leaves of rows and their sums, given the values of each tree's leaves: a few rows at a time, as long as
    /// `goes_on` says so, which is told the rows and their sums. Those rows come first that have most `worth`; of equal
    /// ones, and if none is given, the first. What is returned has them in the order in which they came, with the numbers
    /// of their leaves if `keeps_leaves`.
    ///
    /// # Complexity
    ///
    /// For all rows: the splits. For each [`BLOCK`]: those that not all rows answer alike. For each group of rows: those
    /// of the block that one of the rows exceeds, and the trees.
    pub(super) fn reach(
        &self,
        columns: &Columns,
        leaves: &[Values],
        worth: &[u32],
        keeps_leaves: bool,
        mut goes_on: impl FnMut(Range<usize>, &[i32]) -> bool,
    ) -> Reached {
        let n_rows = columns.n_rows();
        let n_trees = self.trees.len();
        let mut reached = Reached {
            sums: Vec::with_capacity(n_rows.next_multiple_of(LANES)),
            leaves: Vec::new(),
            n_trees,
        };
        if n_rows == 0 {
            return reached;
        }
        if keeps_leaves {
            (reached.leaves).reserve_exact(n_rows.div_ceil(LANES) * n_trees);
        }
        let (mut scratch, mut of_page) = (Scratch::default(), Splits::default());
        scratch.single.resize(n_trees, 0);
        scratch.trees.reserve(n_trees);
        of_page.trees.reserve(n_trees);
        self.decide(columns, 0..n_rows, leaves, &mut scratch, &mut of_page);
        let (mut of_block, mut left) = (Splits::default(), Vec::new());
        for rows in pieces(0..n_rows, BLOCK, worth) {
            let splits = match BLOCK < n_rows {
                true => {
                    of_page.decide(columns, rows.clone(), leaves, &mut scratch, &mut of_block);
                    &of_block
                }
                false => &of_page,
            };
            for rows in pieces(rows, LANES, worth) {
                let found = keeps_leaves.then(|| {
                    let from = reached.leaves.len();
                    let single = scratch.single.iter().map(|&leaf| [leaf; LANES]);
                    reached.leaves.extend(single);
                    &mut reached.leaves[from..]
                });
                let lanes = Lanes {
                    columns,
                    first: rows.start,
                    leaves,
                    left: &mut left,
                    found,
                };
                let sums = wide::reach(splits, lanes);
                let sums = &sums[..rows.len()];
                reached.sums.extend(sums);
                if !goes_on(rows, sums) {
                    return reached;
                }
            }
        }
        reached
    }

    /// Writes into `made` what is left open for these rows.
    ///
    /// A split that all rows exceed strikes out what is below it, and one that none exceeds what is above. A row that
    /// strikes out nothing by a split of which one side is struck out already comes to the same leaf: the split where
    /// its leaf parts from one before it has both.
    fn decide(
        &self,
        columns: &Columns,
        rows: Range<usize>,
        leaves: &[Values],
        scratch: &mut Scratch,
        made: &mut Splits,
    ) {
        let Scratch {
            possible,
            single,
            trees,
            open,
        } = scratch;
        possible.clear();
        possible.extend(self.trees.iter().map(|tree| tree.possible));
        let (mut n_open, mut from) = (0, 0);
        open.clear();
        for &(feature, end) in &self.features {
            let bounds = wide::bounds(columns, rows.clone(), feature);
            let n_below = wide::n_below(&self.splits.thresholds[from..end], bounds);
            let [low, high] = n_below.map(|n_below| from + n_below);
            self.splits.strike_below(from..low, possible);
            self.splits.strike_above(high..end, possible);
            if low < high {
                open.push((feature, low..high));
                n_open += high - low;
            }
            from = end;
        }
        made.fixed = self.fixed;
        made.trees.clear();
        trees.clear();
        for (tree, &possible) in zip(&self.trees, &*possible) {
            trees.push([possible, made.trees.len() as u32]);
            if possible.is_power_of_two() {
                let leaf = possible.trailing_zeros();
                made.fixed += i32::from(leaves[tree.number as usize].get(leaf as usize));
                single[tree.number as usize] = leaf as u8;
            } else {
                made.trees.push(Tree { possible, ..*tree });
            }
        }
        made.features.clear();
        made.splits.truncate(0);
        made.splits.reserve(n_open + wide::REGISTER);
        for (feature, range) in open {
            let before = made.splits.len();
            wide::take_open(&mut made.splits, &self.splits, range.clone(), trees);
            if before < made.splits.len() {
                made.features.push((*feature, made.splits.len()));
            }
        }
    }

    /// Finds the leaves that remain in each tree for each row; the first is the row's own.
    #[inline(always)]
    pub(super) fn strike_of_lanes(&self, lanes: &mut Lanes<'_>) {
        let left = &mut *lanes.left;
        left.clear();
        left.extend(self.trees.iter().map(|tree| [tree.possible; LANES]));
        let mut from = 0;
        for &(feature, end) in &self.features {
            let values = *lanes.columns.lanes(lanes.first, feature);
            strike(&self.splits, from..end, values, left);
            from = end;
        }
    }

    /// Writes the first of these, and sums them.
    pub(super) fn sum_of_lanes(&self, mut lanes: Lanes<'_>) -> [i32; LANES] {
        let mut sums = [self.fixed; LANES];
        for (tree, left) in zip(&self.trees, lanes.left) {
            let leaves = &lanes.leaves[tree.number as usize];
            for (sum, left) in zip(&mut sums, &*left) {
                let leaf = left.trailing_zeros();
                *sum += i32::from(leaves.get(leaf as usize % Leaves::BITS as usize));
            }
            if let Some(found) = &mut lanes.found {
                found[tree.number as usize] = left.map(|left| left.trailing_zeros() as u8);
            }
        }
        sums
    }
}

/// Cuts rows into pieces of this length; the last may be shorter. Those of most worth come first, if any is given.
fn pieces(rows: Range<usize>, length: usize, worth: &[u32]) -> impl Iterator<Item = Range<usize>> {
    let mut pieces: Vec<Range<usize>> = (rows.clone().step_by(length))
        .map(|first| first..rows.end.min(first + length))
        .collect();
    if !worth.is_empty() {
        let of_rows = |rows: &Range<usize>| -> u64 {
            worth[rows.clone()].iter().copied().map(u64::from).sum()
        };
        pieces.sort_by_cached_key(|rows| Reverse(of_rows(rows)));
    }
    pieces.into_iter()
}

/// Strikes out the leaves below the thresholds of a feature that a row exceeds.
#[inline(always)]
fn strike(
    splits: &Table,
    of_feature: Range<usize>,
    values: [f32; LANES],
    left: &mut [[Leaves; LANES]],
) {
    let largest = reduced(values, larger);
    let sides = zip(
        &splits.trees[of_feature.clone()],
        &splits.not_below[of_feature.clone()],
    );
    for (&threshold, (&tree, &not_below)) in zip(&splits.thresholds[of_feature], sides) {
        if largest <= threshold {
            break;
        }
        // Without branches, so that all rows are compared at once.
        for (value, left) in zip(values, &mut left[tree as usize]) {
            let is_below = Leaves::from(value <= threshold);
            *left &= not_below | is_below.wrapping_neg();
        }
    }
}
