//! The results of a prediction: scores, and the leaves that rows reach.

use crate::matrix::LANES;

/// The scores of some rows, and the leaves by which they came about.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    pub(crate) scores: Vec<i32>,
    /// For each block of [`LANES`] rows, the number of each row's leaf, tree by tree. Empty if leaves are not kept.
    leaves: Vec<[u8; LANES]>,
    n_trees: usize,
    keeps_leaves: bool,
}

impl Predictions {
    pub(crate) fn with_capacity(n_rows: usize, n_trees: usize, keeps_leaves: bool) -> Predictions {
        let n_leaves = if keeps_leaves { n_rows.div_ceil(LANES) * n_trees } else { 0 };
        Predictions {
            scores: Vec::with_capacity(n_rows.next_multiple_of(LANES)),
            leaves: Vec::with_capacity(n_leaves),
            n_trees,
            keeps_leaves,
        }
    }

    /// Returns the score of each row: the sum of its leaves, in units of 1 / [`SCORE_ONE`](crate::SCORE_ONE).
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// Makes room for the leaves of the next block of rows, if leaves are kept, and returns it. All rows first get
    /// the leaves in `leaf_of_tree`.
    pub(crate) fn leaves_of_next(&mut self, leaf_of_tree: &[u8]) -> Option<&mut [[u8; LANES]]> {
        self.keeps_leaves.then(|| {
            let start = self.leaves.len();
            self.leaves.extend(leaf_of_tree.iter().map(|&leaf| [leaf; LANES]));
            &mut self.leaves[start..]
        })
    }

    /// Returns the number of a row's leaf in each tree, from the left.
    ///
    /// # Panics
    ///
    /// If leaves were not kept, or there is no such row.
    pub(crate) fn leaves(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let first = row / LANES * self.n_trees;
        let trees = &self.leaves[first..first + self.n_trees];
        trees.iter().map(move |leaves| leaves[row % LANES].into())
    }
}
