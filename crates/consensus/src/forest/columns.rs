//! The numbers that trees ask about, feature by feature.

use std::ops::Range;

use crate::features::Sink;

/// This many rows are looked up together.
pub(super) const LANES: usize = 8;

/// The features of some rows: those of the first [`LANES`] rows, feature by feature, then those of the next.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    values: Vec<[f32; LANES]>,
    width: usize,
    n_rows: usize,
}

/// Which features are wanted of all, and in which column.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// A feature and where its column begins among the numbers of [`LANES`] rows, by features.
    columns: Vec<(u32, u32)>,
    /// How many of them are before each feature, and before the end.
    before: Vec<u32>,
}

impl Wanted {
    /// Wants these of so many features, each in the column of its place.
    pub(super) fn new(features: &[usize], n_features: usize) -> Wanted {
        let mut columns: Vec<(u32, u32)> = (features.iter().enumerate())
            .map(|(column, &feature)| (feature as u32, (column * LANES) as u32))
            .collect();
        columns.sort_unstable();
        let before =
            |feature: usize| columns.partition_point(|&(other, _)| (other as usize) < feature);
        let before = (0..=n_features)
            .map(|feature| before(feature) as u32)
            .collect();
        Wanted { columns, before }
    }

    fn within(&self, start: usize, n: usize) -> &[(u32, u32)] {
        let (from, to) = (self.before[start], self.before[start + n]);
        &self.columns[from as usize..to as usize]
    }
}

/// Takes the features of a row, and puts those that are wanted where they belong.
pub(super) struct RowSink<'a> {
    wanted: &'a Wanted,
    /// The numbers of the row and its neighbours, and those of the rows before.
    block: &'a mut [f32],
    before: &'a [f32],
    lane: usize,
    /// The next feature.
    next: usize,
}

impl Sink for RowSink<'_> {
    fn put<const N: usize>(&mut self, values: [f32; N]) {
        let (next, lane) = (self.next, self.lane);
        let block = &mut *self.block;
        for &(feature, column) in self.wanted.within(next, N) {
            let value = values[feature as usize - next];
            block[column as usize + lane] = comparable(value);
        }
        self.next += N;
    }

    fn put_common(&mut self, values: &[f32]) {
        // Of each block the first row puts them for the others.
        if self.lane == 0 {
            for &(feature, column) in self.wanted.within(self.next, values.len()) {
                let value = values[feature as usize - self.next];
                let column = column as usize;
                self.block[column..column + LANES].fill(comparable(value));
            }
        }
        self.next += values.len();
    }

    fn repeat(&mut self, n: usize) -> bool {
        let wanted = self.wanted.within(self.next, n);
        match self.lane {
            0 => {
                for &(_, column) in wanted {
                    let column = column as usize;
                    self.block[column] = self.before[column + LANES - 1];
                }
            }
            lane => {
                for &(_, column) in wanted {
                    let column = column as usize;
                    self.block[column + lane] = self.block[column + lane - 1];
                }
            }
        }
        self.next += n;
        true
    }
}

/// What is no number goes where large numbers go.
fn comparable(value: f32) -> f32 {
    if value.is_nan() { f32::INFINITY } else { value }
}

