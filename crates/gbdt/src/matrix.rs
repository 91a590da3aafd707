//! The features of many rows, laid out so that sixteen rows are compared with a threshold at once.

use std::{iter::zip, ops::Range};

/// The number of rows that are predicted together. Chosen: by eye.
pub(crate) const LANES: usize = 16;

/// The features of some rows.
///
/// Rows are stored in blocks of 16. A block holds the first feature of its rows, then the second, and so on, so that
/// the values of one feature are neighbours in memory.
#[derive(Clone, Debug)]
pub struct Matrix {
    columns: Vec<[f32; LANES]>,
    n_features: usize,
    n_rows: usize,
}

/// Writes the features of one row, from the first to the last.
#[derive(Debug)]
pub struct RowWriter<'a> {
    block: &'a mut [[f32; LANES]],
    previous_block: &'a [[f32; LANES]],
    lane: usize,
    feature: usize,
}

impl RowWriter<'_> {
    /// Writes the next features. None may be NaN.
    ///
    /// # Panics
    ///
    /// If the row gets more features than the matrix has.
    #[inline]
    pub fn put<const N: usize>(&mut self, values: [f32; N]) {
        debug_assert!(values.iter().all(|value| !value.is_nan()));
        let lane = self.lane % LANES;
        for (column, value) in zip(&mut self.block[self.feature..][..N], values) {
            column[lane] = value;
        }
        self.feature += N;
    }

    /// Writes the next features, which must be the same in all rows of the matrix. Faster than [`put`](RowWriter::put).
    ///
    /// # Panics
    ///
    /// If the row gets more features than the matrix has.
    pub fn put_common(&mut self, values: &[f32]) {
        // The first row of a block writes the values of all its rows, since they are the same.
        if self.lane == 0 {
            for (column, &value) in zip(&mut self.block[self.feature..][..values.len()], values) {
                *column = [value; LANES];
            }
        }
        self.feature += values.len();
    }

    /// Writes the next `n` features as they are in the row before. The first row of a matrix gets zeros.
    ///
    /// # Panics
    ///
    /// If the row gets more features than the matrix has.
    #[inline]
    pub fn repeat(&mut self, n: usize) {
        let columns = &mut self.block[self.feature..][..n];
        match self.lane % LANES {
            // The row before is the last one of the previous block. The first block has none, and keeps its zeros.
            0 => {
                if let Some(previous) = self.previous_block.get(self.feature..) {
                    for (column, previous) in zip(columns, previous) {
                        column[0] = previous[LANES - 1];
                    }
                }
            }
            lane => columns.iter_mut().for_each(|column| column[lane] = column[lane - 1]),
        }
        self.feature += n;
    }

    /// Returns how many features of the row were written or repeated so far.
    #[must_use]
    pub fn n_written(&self) -> usize {
        self.feature
    }
}

impl Matrix {
    /// Builds a matrix row by row: `write` is called for each row in order, with its number and a writer for its
    /// features. Features that `write` leaves out are 0.
    ///
    /// # Complexity
    ///
    /// Linear in the number of values, of four bytes each. The number of rows is rounded up to a multiple of 16.
    ///
    /// # Panics
    ///
    /// If `write` writes more than `n_features` features for a row.
    pub fn new(n_features: usize, n_rows: usize, mut write: impl FnMut(usize, &mut RowWriter<'_>)) -> Matrix {
        let mut columns = Vec::with_capacity(n_features * n_rows.div_ceil(LANES));
        for first in (0..n_rows).step_by(LANES) {
            let start = columns.len();
            columns.resize(start + n_features, [0.0; LANES]);
            let (previous, block) = columns.split_at_mut(start);
            // The first block has no block before it.
            let previous_block = &previous[start.saturating_sub(n_features)..];
            let n_lanes = LANES.min(n_rows - first);
            for lane in 0..n_lanes {
                let mut writer = RowWriter { block, previous_block, lane, feature: 0 };
                write(first + lane, &mut writer);
            }
            // Copies of the last row fill the block, so every lane holds a row that exists. Zeros would widen the
            // bounds of features.
            if n_lanes < LANES {
                for column in block {
                    let last = column[n_lanes - 1];
                    column[n_lanes..].fill(last);
                }
            }
        }
        Matrix { columns, n_features, n_rows }
    }

    /// Adds features of another matrix of the same rows behind those of this one: its features `columns`, in that order.
    ///
    /// # Complexity
    ///
    /// The number of values of both.
    ///
    /// # Panics
    ///
    /// If the matrices do not have the same number of rows, or the other one has no such feature.
    #[must_use]
    pub fn with_features_of(self, other: &Matrix, columns: &[usize]) -> Matrix {
        assert_eq!(self.n_rows, other.n_rows, "both matrices have the same rows");
        let n_features = self.n_features + columns.len();
        let n_blocks = self.n_rows.div_ceil(LANES);
        let mut all = Vec::with_capacity(n_features * n_blocks);
        for block in 0..n_blocks {
            all.extend_from_slice(&self.columns[block * self.n_features..][..self.n_features]);
            let others = &other.columns[block * other.n_features..][..other.n_features];
            all.extend(columns.iter().map(|&column| others[column]));
        }
        Matrix { columns: all, n_features, n_rows: self.n_rows }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Returns a feature of a row.
    ///
    /// # Panics
    ///
    /// If the matrix has no such row or feature.
    #[must_use]
    pub fn get(&self, row: usize, feature: usize) -> f32 {
        self.columns[row / LANES * self.n_features + feature][row % LANES]
    }

    /// Iterates over the rows, each with all of its features.
    pub fn into_rows(self) -> impl Iterator<Item = Vec<f32>> {
        (0..self.n_rows).map(move |row| (0..self.n_features).map(|feature| self.get(row, feature)).collect())
    }

    /// Returns a feature of the block of rows that begins with `first`, a multiple of [`LANES`].
    #[inline(always)]
    pub(crate) fn lanes(&self, first: usize, feature: usize) -> &[f32; LANES] {
        &self.columns[first / LANES * self.n_features + feature]
    }

    /// Returns the smallest and the largest value of a feature in these rows, of which there must be at least one.
    /// The range begins at a multiple of [`LANES`], and ends at one or at the last row.
    #[inline(always)]
    pub(crate) fn bounds(&self, rows: Range<usize>, feature: usize) -> (f32, f32) {
        // Two loops, since from one loop for both the compiler makes code that takes one value after the other.
        let mut smallest = [f32::INFINITY; LANES];
        for first in rows.clone().step_by(LANES) {
            let values = self.lanes(first, feature);
            for lane in 0..LANES {
                smallest[lane] = smaller(values[lane], smallest[lane]);
            }
        }
        let mut largest = [f32::NEG_INFINITY; LANES];
        for first in rows.step_by(LANES) {
            let values = self.lanes(first, feature);
            for lane in 0..LANES {
                largest[lane] = larger(values[lane], largest[lane]);
            }
        }
        (reduced(smallest, smaller), reduced(largest, larger))
    }
}

/// Combines all values into one, halving their number four times: sixteen dependent steps would take longer.
#[inline(always)]
pub(crate) fn reduced(mut values: [f32; LANES], combine: impl Fn(f32, f32) -> f32) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            values[i] = combine(values[i], values[i + half]);
        }
        half /= 2;
    }
    values[0]
}

