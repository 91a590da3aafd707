//! The kernel for scores of +1, 0, −1: 64 cells of the matrix in one word.
//!
//! # The matrix, as differences
//!
//! `S` is the matrix of [`crate::reference`], drawn the other way round: `left`
//! along the columns (`i`), `right` down the rows (`j`). Neighbours differ by
//! little, so differences are kept, not scores:
//!
//! ```text
//! V = S[i][j] - S[i][j-1] + 1      down a column,   0..=3, two bits
//! H = S[i][j] - S[i-1][j] + 1      along a row,     0..=3, two bits
//! z = S[i][j] - S[i-1][j-1]        on the diagonal, 0..=1, one bit
//! ```
//!
//! `z` is 1 when the symbols are equal, when the cell to the left earns a gap's
//! worth (`V` was 3), or when the cell above does (its `H` is 3); then
//! `H = z + 2 - V` and, with the `H` of the row above, the new `V = z + 2 - H`.
//! Only "the `H` above is 3" runs down a column: `H` is 3 where `V` was 0 and
//! `z` is 1, so it begins where symbols are equal at `V = 0` and goes on as long
//! as `V` is 0. That is what a carry does in an addition, and one addition
//! computes it for 64 rows ([`sweep`]).
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
//! Rows are taken in blocks of [`BLOCK_WORDS`] words, from the top. Sweeping a
//! block over all columns needs its own `V`, which stays in the nearest cache,
//! and the `H` of the row above it, two bits a column, which the block before
//! left behind.
//!
//! A small matrix keeps its two bits a cell. A large one keeps only `V` at every
//! `chunk`-th column of each block, and the path sweeps the tiles it comes
//! through (a block's rows, a chunk's columns) once more. Few are: a path of
//! `m + n` steps meets about `m/chunk + n/512` tiles.

mod masks;
mod plan;
mod sweep;

use crate::{Error, Step};

use self::{
    masks::{Masks, Symbols},
    plan::Plan,
    sweep::{Sweep, Word},
};

/// Words of 64 rows in a block.
const BLOCK_WORDS: usize = 8;
/// Rows in a block.
const BLOCK_ROWS: usize = 64 * BLOCK_WORDS;

/// Memory that is kept from one call to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    symbols: Symbols,
    masks: Masks,
    /// `H` above each block, a byte a column, one block after another.
    above: Vec<u8>,
    /// `V` before each chunk of columns, all rows, one chunk after another.
    checkpoints: Vec<Word>,
    /// `z` and `V = 3`, of the whole matrix or of one tile.
    planes: Vec<Word>,
}

/// Aligns `left` with `right`, pushing the steps from the last to the first,
/// and returns the score.
pub(crate) fn align(
    buffers: &mut Buffers,
    memory: u64,
    left: &[u32],
    right: &[u32],
    steps: &mut Vec<Step>,
) -> Result<i64, Error> {
    let plan = Plan::new(memory, left.len(), right.len())?;
    let (mut i, mut j) = (left.len(), right.len());
    let mut score = -(i as i64);
    if 0 < i && 0 < j {
        buffers.symbols.read(left, right);
        score += forward(buffers, &plan, right);
        (i, j) = walk(buffers, &plan, left, right, steps);
    } else {
        score -= j as i64;
    }
    steps.resize(steps.len() + i, Step::Delete);
    steps.resize(steps.len() + j, Step::Insert);
    Ok(score)
}

