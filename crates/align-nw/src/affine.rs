//! Any scores for pairs, with affine gaps (Gotoh 1982).

use crate::{Alignment, Error, Step};

/// Aligns sequences of symbols by any scores of pairs, with affine gaps.
///
/// [`Aligner`](crate::Aligner) distinguishes only equal and unequal symbols. Here a function returns the score of
/// each pair, by whatever the symbols stand for. For example, two tags with the same name may have a positive score
/// although their attributes differ. A gap of `k` symbols scores `open + k · extend`.
///
/// # Examples
///
/// ```
/// use align_nw::{Affine, Step::{Insert, Match, Mismatch}};
///
/// // Symbols of one ten are alike.
/// let pair = |left: u32, right: u32| match left == right {
///     true => 2,
///     false if left / 10 == right / 10 => 1,
///     false => -3,
/// };
/// let aligner = Affine::new(-1, -1)?;
/// let found = aligner.align(&[10, 25], &[10, 31, 32, 27], pair)?;
/// assert_eq!(found.steps(), [Match, Insert, Insert, Mismatch]);
/// assert_eq!(found.score(), 2 - (1 + 2) + 1);
/// # Ok::<(), align_nw::Error>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Affine {
    open: i32,
    extend: i32,
    memory: u64,
}

/// The origin of the best score of a cell, in a byte per cell. The lower two bits are the step. The other bits tell
/// whether a gap that ends here was also opened here. Set by: the bits of that byte.
const PAIR: u8 = 0;
const DELETE: u8 = 1;
const INSERT: u8 = 2;
const STEP: u8 = 3;
const OPENS_DELETE: u8 = 4;
const OPENS_INSERT: u8 = 8;

impl Affine {
    /// Makes an aligner from the score of opening a gap, and that of each symbol in a gap. The memory limit is
    /// [`Config::DEFAULT_MEMORY`](crate::Config::DEFAULT_MEMORY).
    ///
    /// # Errors
    ///
    /// [`Error::GapNotNegative`] unless `extend < 0` and `open <= 0`.
    pub fn new(open: i32, extend: i32) -> Result<Affine, Error> {
        if extend >= 0 || open > 0 {
            return Err(Error::GapNotNegative { given: if extend >= 0 { extend } else { open } });
        }
        Ok(Affine { open, extend, memory: crate::Config::DEFAULT_MEMORY })
    }

    /// Sets the number of bytes that one call may use in addition to its inputs.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Affine {
        self.memory = bytes;
        self
    }

    /// Aligns `left` with `right` from end to end and returns a best alignment by the scores of `pair`.
    ///
    /// If several are best, the one is returned that is found by walking back from the end: a pair if that explains
    /// the score, else a gap in `right`, else one in `left`. A gap is opened rather than extended. A pair of equal
    /// symbols is a [`Step::Match`], any other a [`Step::Mismatch`], whatever their scores.
    ///
    /// # Complexity
    ///
    /// With `m` and `n` the lengths: `O(m · n)` time, and one byte for each of the `m · n`
    /// cells.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] if the cells exceed the limit. Nothing is allocated in that case.
    ///
    /// # Panics
    ///
    /// Only if `pair` does.
    pub fn align(&self, left: &[u32], right: &[u32], pair: impl Fn(u32, u32) -> i32) -> Result<Alignment, Error> {
        let width = right.len() + 1;
        // The cells, two rows of scores of eight bytes, and the steps.
        let needed = (width as u64)
            .saturating_mul(left.len() as u64 + 1)
            .saturating_add(16 * width as u64)
            .saturating_add(left.len() as u64 + width as u64);
        if self.memory < needed {
            return Err(Error::OutOfMemory { needed, limit: self.memory });
        }
        // Scores are summed in 64 bits, so that no sum of 32-bit scores overflows.
        let (open, extend) = (i64::from(self.open), i64::from(self.extend));
        let mut cells = vec![PAIR; width * (left.len() + 1)];
        // The best scores of the row above, and those of alignments that end in a gap in `right`.
        let mut best: Vec<i64> = (0..width as i64).map(|j| if j == 0 { 0 } else { open + j * extend }).collect();
        // No alignment of the first row ends in a gap in `right`. This score never wins, as opening a gap from `best`
        // costs no more.
        let mut deleted: Vec<i64> = best.iter().map(|score| score + open).collect();
        // Along both edges a gap goes on to the corner, so that it need not be known where it was opened.
        cells[1..width].fill(INSERT);
        for (i, &symbol) in left.iter().enumerate() {
            let row = &mut cells[(i + 1) * width..][..width];
            let mut diagonal = best[0];
            best[0] = open + (i as i64 + 1) * extend;
            row[0] = DELETE;
            let mut inserted = best[0] + open;
            for (j, &other) in right.iter().enumerate() {
                let above = best[j + 1];
                let (opened, longer) = (above + open + extend, deleted[j + 1] + extend);
                deleted[j + 1] = opened.max(longer);
                // `<=` prefers opening a gap to extending one of the same score.
                let mut cell = if longer <= opened { OPENS_DELETE } else { 0 };
                let (opened, longer) = (best[j] + open + extend, inserted + extend);
                inserted = opened.max(longer);
                cell |= if longer <= opened { OPENS_INSERT } else { 0 };
                let paired = diagonal + i64::from(pair(symbol, other));
                let score = paired.max(deleted[j + 1]).max(inserted);
                // The order of the arms is the rule for ties.
                cell |= match score {
                    _ if score == paired => PAIR,
                    _ if score == deleted[j + 1] => DELETE,
                    _ => INSERT,
                };
                row[j + 1] = cell;
                diagonal = above;
                best[j + 1] = score;
            }
        }
        let steps = walk(&cells, left, right);
        Ok(Alignment::new(best[right.len()], steps))
    }
}