/// Returns the smaller value by a single instruction, unlike [`f32::min`], which has to treat NaN.
#[inline(always)]
fn smaller(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// Returns the larger value by a single instruction, unlike [`f32::max`].
#[inline(always)]
pub(crate) fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn blocks_are_filled_with_the_last_row() {
        let n_rows = LANES + 2;
        let matrix = Matrix::new(1, n_rows, |row, writer| writer.put([row as f32]));
        assert_eq!((matrix.n_rows(), matrix.get(3, 0)), (n_rows, 3.0));
        let first = LANES as f32;
        let mut expected = [first + 1.0; LANES];
        expected[0] = first;
        assert_eq!(matrix.lanes(LANES, 0), &expected);
        assert_eq!(Matrix::new(2, 0, |_, _| {}).n_rows(), 0);
    }

    #[test]
    fn repeated_and_common_features_are_those_that_are_put() {
        let common = [100.0, 101.0];
        for n_rows in [0, 1, LANES - 1, LANES, LANES + 1, 2 * LANES + 4] {
            let matrix = Matrix::new(6, n_rows, |row, writer| {
                writer.put([row as f32, -(row as f32)]);
                if row % 2 == 0 {
                    writer.put([(row / 2) as f32, 7.0]);
                } else {
                    writer.repeat(2);
                }
                writer.put_common(&common);
            });
            for row in 0..n_rows {
                let number = row as f32;
                let expected = [number, -number, (row / 2) as f32, 7.0, 100.0, 101.0];
                let found: Vec<f32> = (0..6).map(|feature| matrix.get(row, feature)).collect();
                assert_eq!(found, expected, "{n_rows} {row}");
            }
        }
    }

    #[test]
    fn the_first_row_repeats_zeros() {
        let matrix = Matrix::new(2, 1, |_, writer| writer.repeat(2));
        assert_eq!([matrix.get(0, 0), matrix.get(0, 1)], [0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn bounds_are_the_smallest_and_largest_value(
            values in proptest::collection::vec(any::<i8>(), 1..4 * LANES), block in 0_usize..4,
        ) {
            let matrix = Matrix::new(1, values.len(), |row, writer| writer.put([f32::from(values[row])]));
            let rows = LANES * block..values.len();
            if !rows.is_empty() {
                let (smallest, largest) = matrix.bounds(rows.clone(), 0);
                let naive = &values[rows];
                prop_assert_eq!(Some(smallest as i8), naive.iter().min().copied());
                prop_assert_eq!(Some(largest as i8), naive.iter().max().copied());
            }
        }
    }

    #[test]
    fn features_of_another_matrix_come_last() {
        let one = Matrix::new(2, 19, |row, writer| writer.put([row as f32, -1.0]));
        let other = Matrix::new(3, 19, |row, writer| writer.put([row as f32 * 2.0, row as f32 * 3.0, 7.0]));
        let both = one.with_features_of(&other, &[2, 0]);
        for row in 0..19 {
            let found = [0, 1, 2, 3].map(|feature| both.get(row, feature));
            assert_eq!(found, [row as f32, -1.0, 7.0, row as f32 * 2.0]);
        }
        assert_eq!(both.n_rows(), 19);
    }
}