/// Sweeps all blocks, keeping what the plan says, and returns the sum of the
/// differences down the last column.
fn forward(buffers: &mut Buffers, plan: &Plan, right: &[u32]) -> i64 {
    let Buffers {
        symbols,
        masks,
        above,
        checkpoints,
        planes,
    } = buffers;
    let m = symbols.left().len();
    above.clear();
    above.resize(m * (plan.blocks() + 1), 0);
    grow(checkpoints, plan.checkpoint_words());
    grow(planes, plan.plane_words());

    let mut sum = 0;
    for block in 0..plan.blocks() {
        let words = plan.block_words(block);
        let rows = &right[plan.block_rows(block)];
        masks.read(symbols, plan.block_rows(block), words);
        let (before, after) = above.split_at_mut((block + 1) * m);
        let (above, below) = (&before[block * m..], &mut after[..m]);
        let mut v = [Word::default(); BLOCK_WORDS];
        for chunk in 0..plan.chunks() {
            let columns = plan.chunk_columns(chunk);
            if let Some(kept) = plan.checkpoint(block, chunk) {
                checkpoints[kept].copy_from_slice(&v[..words]);
            }
            let sweep = Sweep {
                masks,
                left: &symbols.left()[columns.clone()],
                above: &above[columns.clone()],
            };
            let planes = plan.kept_planes(block).map(|kept| &mut planes[kept]);
            sweep.run(&mut v[..words], Some(&mut below[columns]), planes);
        }
        sum += differences(&v, rows.len());
    }
    sum
}

/// Sums the differences of the first `rows` rows of a column.
fn differences(v: &[Word], rows: usize) -> i64 {
    let encoded = v.iter().enumerate().map(|(w, v)| {
        let rows = rows.saturating_sub(64 * w);
        let valid = if rows < 64 { (1 << rows) - 1 } else { u64::MAX };
        let [low, high] = v.0.map(|plane| i64::from((plane & valid).count_ones()));
        low + 2 * high
    });
    encoded.sum::<i64>() - rows as i64
}

/// Walks back from the last cell until a first row or column is reached, and
/// returns how many symbols of `left` and `right` are before that.
fn walk(
    buffers: &mut Buffers,
    plan: &Plan,
    left: &[u32],
    right: &[u32],
    steps: &mut Vec<Step>,
) -> (usize, usize) {
    let Buffers {
        symbols,
        masks,
        above,
        checkpoints,
        planes,
    } = buffers;
    let m = left.len();
    let (mut i, mut j) = (m, right.len());
    let mut masks_of = plan.blocks() - 1;
    while 0 < i && 0 < j {
        let block = (j - 1) / BLOCK_ROWS;
        let first_row = plan.block_rows(block).start;
        let chunk = (i - 1) / plan.chunk();
        let first_column = plan.chunk_columns(chunk).start;
        let (tile, stride) = match plan.kept_planes(block) {
            Some(kept) => (&planes[kept], plan.block_words(block)),
            None => {
                let block_words = plan.block_words(block);
                if masks_of != block {
                    masks.read(symbols, plan.block_rows(block), block_words);
                    masks_of = block;
                }
                // Rows below the path are of no use.
                let words = plan::kernel_words((j - first_row).div_ceil(64));
                let columns = first_column..i;
                let mut v = [Word::default(); BLOCK_WORDS];
                if let Some(kept) = plan.checkpoint(block, chunk) {
                    v[..block_words].copy_from_slice(&checkpoints[kept]);
                }
                let sweep = Sweep {
                    masks,
                    left: &symbols.left()[columns.clone()],
                    above: &above[block * m..][columns.clone()],
                };
                let tile = &mut planes[..columns.len() * words];
                sweep.run(&mut v[..words], None, Some(tile));
                (&*tile, words)
            }
        };
        while first_column < i && first_row < j {
            if left[i - 1] == right[j - 1] {
                steps.push(Step::Match);
                (i, j) = (i - 1, j - 1);
                continue;
            }
            let (column, row) = (i - 1 - first_column, j - 1 - first_row);
            let [diagonal, from_left] = tile[column * stride + row / 64]
                .0
                .map(|plane| plane >> (row % 64) & 1);
            if diagonal == 0 {
                steps.push(Step::Mismatch);
                (i, j) = (i - 1, j - 1);
            } else if from_left == 1 {
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

/// Makes room for `len` words, without touching memory that is not used yet.
fn grow(buffer: &mut Vec<Word>, len: usize) {
    if buffer.len() < len {
        *buffer = vec![Word::default(); len];
    }
}
