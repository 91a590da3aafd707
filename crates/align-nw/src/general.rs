//! The kernel for all scores: the matrix of [`crate::reference`], a few rows at a time.
//!
//! A first pass computes the rows one by one and stores every `k`-th as a checkpoint. The path is then walked through
//! bands of `k` rows, the last band first; each band is filled again from the checkpoint above it. So every cell is
//! computed at most twice, and `m/k + k` of the `m + 1` rows are held at a time. If all rows fit into the limit,
//! there is one band and no first pass.

use crate::{
    Error, Scores, Step,
    reference::{Table, first_row, next_row},
};

/// Memory that is reused from one call to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    /// The first row of every band, one after another.
    checkpoints: Vec<i32>,
    table: Table,
}

/// Aligns `left` with `right`, pushes the steps from the last to the first, and returns the score.
pub(crate) fn align(
    buffers: &mut Buffers,
    memory: u64,
    scores: Scores,
    left: &[u32],
    right: &[u32],
    steps: &mut Vec<Step>,
) -> Result<i64, Error> {
    let band = band_rows(memory, left.len(), right.len())?;
    let Buffers { checkpoints, table } = buffers;
    keep_checkpoints(checkpoints, band, scores, left, right);

    let mut score = None;
    let mut j = right.len();
    let bands = left.chunks(band).zip(checkpoints.chunks_exact(right.len() + 1));
    let mut i = left.len();
    for (band, above) in bands.rev() {
        // The columns behind the path are not needed, so that later bands are narrower.
        table.fill(scores, &above[..=j], band, &right[..j]);
        // The first band that is filled ends in the last cell of the whole matrix.
        score.get_or_insert(table.last());
        let (band_rest, right_rest) = table.walk(scores, band, &right[..j], steps);
        i -= band.len() - band_rest;
        j = right_rest;
        if j == 0 {
            break;
        }
    }
    steps.resize(steps.len() + i, Step::Delete);
    steps.resize(steps.len() + j, Step::Insert);
    let only_insertions = scores.gap() * right.len() as i32;
    Ok(i64::from(score.unwrap_or(only_insertions)))
}

/// Stores the first row of every band of `band` rows.
fn keep_checkpoints(checkpoints: &mut Vec<i32>, band: usize, scores: Scores, left: &[u32], right: &[u32]) {
    let mut row = first_row(scores, right.len());
    checkpoints.clear();
    checkpoints.extend_from_slice(&row);
    // The rows of the last band are filled by the walk, and not here.
    let last_band = left.len().saturating_sub(1) / band;
    let mut below = vec![0; row.len()];
    for (i, &symbol) in left[..last_band * band].iter().enumerate() {
        next_row(scores, &row, symbol, right, &mut below);
        std::mem::swap(&mut row, &mut below);
        if (i + 1) % band == 0 {
            checkpoints.extend_from_slice(&row);
        }
    }
}

/// Returns the number of rows in a band. It is as large as the limit allows, so that a matrix that fits is computed
/// once.
fn band_rows(limit: u64, m: usize, n: usize) -> Result<usize, Error> {
    let (m, n) = (m.max(1) as u64, n as u64);
    // A band of `k` rows holds `k + 1` rows, there are `m/k` checkpoints, two rows are swapped while these are made,
    // and a step takes a byte.
    let needed = |k: u64| {
        let rows = (k + 1).saturating_add(m.div_ceil(k)).saturating_add(2);
        rows.saturating_mul(4 * (n + 1)).saturating_add(m + n)
    };
    if needed(m) <= limit {
        return Ok(m as usize);
    }
    // The need is least at the square root of `m`. Above it, the need grows with `k`, so that binary search finds the
    // largest band that fits.
    let least = m.isqrt().max(1);
    if limit < needed(least) {
        return Err(Error::OutOfMemory { needed: needed(least), limit });
    }
    let (mut fits, mut too_large) = (least, m);
    while fits + 1 < too_large {
        let middle = fits.midpoint(too_large);
        if needed(middle) <= limit {
            fits = middle;
        } else {
            too_large = middle;
        }
    }
    Ok(fits as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Alignment, ends::Ends, reference};

    fn with_memory(memory: u64, scores: Scores, left: &[u32], right: &[u32]) -> Option<Alignment> {
        let ends = Ends::of(left, right);
        let mut steps = ends.begin(left, right);
        let (left, right) = (ends.between(left), ends.between(right));
        let score = align(&mut Buffers::default(), memory, scores, left, right, &mut steps).ok()?;
        let ends_score = ends.len() as i64 * i64::from(scores.match_score());
        Some(Alignment::new(ends_score + score, ends.finish(steps)))
    }

    fn symbols() -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(0..3u32, 0..40)
    }

    proptest! {
        #[test]
        fn every_limit_gives_the_reference(
            left in symbols(),
            right in symbols(),
            memory in 0..6_000u64,
        ) {
            let scores = Scores::new(1, 0, -1).unwrap();
            if let Some(found) = with_memory(memory, scores, &left, &right) {
                prop_assert_eq!(found, reference::align(scores, &left, &right).unwrap());
            }
        }
    }

    #[test]
    fn bands_shrink_with_the_limit_down_to_an_error() {
        assert_eq!(band_rows(1 << 30, 1_000, 1_000), Ok(1_000));
        assert_eq!(band_rows(1 << 20, 1_000, 1_000), Ok(254));
        assert_eq!(
            band_rows(1 << 10, 1_000, 1_000),
            Err(Error::OutOfMemory { needed: 4_004 * (32 + 33 + 2) + 2_000, limit: 1 << 10 })
        );
        assert_eq!(band_rows(1 << 10, 0, 0), Ok(1));
    }
}
