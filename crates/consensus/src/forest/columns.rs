//! The numbers that trees ask about, feature by feature.

use std::{iter::zip, ops::Range};

use crate::features::Sink;

/// This many rows are looked up together.
pub(super) const LANES: usize = 16;

/// The features of some rows: those of the first [`LANES`] rows, feature by feature, then those of the next.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    values: Vec<[f32; LANES]>,
    width: usize,
    n_rows: usize,
}

/// Takes the features of a row.
pub(super) struct RowSink<'a> {
    /// The numbers of the row and its neighbours, and those of the rows before.
    block: &'a mut [[f32; LANES]],
    before: &'a [[f32; LANES]],
    lane: usize,
    /// The next feature.
    next: usize,
}

impl Sink for RowSink<'_> {
    #[inline]
    fn put<const N: usize>(&mut self, values: [f32; N]) {
        debug_assert!(values.iter().all(|value| !value.is_nan()));
        let lane = self.lane % LANES;
        for (column, value) in zip(&mut self.block[self.next..][..N], values) {
            column[lane] = value;
        }
        self.next += N;
    }

    fn put_common(&mut self, values: &[f32]) {
        // Of each block the first row puts them for the others.
        if self.lane == 0 {
            for (column, &value) in zip(&mut self.block[self.next..], values) {
                *column = [value; LANES];
            }
        }
        self.next += values.len();
    }

    #[inline]
    fn repeat(&mut self, n: usize) -> bool {
        let columns = &mut self.block[self.next..][..n];
        match self.lane % LANES {
            0 => {
                for (column, before) in zip(columns, &self.before[self.next..]) {
                    column[0] = before[LANES - 1];
                }
            }
            lane => columns
                .iter_mut()
                .for_each(|column| column[lane] = column[lane - 1]),
        }
        self.next += n;
        true
    }
}

impl Columns {
    /// Has `fill` put the features of each row in order, so many of them and no NaN. A row may repeat what the one before
    /// it has.
    pub(super) fn new(
        width: usize,
        n_rows: usize,
        mut fill: impl FnMut(usize, &mut RowSink<'_>),
    ) -> Columns {
        let mut values = Vec::with_capacity(width * n_rows.div_ceil(LANES));
        for first in (0..n_rows).step_by(LANES) {
            let from = values.len();
            values.resize(from + width, [0.0; LANES]);
            let (before, block) = values.split_at_mut(from);
            let before = &before[from.saturating_sub(width)..];
            let n_lanes = LANES.min(n_rows - first);
            for lane in 0..n_lanes {
                let mut sink = RowSink {
                    block,
                    before,
                    lane,
                    next: 0,
                };
                fill(first + lane, &mut sink);
            }
            // The last row stands in for those that are missing.
            if n_lanes < LANES {
                for column in block {
                    let last = column[n_lanes - 1];
                    column[n_lanes..].fill(last);
                }
            }
        }
        Columns {
            values,
            width,
            n_rows,
        }
    }

    /// Puts these in place of the last features of every row.
    pub(super) fn with_last(mut self, last: &[f32]) -> Columns {
        if 0 < self.width {
            for block in self.values.chunks_exact_mut(self.width) {
                for (column, &value) in zip(&mut block[self.width - last.len()..], last) {
                    *column = [value; LANES];
                }
            }
        }
        self
    }

    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Returns a number of a row.
    pub(super) fn get(&self, row: usize, feature: usize) -> f32 {
        self.values[row / LANES * self.width + feature][row % LANES]
    }

    /// Returns a feature of [`LANES`] rows, the first of which is a multiple of it; the last row stands in for missing
    /// ones.
    #[inline(always)]
    pub(super) fn lanes(&self, first: usize, feature: usize) -> &[f32; LANES] {
        &self.values[first / LANES * self.width + feature]
    }

    /// Returns the smallest and the largest value of a feature in these rows, of which there is one. They begin at a
    /// multiple of [`LANES`], and end at one or at the last row.
    pub(super) fn bounds(&self, rows: Range<usize>, feature: usize) -> (f32, f32) {
        // Two loops: the compiler takes both for one, and does badly.
        let mut smallest = [f32::INFINITY; LANES];
        let blocks = || rows.clone().step_by(LANES);
        for first in blocks() {
            for (smallest, &value) in zip(&mut smallest, self.lanes(first, feature)) {
                *smallest = smaller(value, *smallest);
            }
        }
        let mut largest = [f32::NEG_INFINITY; LANES];
        for first in blocks() {
            for (largest, &value) in zip(&mut largest, self.lanes(first, feature)) {
                *largest = larger(value, *largest);
            }
        }
        (reduced(smallest, smaller), reduced(largest, larger))
    }
}

/// Makes one of all values by taking two together. Halves are folded, so that this takes four steps and not fifteen, each
/// of which waits for the one before.
#[inline(always)]
pub(super) fn reduced(mut values: [f32; LANES], both: impl Fn(f32, f32) -> f32) -> f32 {
    let mut half = LANES / 2;
    while 0 < half {
        for i in 0..half {
            values[i] = both(values[i], values[i + half]);
        }
        half /= 2;
    }
    values[0]
}

/// These are single instructions, since they say nothing about NaN.
#[inline(always)]
pub(super) fn smaller(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

#[inline(always)]
pub(super) fn larger(one: f32, other: f32) -> f32 {
    if other < one { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_padded_with_the_last_row() {
        let n_rows = LANES + 2;
        let columns = Columns::new(1, n_rows, |row, sink| sink.put([row as f32]));
        assert_eq!((columns.n_rows(), columns.get(3, 0)), (n_rows, 3.0));
        let first = LANES as f32;
        let mut expected = [first + 1.0; LANES];
        expected[0] = first;
        assert_eq!(columns.lanes(LANES, 0), &expected);
        assert_eq!(columns.bounds(0..LANES, 0), (0.0, first - 1.0));
        assert_eq!(columns.bounds(LANES..n_rows, 0), (first, first + 1.0));
        assert_eq!(Columns::new(2, 0, |_, _| {}).n_rows(), 0);
    }

    #[test]
    fn the_last_features_are_replaced() {
        for n_rows in [0, 3, LANES + 2] {
            let rows = |last: [f32; 2]| {
                Columns::new(4, n_rows, |row, sink| {
                    sink.put([row as f32, -1.0]);
                    sink.put(last);
                })
            };
            let replaced = rows([1.0, 2.0]).with_last(&[3.0, 4.0]);
            assert_eq!(replaced.values, rows([3.0, 4.0]).values);
        }
    }

    /// A row is the same whether what it has is put or repeated.
    #[test]
    fn rows_are_those_that_are_put() {
        let common = [100.0, 101.0];
        for n_rows in [0, 1, LANES - 1, LANES, LANES + 1, 2 * LANES + 4] {
            let columns = Columns::new(6, n_rows, |row, sink| {
                sink.put([row as f32, -(row as f32)]);
                if row % 2 == 0 || !sink.repeat(2) {
                    sink.put([(row / 2) as f32, 7.0]);
                }
                sink.put_common(&common);
            });
            for row in 0..n_rows {
                let expected = [
                    row as f32,
                    -(row as f32),
                    (row / 2) as f32,
                    7.0,
                    100.0,
                    101.0,
                ];
                let found: Vec<f32> = (0..6).map(|feature| columns.get(row, feature)).collect();
                assert_eq!(found, expected, "{n_rows} {row}");
            }
        }
    }
}
