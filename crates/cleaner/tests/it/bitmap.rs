//! A set of bytes with one flag a byte: the twin of `Regions`.

use std::ops::Range;

use cleaner::Regions;

/// Longer than any range that a test makes.
pub(crate) const LEN: usize = 64;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bitmap(pub(crate) [bool; LEN]);

impl Bitmap {
    pub(crate) fn of_ranges(ranges: &[Range<usize>]) -> Bitmap {
        Bitmap(std::array::from_fn(|at| ranges.iter().any(|range| range.contains(&at))))
    }

    pub(crate) fn of(regions: &Regions) -> Bitmap {
        Bitmap::of_ranges(&regions.iter().collect::<Vec<_>>())
    }

    /// The maximal runs of bytes whose flag is `value`.
    pub(crate) fn runs(&self, value: bool) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for at in (0..LEN).filter(|&at| self.0[at] == value) {
            match runs.last_mut() {
                Some(run) if run.end == at => run.end += 1,
                _ => runs.push(at..at + 1),
            }
        }
        runs
    }

    pub(crate) fn zip(&self, other: &Bitmap, f: impl Fn(bool, bool) -> bool) -> Bitmap {
        Bitmap(std::array::from_fn(|at| f(self.0[at], other.0[at])))
    }

    pub(crate) fn set(&mut self, range: Range<usize>, value: bool) {
        self.0[range].fill(value);
    }
}

#[test]
fn the_twin_finds_runs() {
    let bitmap = Bitmap::of_ranges(&[3..5, 5..6, 60..64]);
    assert_eq!(bitmap.runs(true), [3..6, 60..64]);
    assert_eq!(bitmap.runs(false), [0..3, 6..60]);
}

#[test]
fn a_reversed_range_holds_nothing() {
    let reversed = |start, end| Range { start, end };
    assert!(Regions::from_ranges([reversed(9, 4)]).is_empty());
    // Nor does it join what it spans.
    let regions = Regions::from_ranges([reversed(9, 4), 0..5, 8..12]);
    assert_eq!(regions.iter().collect::<Vec<_>>(), [0..5, 8..12]);
}
