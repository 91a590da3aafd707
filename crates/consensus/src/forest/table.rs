//! Splits in order: each of their parts stands in a row of its own, so that those of several splits are read at once.

use std::{iter::zip, ops::Range};

/// A set of a tree's leaves: the lowest bit is the first.
pub(super) type Leaves = u32;
/// What is possible of a tree's leaves, and the tree's new number, if more than one is.
pub(super) type Left = [u32; 2];

#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) threshold: f32,
    pub(super) tree: u32,
    /// All leaves but those below the threshold.
    pub(super) not_below: Leaves,
    /// All leaves but those above it.
    pub(super) not_above: Leaves,
}

/// The parts of splits.
#[derive(Clone, Debug, Default)]
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct Table {
    pub(super) thresholds: Vec<f32>,
    pub(super) trees: Vec<u32>,
    pub(super) not_below: Vec<Leaves>,
    pub(super) not_above: Vec<Leaves>,
}

impl Table {
    pub(super) fn len(&self) -> usize {
        self.thresholds.len()
    }

    pub(super) fn push(&mut self, split: Split) {
        self.thresholds.push(split.threshold);
        self.trees.push(split.tree);
        self.not_below.push(split.not_below);
        self.not_above.push(split.not_above);
    }

    /// Makes room for so many more.
    pub(super) fn reserve(&mut self, n_more: usize) {
        self.thresholds.reserve(n_more);
        for row in [&mut self.trees, &mut self.not_below, &mut self.not_above] {
            row.reserve(n_more);
        }
    }

    /// Forgets all but the first ones. Their memory is kept.
    pub(super) fn truncate(&mut self, n_splits: usize) {
        self.thresholds.truncate(n_splits);
        for row in [&mut self.trees, &mut self.not_below, &mut self.not_above] {
            row.truncate(n_splits);
        }
    }

    /// Strikes out what is below these splits, whatever the row.
    pub(super) fn strike_below(&self, splits: Range<usize>, possible: &mut [Leaves]) {
        strike(
            &self.trees[splits.clone()],
            &self.not_below[splits],
            possible,
        );
    }

    /// Strikes out what is above these splits, whatever the row.
    pub(super) fn strike_above(&self, splits: Range<usize>, possible: &mut [Leaves]) {
        strike(
            &self.trees[splits.clone()],
            &self.not_above[splits],
            possible,
        );
    }

    /// Appends those of another table's splits that have possible leaves on both sides, with the new numbers of their
    /// trees.
    pub(super) fn take_open(&mut self, of: &Table, splits: Range<usize>, left: &[Left]) {
        for number in splits {
            let [possible, tree] = left[of.trees[number] as usize];
            let split = Split {
                threshold: of.thresholds[number],
                tree,
                not_below: of.not_below[number],
                not_above: of.not_above[number],
            };
            let decides = |remain: Leaves| usize::from(possible & remain != possible);
            let n_open = decides(split.not_below) & decides(split.not_above);
            // Pushed in any case, and taken away if it decides nothing: whether it does cannot be predicted.
            let len = self.len();
            self.push(split);
            self.truncate(len + n_open);
        }
    }
}

fn strike(trees: &[u32], remain: &[Leaves], possible: &mut [Leaves]) {
    for (&tree, &remain) in zip(trees, remain) {
        possible[tree as usize] &= remain;
    }
}
