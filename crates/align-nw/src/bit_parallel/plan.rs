//! What is kept of a matrix, and where.

use std::ops::Range;

use crate::Error;

use super::{BLOCK_ROWS, BLOCK_WORDS, sweep::Word};

/// A matrix of this many bytes of planes keeps them all. Beyond it, writing
/// them out of the caches costs more than sweeping the path's tiles again.
const PLANES_KEPT: u64 = 1 << 20;
/// The least number of columns in a chunk. A path recomputes about half a block
/// for each of its columns, whatever the chunk, and a share of a chunk for each
/// of its blocks.
const MIN_CHUNK: usize = 64;

/// The shape of a matrix in blocks of rows and chunks of columns, and what is
/// kept of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Plan {
    /// Symbols on the left: columns.
    m: usize,
    /// Symbols on the right: rows.
    n: usize,
    /// Columns in a chunk; all of them when the planes are kept.
    chunk: usize,
    keeps_planes: bool,
}

/// Returns the number of words that a sweep takes to cover `words`.
pub(super) fn kernel_words(words: usize) -> usize {
    words.next_power_of_two().min(BLOCK_WORDS)
}

impl Plan {
    /// Chooses what to keep of a matrix of `m` columns and `n` rows.
    pub(super) fn new(limit: u64, m: usize, n: usize) -> Result<Plan, Error> {
        Plan::choose(limit, PLANES_KEPT, m, n)
    }

    fn choose(limit: u64, planes_kept: u64, m: usize, n: usize) -> Result<Plan, Error> {
        let all = Plan {
            m,
            n,
            chunk: m.max(1),
            keeps_planes: true,
        };
        if all.plane_bytes() <= planes_kept && all.bytes() <= limit {
            return Ok(all);
        }
        let mut plan = Plan {
            chunk: MIN_CHUNK.min(all.chunk),
            keeps_planes: false,
            ..all
        };
        let mut needed = plan.bytes();
        while limit < plan.bytes() {
            // A longer chunk keeps fewer columns and takes a larger tile.
            if m <= plan.chunk {
                return Err(Error::OutOfMemory { needed, limit });
            }
            plan.chunk = (2 * plan.chunk).min(m);
            needed = needed.min(plan.bytes());
        }
        Ok(plan)
    }

    /// Bytes that an alignment takes by this plan.
    fn bytes(&self) -> u64 {
        let (m, n) = (self.m as u64, self.n as u64);
        let above = m.saturating_mul(self.blocks() as u64 + 1);
        let checkpoints = size_of::<Word>() as u64 * self.checkpoint_words() as u64;
        // A step takes a byte; a symbol's number four, on either side; the map of
        // symbols up to sixteen and the masks up to 8 words a row of a block.
        let symbols =
            5 * (m + n) + 24 * n + (8 * BLOCK_WORDS * (BLOCK_ROWS.min(self.n) + 1)) as u64;
        above
            .saturating_add(checkpoints)
            .saturating_add(self.plane_bytes())
            .saturating_add(symbols)
    }

    fn plane_bytes(&self) -> u64 {
        size_of::<Word>() as u64 * self.plane_words() as u64
    }

    /// Number of blocks of rows.
    pub(super) fn blocks(&self) -> usize {
        self.n.div_ceil(BLOCK_ROWS)
    }

    /// The rows of a block.
    pub(super) fn block_rows(&self, block: usize) -> Range<usize> {
        let start = block * BLOCK_ROWS;
        start..self.n.min(start + BLOCK_ROWS)
    }

    /// Number of words of a column of a block: the last may have fewer.
    pub(super) fn block_words(&self, block: usize) -> usize {
        kernel_words(self.block_rows(block).len().div_ceil(64))
    }

    /// Number of words of a whole column.
    fn column_words(&self) -> usize {
        match self.blocks() {
            0 => 0,
            blocks => (blocks - 1) * BLOCK_WORDS + self.block_words(blocks - 1),
        }
    }

    /// Number of columns in a chunk.
    pub(super) fn chunk(&self) -> usize {
        self.chunk
    }

    /// Number of chunks of columns.
    pub(super) fn chunks(&self) -> usize {
        self.m.div_ceil(self.chunk)
    }

    /// The columns of a chunk.
    pub(super) fn chunk_columns(&self, chunk: usize) -> Range<usize> {
        let start = chunk * self.chunk;
        start..self.m.min(start + self.chunk)
    }

    /// Number of words of all checkpoints.
    pub(super) fn checkpoint_words(&self) -> usize {
        if self.keeps_planes {
            0
        } else {
            self.chunks().saturating_mul(self.column_words())
        }
    }

    /// Where `V` before a chunk is kept, if it is.
    pub(super) fn checkpoint(&self, block: usize, chunk: usize) -> Option<Range<usize>> {
        let start = chunk * self.column_words() + block * BLOCK_WORDS;
        (!self.keeps_planes).then(|| start..start + self.block_words(block))
    }

    /// Number of words of all planes that are held at a time.
    pub(super) fn plane_words(&self) -> usize {
        if self.keeps_planes {
            self.m.saturating_mul(self.column_words())
        } else {
            self.chunk
                .saturating_mul(self.column_words().min(BLOCK_WORDS))
        }
    }

    /// Where the planes of a block are kept, if they are.
    pub(super) fn kept_planes(&self, block: usize) -> Option<Range<usize>> {
        let start = block * BLOCK_WORDS * self.m;
        self.keeps_planes
            .then(|| start..start + self.block_words(block) * self.m)
    }
}
