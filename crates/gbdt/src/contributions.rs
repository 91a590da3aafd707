//! Why a row has its score: what each group of features contributes.
//!
//! Each split moves the expected value from the mean of its training rows to the mean of a child, and the move is
//! attributed to the group of the split's feature (the method of Saabas, 2014). The contributions of all groups, and
//! the score that is expected of any row, add up to the row's score. The path to a leaf is always the same, so its
//! sums are computed once.

use std::iter::zip;

use crate::predictions::Predictions;

/// What each of `N` groups of features contributes on the path to each leaf, in units of
/// 1 / [`SCORE_ONE`](crate::SCORE_ONE).
#[derive(Clone, Debug)]
pub struct Contributions<const N: usize> {
    pub(crate) expected: i32,
    /// The index in `of_leaves` at which the leaves of each tree begin.
    pub(crate) starts: Vec<usize>,
    pub(crate) of_leaves: Vec<[i32; N]>,
}

impl<const N: usize> Contributions<N> {
    /// Returns the score that is expected of any row: the sum of the means at the roots.
    #[must_use]
    pub fn expected(&self) -> i32 {
        self.expected
    }

    /// Returns what each group contributes to the score of a row. The contributions and
    /// [`expected`](Contributions::expected) add up to the score.
    ///
    /// # Complexity
    ///
    /// The number of trees, times `N`.
    ///
    /// # Panics
    ///
    /// If the predictions have no such row, are those of another ensemble, or were made without leaves: see
    /// [`predict_with_leaves`](crate::Ensemble::predict_with_leaves).
    #[must_use]
    pub fn of(&self, predictions: &Predictions, row: usize) -> [i32; N] {
        let mut sums = [0; N];
        for (start, leaf) in zip(&self.starts, predictions.leaves(row)) {
            for (sum, more) in zip(&mut sums, self.of_leaves[start + leaf]) {
                *sum += more;
            }
        }
        sums
    }
}