/// Walks back from the last cell to the first, and returns the steps in their order.
fn walk(cells: &[u8], left: &[u32], right: &[u32]) -> Vec<Step> {
    let width = right.len() + 1;
    let (mut i, mut j) = (left.len(), right.len());
    let mut steps = Vec::with_capacity(left.len() + right.len());
    // A gap that was not opened here goes on, whatever the best step of the next cell is.
    let mut gap = None;
    while (i, j) != (0, 0) {
        let cell = cells[i * width + j];
        match gap.unwrap_or(cell & STEP) {
            PAIR => {
                (i, j) = (i - 1, j - 1);
                steps.push(if left[i] == right[j] { Step::Match } else { Step::Mismatch });
            }
            DELETE => {
                gap = (cell & OPENS_DELETE == 0).then_some(DELETE);
                i -= 1;
                steps.push(Step::Delete);
            }
            _ => {
                gap = (cell & OPENS_INSERT == 0).then_some(INSERT);
                j -= 1;
                steps.push(Step::Insert);
            }
        }
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Scores, reference};

    /// What a step of a gap costs depends on the step before it.
    #[derive(Clone, Copy, PartialEq)]
    enum Before {
        Pair,
        Delete,
        Insert,
    }

    fn pair(left: u32, right: u32) -> i32 {
        match left == right {
            true => 3,
            false if left / 2 == right / 2 => 1,
            false => -2,
        }
    }

    /// Tries every path.
    fn naive(affine: &Affine, left: &[u32], right: &[u32], before: Before) -> i64 {
        let gap = |kind| i64::from(affine.extend) + if before == kind { 0 } else { i64::from(affine.open) };
        let mut best = None;
        let mut offer = |score: i64| best = best.max(Some(score));
        if let ([l, left @ ..], [r, right @ ..]) = (left, right) {
            offer(i64::from(pair(*l, *r)) + naive(affine, left, right, Before::Pair));
        }
        if let [_, left @ ..] = left {
            offer(gap(Before::Delete) + naive(affine, left, right, Before::Delete));
        }
        if let [_, right @ ..] = right {
            offer(gap(Before::Insert) + naive(affine, left, right, Before::Insert));
        }
        best.unwrap_or(0)
    }

    /// What the steps are worth, if they lead through both sequences.
    fn replay(affine: &Affine, found: &Alignment, left: &[u32], right: &[u32]) -> Option<i64> {
        let (mut left, mut right) = (left.iter(), right.iter());
        let mut before = Before::Pair;
        let mut sum = 0;
        for step in found.steps() {
            let now = match step {
                Step::Match | Step::Mismatch => {
                    let (l, r) = (*left.next()?, *right.next()?);
                    if (l == r) != (*step == Step::Match) {
                        return None;
                    }
                    sum += i64::from(pair(l, r));
                    Before::Pair
                }
                Step::Delete => left.next().map(|_| Before::Delete)?,
                Step::Insert => right.next().map(|_| Before::Insert)?,
            };
            if now != Before::Pair {
                sum += i64::from(affine.extend);
                sum += if now == before { 0 } else { i64::from(affine.open) };
            }
            before = now;
        }
        (left.len() == 0 && right.len() == 0).then_some(sum)
    }

    fn symbols(max: usize) -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(0..5u32, 0..max)
    }

    proptest! {
        #[test]
        fn no_path_is_better(
            left in symbols(6),
            right in symbols(6),
            open in -4..=0,
            extend in -3..=-1,
        ) {
            let affine = Affine::new(open, extend).unwrap();
            let found = affine.align(&left, &right, pair).unwrap();
            prop_assert_eq!(found.score(), naive(&affine, &left, &right, Before::Pair));
            prop_assert_eq!(replay(&affine, &found, &left, &right), Some(found.score()));
        }

        #[test]
        fn with_equality_and_no_price_of_opening_it_scores_as_the_aligner(
            left in symbols(40),
            right in symbols(40),
        ) {
            let affine = Affine::new(0, -1).unwrap();
            let found = affine.align(&left, &right, |l, r| i32::from(l == r)).unwrap();
            let plain = reference::align(Scores::new(1, 0, -1).unwrap(), &left, &right).unwrap();
            prop_assert_eq!(found.score(), plain.score());
        }
    }

    #[test]
    fn of_several_best_a_pair_comes_last_then_a_gap_on_the_right() {
        let steps = |left: &[u32], right: &[u32], worth: i32| {
            let affine = Affine::new(0, -1).unwrap();
            let found = affine.align(left, right, |_, _| worth).unwrap();
            found.steps().to_vec()
        };
        assert_eq!(steps(&[1], &[2], -2), [Step::Mismatch]);
        assert_eq!(steps(&[1], &[2], -3), [Step::Insert, Step::Delete]);
        assert_eq!(steps(&[1, 2], &[3], 0), [Step::Delete, Step::Mismatch]);
        assert_eq!(steps(&[1], &[2, 3], 0), [Step::Insert, Step::Mismatch]);
    }

    /// At the edges of the matrix too: neither the gap that comes first nor the one behind it is free to open.
    #[test]
    fn each_of_two_gaps_is_opened() {
        let affine = Affine::new(-4, -1).unwrap();
        for (left, right) in [(&[1][..], &[2][..]), (&[1, 3], &[2]), (&[1], &[2, 4]), (&[1, 3], &[2, 4])] {
            let found = affine.align(left, right, |_, _| -40).unwrap();
            assert_eq!(found.score(), -8 - (left.len() + right.len()) as i64, "{left:?} {right:?}");
        }
    }

    #[test]
    fn a_gap_is_opened_rather_than_extended() {
        let affine = Affine::new(0, -1).unwrap();
        // 3 is best alone; whether 1 or 2 is the other one makes no difference.
        let pair = |left: u32, right: u32| if left.max(right) == 3 { -9 } else { 0 };
        let steps = |left: &[u32], right: &[u32]| {
            let found = affine.align(left, right, pair).unwrap();
            found.steps().to_vec()
        };
        let (delete, insert, mismatch) = (Step::Delete, Step::Insert, Step::Mismatch);
        assert_eq!(steps(&[1, 2, 3], &[0]), [delete, mismatch, delete]);
        assert_eq!(steps(&[0], &[1, 2, 3]), [insert, mismatch, insert]);
    }

    #[test]
    fn limits_come_before_memory() {
        assert_eq!(Affine::new(0, 0), Err(Error::GapNotNegative { given: 0 }));
        assert_eq!(Affine::new(1, -1), Err(Error::GapNotNegative { given: 1 }));
        let affine = Affine::new(0, -1).unwrap().memory(100);
        let error = affine.align(&[1; 20], &[2; 20], pair).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { limit: 100, .. }));
        // 4 rows of 5 cells, 16 bytes for each cell of a row, and 8 steps.
        let (left, right, needed) = ([1; 3], [2; 4], 20 + 80 + 8);
        assert!(affine.clone().memory(needed).align(&left, &right, pair).is_ok());
        let error = affine.memory(needed - 1).align(&left, &right, pair).unwrap_err();
        assert_eq!(error, Error::OutOfMemory { needed, limit: needed - 1 });
    }
}
