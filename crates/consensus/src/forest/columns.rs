//! The numbers that trees ask about, feature by feature.

use std::ops::Range;

/// This many rows are looked up together.
pub(super) const LANES: usize = 8;

/// The features of some rows: all rows' first, then all rows' second, and so on.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    values: Vec<f32>,
    n_rows: usize,
    /// The length of a column. Its end repeats the last row, so that [`LANES`] can be read at a time.
    height: usize,
}

impl Columns {
    /// Has `fill` write each row, number by number.
    pub(super) fn of(
        width: usize,
        n_rows: usize,
        mut fill: impl FnMut(usize, &mut Vec<f32>),
    ) -> Columns {
        let height = n_rows.next_multiple_of(LANES);
        let mut columns = Columns {
            values: vec![0.0; width * height],
            n_rows,
            height,
        };
        let mut row = Vec::with_capacity(width);
        for nth in 0..height {
            if nth < n_rows {
                row.clear();
                fill(nth, &mut row);
            }
            for (column, &value) in columns.values.chunks_exact_mut(height).zip(&row) {
                // What is no number goes where large numbers go.
                column[nth] = if value.is_nan() { f32::INFINITY } else { value };
            }
        }
        columns
    }

    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Returns a number of a row.
    pub(super) fn get(&self, row: usize, feature: usize) -> f32 {
        self.values[feature * self.height + row]
    }

    /// Returns a feature of [`LANES`] rows; the last row stands in for missing ones.
    pub(super) fn lanes(&self, first: usize, feature: usize) -> [f32; LANES] {
        let column = &self.values[feature * self.height + first..];
        column.first_chunk().copied().unwrap_or([0.0; LANES])
    }

    /// Returns the smallest and the largest value of a feature in these rows, of which there is one.
    pub(super) fn bounds(&self, rows: Range<usize>, feature: usize) -> (f32, f32) {
        let at = feature * self.height;
        let column = &self.values[at + rows.start..at + rows.end];
        let (mut smallest, mut largest) = (f32::INFINITY, f32::NEG_INFINITY);
        for &value in column {
            smallest = if value < smallest { value } else { smallest };
            largest = if largest < value { value } else { largest };
        }
        (smallest, largest)
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
            [8.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0]
        );
        assert_eq!(columns.bounds(2..5, 0), (2.0, 4.0));
        assert_eq!(columns.bounds(0..10, 1), (f32::INFINITY, f32::INFINITY));
        assert_eq!(Columns::of(2, 0, |_, _| {}).n_rows(), 0);
    }
}
