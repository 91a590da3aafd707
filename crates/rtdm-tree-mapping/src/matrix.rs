//! The operations of one matrix, without storing the matrix.
//!
//! The walk goes through a matrix from its last row to its first. The rows are divided into blocks. The costs before
//! each block are stored, and the operations of a block are computed when the walk reaches it. A matrix of `m` rows
//! and `n` columns takes about `6 * sqrt(m) * n` bytes instead of `m * n`, and its cells are computed twice; those of
//! up to [`MIN_HEIGHT`] rows once.

use crate::Error;
use crate::costing::Costing;
use crate::sides::{Node, Pair};

/// The operation that led to a cell.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Op {
    Pair,
    Delete,
    Insert,
}

/// The least number of rows of a block. Most lists of children are shorter, and are one block. Chosen: by eye.
const MIN_HEIGHT: usize = 64;

/// The matrix of two lists of children.
#[derive(Debug)]
pub(crate) struct Matrix<'n> {
    left: &'n [Node],
    right: &'n [Node],
    /// The number of rows of a block.
    height: usize,
    /// The costs in the row before each block.
    before: Vec<u64>,
    /// The block whose operations are in `ops`.
    block: Option<usize>,
    /// The operations of that block, row by row, without the first column.
    ops: Vec<Op>,
}

impl<'n> Matrix<'n> {
    /// Fills the matrix. Its memory counts as held until [`Matrix::free`] is called.
    pub(crate) fn new(costing: &mut Costing<'_>, left: &'n [Node], right: &'n [Node]) -> Result<Matrix<'n>, Error> {
        costing.visit((left.len() as u64).saturating_mul(right.len() as u64))?;
        // A row of costs takes as much memory as eight rows of operations. The square root balances the two.
        let height = (left.len().saturating_mul(size_of::<u64>())).isqrt();
        let height = height.max(MIN_HEIGHT);
        let n_blocks = left.len().div_ceil(height).max(1);
        let width = right.len() + 1;
        let costs = (n_blocks + 1).saturating_mul(width).saturating_mul(size_of::<u64>());
        let bytes = costs.saturating_add(height.min(left.len()).saturating_mul(right.len()));
        costing.reserve(bytes)?;
        costing.held = bytes;

        let mut row = Vec::with_capacity(width);
        row.push(0);
        for &y in right {
            row.push(row[row.len() - 1] + costing.sides.costs.insert(y));
        }
        let mut before = Vec::with_capacity(n_blocks * width);
        for block in left.chunks(height).take(n_blocks - 1) {
            before.extend_from_slice(&row);
            for &x in block {
                fill(costing, x, right, &mut row, |_, _| {})?;
            }
        }
        before.extend_from_slice(&row);
        Ok(Matrix { left, right, height, before, block: None, ops: Vec::new() })
    }

    /// Returns the operation that led to a cell, which is neither in the first row nor in the first column. Rows must
    /// be requested from the last to the first.
    pub(crate) fn operation(&mut self, costing: &mut Costing<'_>, i: usize, j: usize) -> Result<Op, Error> {
        let (block, n) = ((i - 1) / self.height, self.right.len());
        let first = block * self.height;
        if self.block != Some(block) {
            let rows = &self.left[first..self.left.len().min(first + self.height)];
            // The walk has left all later blocks. Their rows are not needed again, and the row of this block is
            // overwritten.
            self.before.truncate((block + 1) * (n + 1));
            let row = &mut self.before[block * (n + 1)..];
            self.ops.clear();
            self.ops.resize(rows.len() * n, Op::Insert);
            for (at, &x) in rows.iter().enumerate() {
                let ops = &mut self.ops[at * n..];
                fill(costing, x, self.right, row, |j, op| ops[j] = op)?;
            }
            self.block = Some(block);
        }
        Ok(self.ops[(i - 1 - first) * n + (j - 1)])
    }

    /// Releases the memory.
    pub(crate) fn free(self, costing: &mut Costing<'_>) {
        costing.held = 0;
    }
}

/// Turns the costs of a row into those of the next row, which belongs to node `x` of the left list. Calls `each` with
/// the operation for each node of the right list.
fn fill(
    costing: &mut Costing<'_>,
    x: Node,
    right: &[Node],
    row: &mut [u64],
    mut each: impl FnMut(usize, Op),
) -> Result<(), Error> {
    let costs = costing.sides.costs;
    let delete = costs.delete(x);
    let mut diagonal = row[0];
    row[0] += delete;
    for (j, &y) in right.iter().enumerate() {
        let (d, n) = (row[j + 1] + delete, row[j] + costs.insert(y));
        let best = d.min(n);
        let s = match costs.pair(x, y) {
            // A pair that cannot win gets a cost that never does, without being computed.
            Pair::Inner(floor) if best < diagonal + floor => u64::MAX,
            _ => diagonal + costing.cost(x, y)?,
        };
        diagonal = row[j + 1];
        // The order of the comparisons is the rule for ties: a pair, a deletion, an insertion.
        let op = if s <= best {
            Op::Pair
        } else if d <= n {
            Op::Delete
        } else {
            Op::Insert
        };
        row[j + 1] = s.min(best);
        each(j, op);
    }
    Ok(())
}
