//! The kernel for scores of +1, 0, −1: 64 cells of the matrix in one word.
//!
//! # What it builds on
//!
//! * Myers (1999), "A fast bit-vector algorithm for approximate string matching based on dynamic programming", stores
//!   the differences between neighbouring cells as bits. One addition computes them for all rows of a word. The scores
//!   are those of the edit distance.
//! * Hyyrö (2004), "Bit-parallel LCS-length computation revisited", does so for the longest common subsequence.
//! * Loving, Hernandez and Benson (2014), "BitPAl: a bit-parallel, general integer-scoring sequence alignment
//!   algorithm", do so for any integer scores, where a difference can have more than two values. The scores here are
//!   such a case.
//!
//! # The matrix, as differences
//!
//! `S` is the matrix of [`crate::reference`], transposed: `left` runs along the columns (`i`), `right` down the rows
//! (`j`). Neighbouring cells differ by little, so that differences are stored and not scores:
//!
//! ```text
//! V = S[i][j] - S[i][j-1] + 1      down a column,   0..=3, two bits
//! H = S[i][j] - S[i-1][j] + 1      along a row,     0..=3, two bits
//! z = S[i][j] - S[i-1][j-1]        on the diagonal, 0..=1, one bit
//! ```
//!
//! `z` is 1 in three cases: the symbols are equal, the cell to the left is higher by a gap (`V` was 3), or the cell
//! above is (its `H` is 3). Then `H = z + 2 - V` and, with the `H` of the row above, the new `V = z + 2 - H`. Only
//! the condition on the `H` above passes down a column: `H` is 3 where `V` was 0 and `z` is 1, so that it begins
//! where symbols are equal at `V = 0` and goes on as long as `V` is 0. A carry in an addition does the same, and one
//! addition computes it for 64 rows ([`sweep`]), or for a whole column of a block ([`wide`]).
//!
//! # The path
//!
//! Two bits a cell are enough to walk back: `z`, and whether `V` was 3. Equal
//! symbols are a match; else `z = 0` is a mismatch; else `V = 3` says that the
//! cell to the left explains the score ([`Step::Delete`]); else the one above
//! does ([`Step::Insert`]).
//!
//! # Blocks and tiles
//!
//! Rows are divided into blocks of [`BLOCK_WORDS`] words, from the top. Sweeping a block over all columns needs its
//! own `V`, which stays in the nearest cache, and the `H` of the row above it, two bits per column, which the
//! previous block has left.
//!
//! A small matrix stores its two bits per cell. A large one stores only `V` at every `chunk`-th column of each block.
//! The path sweeps the tiles that it crosses (a block's rows, a chunk's columns) once more. There are few: a path of
//! `m + n` steps crosses about `m/chunk + n/1024` tiles.

mod masks;
mod plan;
mod sweep;
mod wide;

use crate::{Error, Step};

use self::{
    masks::{Masks, Symbols},
    plan::Plan,
    sweep::Sweep,
};

/// The words of 64 rows in a block. Chosen: a column of 16 words gives the wide sweep enough to do between two carries:
/// 31 Gcell/s against 25 with 8 words, at 10,000 symbols.
const BLOCK_WORDS: usize = 16;
/// The rows in a block. Set by: [`BLOCK_WORDS`].
const BLOCK_ROWS: usize = 64 * BLOCK_WORDS;

/// Memory that is reused from one call to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    symbols: Symbols,
    masks: Masks,
    /// `H` above each block, a byte per column, one block after another.
    h: Vec<u8>,
    /// `V` before each chunk of columns: all blocks of one chunk, then those of the next.
    checkpoints: Vec<u64>,
    /// `z` and whether `V` was 3, column by column: of each block, or of a tile.
    planes: Vec<u64>,
}

/// Aligns `left` with `right`, pushes the steps from the last to the first, and returns the score.
pub(crate) fn align(
    buffers: &mut Buffers,
    memory: u64,
    left: &[u32],
    right: &[u32],
    steps: &mut Vec<Step>,
) -> Result<i64, Error> {
    let plan = Plan::new(memory, left.len(), right.len())?;
    Ok(align_by(&plan, buffers, left, right, steps))
}

/// Aligns two sequences by a plan made for them.
fn align_by(plan: &Plan, buffers: &mut Buffers, left: &[u32], right: &[u32], steps: &mut Vec<Step>) -> i64 {
    let (mut i, mut j) = (left.len(), right.len());
    let mut score = -(i as i64);
    if i > 0 && j > 0 {
        buffers.symbols.read(left, right);
        score += forward(buffers, plan);
        (i, j) = walk(buffers, plan, left, right, steps);
    } else {
        score -= j as i64;
    }
    steps.resize(steps.len() + i, Step::Delete);
    steps.resize(steps.len() + j, Step::Insert);
    score
}

