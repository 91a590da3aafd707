//! Which parts of a matrix are stored, and where.

use std::ops::Range;

use crate::Error;

use super::{BLOCK_ROWS, BLOCK_WORDS};

/// The largest size of planes, in bytes, up to which all planes are stored. Chosen: storing them gave 15.3 against 10.7
/// Gcell/s at 500 symbols, and 32.5 against 28.4 at 4,000, whose planes take 4 MiB. At 10,000, with 25 MiB, there was
/// nothing left to gain.
const PLANES_KEPT: u64 = 4 << 20;
/// The least number of columns in a chunk. A path recomputes about half a block for each of its columns, whatever the
/// chunk, and a share of a chunk for each of its blocks. Chosen: by eye.
const MIN_CHUNK: usize = 64;

/// The shape of a matrix in blocks of rows and chunks of columns, and which parts of it are stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Plan {
    /// The number of symbols on the left, which are the columns.
    m: usize,
    /// The number of symbols on the right, which are the rows.
    n: usize,
    /// The number of columns in a chunk; all of them if the planes are stored.
    chunk: usize,
    keeps_planes: bool,
}

/// Returns the number of words that a sweep processes to cover `words`: a power of two, for which there is compiled
/// code.
pub(super) fn kernel_words(words: usize) -> usize {
    words.next_power_of_two().min(BLOCK_WORDS)
}

impl Plan {
    /// Chooses what is stored of a matrix of `m` columns and `n` rows.
    pub(super) fn new(limit: u64, m: usize, n: usize) -> Result<Plan, Error> {
        let all = Plan::planes(m, n);
        if all.plane_bytes() <= PLANES_KEPT && all.bytes() <= limit {
            return Ok(all);
        }
        let mut plan = Plan::tiles(m, n, MIN_CHUNK);
        let mut needed = plan.bytes();
        while limit < plan.bytes() {
            // A longer chunk stores fewer columns, but needs a larger tile. The least need is reported if none fits.
            if m <= plan.chunk {
                return Err(Error::OutOfMemory { needed, limit });
            }
            plan.chunk *= 2;
            needed = needed.min(plan.bytes());
        }
        Ok(plan)
    }

    /// Stores the planes of the whole matrix.
    pub(super) fn planes(m: usize, n: usize) -> Plan {
        let (chunk, keeps_planes) = (m.max(1), true);
        Plan { m, n, chunk, keeps_planes }
    }

    /// Stores `V` before each chunk of columns.
    pub(super) fn tiles(m: usize, n: usize, chunk: usize) -> Plan {
        let keeps_planes = false;
        Plan { m, n, chunk, keeps_planes }
    }

    /// Returns the bytes that an alignment takes with this plan.
    fn bytes(&self) -> u64 {
        let (m, n) = (self.m as u64, self.n as u64);
        let above = m.saturating_mul(self.blocks() as u64 + 2);
        let checkpoints = 8 * self.checkpoint_words() as u64;
        // A step takes a byte. A symbol's number takes four, on either side. The map of symbols takes up to sixteen
        // for each symbol, and the masks up to 8 bytes a word for each row of a block.
        let symbols = 5 * (m + n) + 24 * n + (8 * BLOCK_WORDS * (BLOCK_ROWS.min(self.n) + 1)) as u64;
        above.saturating_add(checkpoints).saturating_add(self.plane_bytes()).saturating_add(symbols)
    }

    fn plane_bytes(&self) -> u64 {
        8 * self.plane_words() as u64
    }

    /// Returns the number of blocks of rows.
    pub(super) fn blocks(&self) -> usize {
        self.n.div_ceil(BLOCK_ROWS)
    }

    /// Returns the rows of a block.
    pub(super) fn block_rows(&self, block: usize) -> Range<usize> {
        let start = block * BLOCK_ROWS;
        start..self.n.min(start + BLOCK_ROWS)
    }

    /// Returns the number of words of a column of a block, in one plane. The last block may have fewer than the
    /// others.
    pub(super) fn block_words(&self, block: usize) -> usize {
        kernel_words(self.block_rows(block).len().div_ceil(64))
    }

    /// Returns the number of words of a whole column, in both planes.
    fn column_words(&self) -> usize {
        match self.blocks() {
            0 => 0,
            blocks => 2 * ((blocks - 1) * BLOCK_WORDS + self.block_words(blocks - 1)),
        }
    }

    /// Returns the number of columns in a chunk.
    pub(super) fn chunk(&self) -> usize {
        self.chunk
    }

    /// Returns the number of chunks of columns.
    pub(super) fn chunks(&self) -> usize {
        self.m.div_ceil(self.chunk)
    }

    /// Returns the columns of a chunk.
    pub(super) fn chunk_columns(&self, chunk: usize) -> Range<usize> {
        let start = chunk * self.chunk;
        start..self.m.min(start + self.chunk)
    }

    /// Returns the number of words of all checkpoints.
    pub(super) fn checkpoint_words(&self) -> usize {
        if self.keeps_planes { 0 } else { self.chunks().saturating_mul(self.column_words()) }
    }

    /// Returns where the planes of `V` before a chunk are stored, if they are.
    pub(super) fn checkpoint(&self, block: usize, chunk: usize) -> Option<Range<usize>> {
        let start = chunk * self.column_words() + 2 * BLOCK_WORDS * block;
        (!self.keeps_planes).then(|| start..start + 2 * self.block_words(block))
    }

    /// Returns the number of words of all planes that are held at a time.
    pub(super) fn plane_words(&self) -> usize {
        if self.keeps_planes {
            self.m.saturating_mul(self.column_words())
        } else {
            let columns = self.chunk.min(self.m);
            columns.saturating_mul(self.column_words().min(2 * BLOCK_WORDS))
        }
    }

    /// Returns where the planes of a block are stored, if they are.
    pub(super) fn kept_planes(&self, block: usize) -> Option<Range<usize>> {
        let start = 2 * BLOCK_WORDS * block * self.m;
        let len = 2 * self.block_words(block) * self.m;
        self.keeps_planes.then(|| start..start + len)
    }
}
