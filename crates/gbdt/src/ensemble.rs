//! The trees of one ensemble, and the scores that they give to rows.

use crate::{
    contributions::Contributions, leaf_values::LeafValues, matrix::Matrix, predictions::Predictions, splits::Splits,
};

/// Gradient-boosted decision trees over named features.
///
/// The score of a row is the sum of one leaf of each tree, in units of 1 / [`SCORE_ONE`](crate::SCORE_ONE). Thresholds
/// are floats that are only compared and leaves are integers, so scores are exact and the same on every machine.
#[derive(Clone, Debug)]
pub struct Ensemble {
    /// The splits of all trees, by feature, for many rows at once.
    pub(crate) splits: Splits,
    /// The values of each tree's leaves.
    pub(crate) leaves: Vec<LeafValues>,
    /// All trees once more, node by node in pre-order, for the reasons.
    pub(crate) nodes: Vec<Node>,
    /// Where the nodes of each tree begin.
    pub(crate) roots: Vec<usize>,
}

/// A node of a tree. In pre-order its left child follows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// [`LEAF`] for a leaf.
    pub(crate) feature: u32,
    /// The right child.
    pub(crate) right: u32,
    /// The value of a leaf; of a split, the mean of its training rows.
    pub(crate) value: i32,
}

/// The feature number that marks a leaf.
pub(crate) const LEAF: u32 = u32::MAX;

impl Ensemble {
    /// Returns the number of trees.
    #[must_use]
    pub fn n_trees(&self) -> usize {
        self.roots.len()
    }

    /// Returns the score of each row.
    ///
    /// # Complexity
    ///
    /// At worst the number of rows times that of splits. Rows that are alike share most of the work.
    ///
    /// # Panics
    ///
    /// If the matrix has fewer features than the names with which the ensemble was read.
    ///
    /// # Examples
    ///
    /// See the [crate](crate#example).
    #[must_use]
    pub fn predict(&self, rows: &Matrix) -> Predictions {
        self.splits.predict(rows, &self.leaves, false)
    }

    /// As [`predict`](Ensemble::predict), and keeps the leaves of each row for
    /// [`Contributions::of`](crate::Contributions::of): a byte for each row and tree.
    #[must_use]
    pub fn predict_with_leaves(&self, rows: &Matrix) -> Predictions {
        self.splits.predict(rows, &self.leaves, true)
    }

    /// Finds what each group of features contributes to the score of a row, for every leaf of every tree. `groups` has
    /// the group of each feature, a number below `N`.
    ///
    /// # Complexity
    ///
    /// The number of nodes, times `N`.
    ///
    /// # Panics
    ///
    /// If a feature that a split compares has no group, or one that is not below `N`.
    #[must_use]
    pub fn contributions<const N: usize>(&self, groups: &[usize]) -> Contributions<N> {
        let mut all = Contributions {
            expected: 0,
            starts: Vec::with_capacity(self.roots.len()),
            of_leaves: Vec::with_capacity(self.nodes.len() / 2 + 1),
        };
        for &root in &self.roots {
            all.expected += self.nodes[root].value;
            all.starts.push(all.of_leaves.len());
            let mut open = vec![(root, [0; N])];
            while let Some((number, sums)) = open.pop() {
                let node = self.nodes[number];
                if node.feature == LEAF {
                    all.of_leaves.push(sums);
                    continue;
                }
                // The left child is pushed last, so that it is taken first: leaves are numbered from the left.
                for child in [node.right as usize, number + 1] {
                    let mut sums = sums;
                    sums[groups[node.feature as usize]] += self.nodes[child].value - node.value;
                    open.push((child, sums));
                }
            }
        }
        all
    }
}