impl Columns {
    /// Has `fill` put the features of each row in order. The first row must put all of them, and a row may repeat what the
    /// one before it has.
    pub(super) fn wanted(
        wanted: &Wanted,
        n_rows: usize,
        mut fill: impl FnMut(usize, &mut RowSink<'_>),
    ) -> Columns {
        let mut columns = Columns::empty(wanted.columns.len(), n_rows);
        let width = columns.width;
        for row in 0..n_rows {
            let (before, rest) = columns.values.split_at_mut(row / LANES * width);
            let mut sink = RowSink {
                wanted,
                block: rest[..width].as_flattened_mut(),
                before: before[before.len().saturating_sub(width)..].as_flattened(),
                lane: row % LANES,
                next: 0,
            };
            fill(row, &mut sink);
        }
        columns.pad();
        columns
    }

    /// Puts these in place of the last features of every row.
    pub(super) fn with_last(mut self, wanted: &Wanted, last: &[f32]) -> Columns {
        let from = wanted.before.len() - 1 - last.len();
        if 0 < self.width {
            for block in self.values.chunks_exact_mut(self.width) {
                let block = block.as_flattened_mut();
                for &(feature, column) in wanted.within(from, last.len()) {
                    let column = column as usize;
                    block[column..column + LANES].fill(comparable(last[feature as usize - from]));
                }
            }
        }
        self
    }

    /// Has `fill` write each row, number by number.
    pub(super) fn of(
        width: usize,
        n_rows: usize,
        mut fill: impl FnMut(usize, &mut Vec<f32>),
    ) -> Columns {
        let mut columns = Columns::empty(width, n_rows);
        let mut numbers = Vec::with_capacity(width);
        for row in 0..n_rows {
            numbers.clear();
            fill(row, &mut numbers);
            let block = columns.values[row / LANES * width..].iter_mut();
            for (column, &value) in block.zip(&numbers) {
                column[row % LANES] = comparable(value);
            }
        }
        columns.pad();
        columns
    }

    fn empty(width: usize, n_rows: usize) -> Columns {
        Columns {
            values: vec![[0.0; LANES]; width * n_rows.div_ceil(LANES)],
            width,
            n_rows,
        }
    }

    /// Has the last row stand in for those that are missing in the last block.
    fn pad(&mut self) {
        let Some(last) = self.n_rows.checked_sub(1) else {
            return;
        };
        for column in &mut self.values[last / LANES * self.width..] {
            let value = column[last % LANES];
            column[last % LANES..].fill(value);
        }
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
    pub(super) fn lanes(&self, first: usize, feature: usize) -> &[f32; LANES] {
        &self.values[first / LANES * self.width + feature]
    }

    /// Returns the smallest and the largest value of a feature in these rows, of which there is one. They begin at a
    /// multiple of [`LANES`], and end at one or at the last row.
    pub(super) fn bounds(&self, rows: Range<usize>, feature: usize) -> (f32, f32) {
        let (mut smallest, mut largest) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
        for first in rows.step_by(LANES) {
            for (lane, &value) in self.lanes(first, feature).iter().enumerate() {
                smallest[lane] = if value < smallest[lane] {
                    value
                } else {
                    smallest[lane]
                };
                largest[lane] = if largest[lane] < value {
                    value
                } else {
                    largest[lane]
                };
            }
        }
        let (smallest, largest) = (smallest.into_iter(), largest.into_iter());
        (
            smallest.fold(f32::INFINITY, f32::min),
            largest.fold(f32::NEG_INFINITY, f32::max),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_padded_with_the_last_row() {
        let columns = Columns::of(2, 10, |row, numbers| {
            numbers.extend([row as f32, f32::NAN]);
        });
        assert_eq!((columns.n_rows(), columns.get(3, 0)), (10, 3.0));
        assert_eq!(
            columns.lanes(8, 0),
            &[8.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0]
        );
        assert_eq!(columns.bounds(0..8, 0), (0.0, 7.0));
        assert_eq!(columns.bounds(8..10, 0), (8.0, 9.0));
        assert_eq!(columns.bounds(0..10, 1), (f32::INFINITY, f32::INFINITY));
        assert_eq!(Columns::of(2, 0, |_, _| {}).n_rows(), 0);
    }

    #[test]
    fn the_last_features_are_replaced() {
        for features in [vec![2, 0, 3], vec![1], vec![]] {
            let wanted = Wanted::new(&features, 4);
            let rows = |last: [f32; 2]| {
                Columns::wanted(&wanted, 10, |row, sink| {
                    sink.put([row as f32, -1.0]);
                    sink.put(last);
                })
            };
            let replaced = rows([1.0, 2.0]).with_last(&wanted, &[3.0, f32::NAN]);
            assert_eq!(replaced.values, rows([3.0, f32::NAN]).values);
        }
    }

    /// Whatever is wanted of rows is in them, whether it is put or repeated.
    #[test]
    fn wanted_features_are_those_of_the_whole_rows() {
        let common = [100.0, 101.0];
        let of_row = |row: usize| [row as f32, f32::NAN, -(row as f32)];
        let of_pair = |row: usize| [(row / 2) as f32, 7.0];
        for features in [
            vec![6, 0, 3, 4, 2],
            vec![1],
            vec![],
            vec![0, 1, 2, 3, 4, 5, 6],
        ] {
            for n_rows in [0, 1, 7, 8, 9, 20] {
                let wanted = Wanted::new(&features, 7);
                let chosen = Columns::wanted(&wanted, n_rows, |row, sink| {
                    sink.put(of_row(row));
                    if row % 2 == 0 || !sink.repeat(2) {
                        sink.put(of_pair(row));
                    }
                    sink.put_common(&common);
                });
                let all = Columns::of(features.len(), n_rows, |row, numbers| {
                    let mut whole: Vec<f32> = Vec::new();
                    whole.put(of_row(row));
                    assert!(!whole.repeat(2));
                    whole.put(of_pair(row));
                    whole.put_common(&common);
                    numbers.extend(features.iter().map(|&feature| whole[feature]));
                });
                assert_eq!(chosen.values, all.values);
            }
        }
    }
}
