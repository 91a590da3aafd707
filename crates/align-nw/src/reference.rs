//! The plain kernel: the full matrix, written for readability.
//!
//! # The matrix
//!
//! `S[i][j]` is the best score of the first `i` symbols of `left` with the
//! first `j` of `right`; `left` runs down the rows, `right` along the columns.
//!
//! ```text
//! S[0][0] = 0
//! S[i][0] = S[i-1][0] + gap
//! S[0][j] = S[0][j-1] + gap
//! S[i][j] = max of  S[i-1][j-1] + (match if left[i-1] == right[j-1], else mismatch)
//!                   S[i-1][j]   + gap        left[i-1] stands alone: Delete
//!                   S[i][j-1]   + gap        right[j-1] stands alone: Insert
//! ```
//!
//! The path is walked back from the last cell by the rule in [`Alignment`]. The other kernels never hold this matrix,
//! and must return exactly what this one does. It is public so that they can be tested against it. It has no other
//! use, as it takes four bytes per cell.

use crate::{Alignment, Error, Scores, Step, ends::Ends};

/// Aligns `left` with `right` in a full matrix.
///
/// # Complexity
///
/// With `m` and `n` the lengths: `O(m · n)` time, and `4 · (m + 1) · (n + 1)`
/// bytes, whatever limit other kernels have.
///
/// # Errors
///
/// [`Error::ScoreRange`] if a score could leave the range of `i32`.
///
/// # Panics
///
/// If the matrix cannot be allocated.
///
/// # Examples
///
/// ```
/// use align_nw::{Config, Scores, reference};
///
/// let (left, right) = ([1, 2, 3, 4], [2, 3, 5, 4, 6]);
/// let plain = reference::align(Scores::new(1, 0, -1)?, &left, &right)?;
/// assert_eq!(plain, Config::new().build()?.align(&left, &right)?);
/// # Ok::<(), align_nw::Error>(())
/// ```
pub fn align(scores: Scores, left: &[u32], right: &[u32]) -> Result<Alignment, Error> {
    scores.check_range(left.len(), right.len())?;
    let ends = Ends::of(left, right);
    let mut steps = ends.begin(left, right);
    let (left, right) = (ends.between(left), ends.between(right));

    let mut table = Table::default();
    table.fill(scores, &first_row(scores, right.len()), left, right);
    let score = ends.len() as i64 * i64::from(scores.match_score()) + i64::from(table.last());
    let (left_rest, right_rest) = table.walk(scores, left, right, &mut steps);
    steps.resize(steps.len() + left_rest, Step::Delete);
    steps.resize(steps.len() + right_rest, Step::Insert);
    Ok(Alignment::new(score, ends.finish(steps)))
}

/// Returns row 0 of the matrix for `n` symbols on the right.
pub(crate) fn first_row(scores: Scores, n: usize) -> Vec<i32> {
    (0..=n as i32).map(|j| j * scores.gap()).collect()
}

/// Some consecutive rows of the matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Cells of one row: one more than there are symbols on the right.
    width: usize,
    cells: Vec<i32>,
}

impl Table {
    /// Returns the last cell of the matrix.
    pub(crate) fn last(&self) -> i32 {
        self.cells.last().copied().unwrap_or(0)
    }

    fn at(&self, i: usize, j: usize) -> i32 {
        self.cells[i * self.width + j]
    }

    /// Fills the rows below `first_row`, one for each symbol of `left`.
    pub(crate) fn fill(&mut self, scores: Scores, first_row: &[i32], left: &[u32], right: &[u32]) {
        self.width = first_row.len();
        self.cells.clear();
        self.cells.extend_from_slice(first_row);
        self.cells.resize(self.width * (left.len() + 1), 0);
        let mut rows = self.cells.chunks_exact_mut(self.width);
        let mut above = rows.next();
        for (row, &symbol) in rows.zip(left) {
            if let Some(above) = above {
                next_row(scores, above, symbol, right, row);
            }
            above = Some(row);
        }
    }

    /// Walks back from the last cell until the first row or column is reached, and pushes the steps. Returns the
    /// numbers of symbols of `left` and `right` before that cell.
    pub(crate) fn walk(&self, scores: Scores, left: &[u32], right: &[u32], steps: &mut Vec<Step>) -> (usize, usize) {
        let (mut i, mut j) = (left.len(), self.width - 1);
        while i > 0 && j > 0 {
            let here = self.at(i, j);
            // Equal symbols are a match without a look at the scores: pairing them is always one of the best choices.
            if left[i - 1] == right[j - 1] {
                steps.push(Step::Match);
                (i, j) = (i - 1, j - 1);
            } else if here == self.at(i - 1, j - 1) + scores.mismatch() {
                steps.push(Step::Mismatch);
                (i, j) = (i - 1, j - 1);
            } else if here == self.at(i - 1, j) + scores.gap() {
                steps.push(Step::Delete);
                i -= 1;
            } else {
                steps.push(Step::Insert);
                j -= 1;
            }
        }
        (i, j)
    }
}

/// Computes one row of the matrix from the one above it.
pub(crate) fn next_row(scores: Scores, above: &[i32], symbol: u32, right: &[u32], row: &mut [i32]) {
    let gap = scores.gap();
    let mut before = above[0] + gap;
    row[0] = before;
    for (((here, above), other), &symbol_right) in row[1..].iter_mut().zip(above).zip(&above[1..]).zip(right) {
        let pair = above + scores.pair(symbol == symbol_right);
        before = pair.max(other + gap).max(before + gap);
        *here = before;
    }
}