/// Sweeps all blocks, stores what the plan asks for, and returns the sum of the differences down the last column.
fn forward(buffers: &mut Buffers, plan: &Plan) -> i64 {
    let Buffers { symbols, masks, h, checkpoints, planes } = buffers;
    let m = symbols.left().len();
    grow(h, m * plan.blocks());
    grow(checkpoints, plan.checkpoint_words());
    grow(planes, plan.plane_words());
    // Row 0 falls by one per column, which is a difference of 0 in this encoding.
    h[..m].fill(0);

    let mut sum = 0;
    let mut last_row = Vec::new();
    for block in 0..plan.blocks() {
        let words = plan.block_words(block);
        masks.read(symbols, plan.block_rows(block), words);
        // The `H` above a block is needed again by the walk, so that the sweep works on a copy, which is the one
        // above the next block.
        let below = if block + 1 < plan.blocks() {
            h.copy_within(block * m..(block + 1) * m, (block + 1) * m);
            &mut h[(block + 1) * m..(block + 2) * m]
        } else {
            last_row.extend_from_slice(&h[block * m..(block + 1) * m]);
            &mut last_row[..]
        };
        // Column 0 falls by one per row, so that every `V` begins at 0.
        let v = &mut [0; 2 * BLOCK_WORDS][..2 * words];
        for chunk in 0..plan.chunks() {
            let columns = plan.chunk_columns(chunk);
            if let Some(kept) = plan.checkpoint(block, chunk) {
                checkpoints[kept].copy_from_slice(v);
            }
            let sweep = Sweep { masks, left: &symbols.left()[columns.clone()], h: &mut below[columns] };
            sweep.run(v, plan.kept_planes(block).map(|kept| &mut planes[kept]));
        }
        sum += differences(v, plan.block_rows(block).len());
    }
    sum
}

/// Sums the differences of the first `rows` rows of a column.
fn differences(v: &[u64], rows: usize) -> i64 {
    let (low, high) = v.split_at(v.len() / 2);
    let ones = |plane: &[u64]| {
        let words = plane.iter().enumerate().map(|(w, word)| {
            let rows = rows.saturating_sub(64 * w);
            // The last word may have bits of rows that do not exist.
            let valid = if rows < 64 { (1 << rows) - 1 } else { u64::MAX };
            i64::from((word & valid).count_ones())
        });
        words.sum::<i64>()
    };
    // Each difference is stored plus one, so that the number of rows is subtracted.
    ones(low) + 2 * ones(high) - rows as i64
}

/// Walks back from the last cell until the first row or column is reached. Returns the numbers of symbols of `left`
/// and `right` before that cell.
fn walk(buffers: &mut Buffers, plan: &Plan, left: &[u32], right: &[u32], steps: &mut Vec<Step>) -> (usize, usize) {
    let Buffers { symbols, masks, h, checkpoints, planes } = buffers;
    let m = left.len();
    let (mut i, mut j) = (m, right.len());
    // The masks of the last block are the ones that the forward pass has left.
    let mut masks_of = plan.blocks() - 1;
    let mut tile_h = Vec::new();
    while i > 0 && j > 0 {
        let block = (j - 1) / BLOCK_ROWS;
        let first_row = plan.block_rows(block).start;
        let block_words = plan.block_words(block);
        let chunk = (i - 1) / plan.chunk();
        let first_column = plan.chunk_columns(chunk).start;
        let (tile, words) = match (plan.kept_planes(block), plan.checkpoint(block, chunk)) {
            (Some(kept), _) => (&planes[kept], block_words),
            (None, kept) => {
                if masks_of != block {
                    masks.read(symbols, plan.block_rows(block), block_words);
                    masks_of = block;
                }
                // Rows below the path are not needed, so that fewer words are swept.
                let words = plan::kernel_words((j - first_row).div_ceil(64));
                let mut v = [0; 2 * BLOCK_WORDS];
                let v = &mut v[..2 * words];
                if let Some(kept) = kept {
                    let (low, high) = checkpoints[kept].split_at(block_words);
                    v[..words].copy_from_slice(&low[..words]);
                    v[words..].copy_from_slice(&high[..words]);
                }
                // Columns behind the path are not needed either.
                let columns = first_column..i;
                let tile = &mut planes[..2 * words * columns.len()];
                tile_h.clear();
                tile_h.extend_from_slice(&h[block * m..][columns.clone()]);
                let sweep = Sweep { masks, left: &symbols.left()[columns], h: &mut tile_h };
                sweep.run(v, Some(tile));
                (&*tile, words)
            }
        };
        while first_column < i && first_row < j {
            // The rule for ties asks for a match first, so that equal symbols need no look at the planes.
            if left[i - 1] == right[j - 1] {
                steps.push(Step::Match);
                (i, j) = (i - 1, j - 1);
                continue;
            }
            let (column, row) = (i - 1 - first_column, j - 1 - first_row);
            let word = 2 * words * column + row / 64;
            if tile[word] >> (row % 64) & 1 == 0 {
                steps.push(Step::Mismatch);
                (i, j) = (i - 1, j - 1);
            } else if tile[word + words] >> (row % 64) & 1 == 1 {
                steps.push(Step::Delete);
                i -= 1;
            } else {
                steps.push(Step::Insert);
                j -= 1;
            }
        }
    }
    (i, j)
}

/// Makes room for `len` items. Memory from the operating system is zeroed, and is not touched before its first use.
fn grow<T: Clone + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() < len {
        *buffer = vec![T::default(); len];
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::{Alignment, Scores, ends::Ends, reference};

    proptest! {
        #[test]
        fn every_plan_gives_the_reference(
            (left, right) in (1..30u32).prop_flat_map(|letters| {
                (vec(0..letters, 0..90), vec(0..letters, 0..2_500))
            }),
            chunk in 1..100usize,
            swap in any::<bool>(),
        ) {
            let (left, right) = if swap { (right, left) } else { (left, right) };
            let scores = Scores::new(1, 0, -1).unwrap();
            let expected = reference::align(scores, &left, &right).unwrap();
            let ends = Ends::of(&left, &right);
            let mut buffers = Buffers::default();
            let (l, r) = (ends.between(&left), ends.between(&right));
            for plan in [Plan::planes(l.len(), r.len()), Plan::tiles(l.len(), r.len(), chunk)] {
                let mut steps = ends.begin(&left, &right);
                let score = align_by(&plan, &mut buffers, l, r, &mut steps);
                let found = Alignment::new(score + ends.len() as i64, ends.finish(steps));
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}
