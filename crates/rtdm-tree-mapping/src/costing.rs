//! The cost of pairing two nodes: phase one of RTDM-TD, which fills cost matrices row by row and
//! keeps a single number from each.
//!
//! With c1[1..m] and c2[1..n] the children of the two nodes:
//!
//! ```text
//! M[0][0] = 0
//! M[i][0] = M[i-1][0] + delete the whole of c1[i]
//! M[0][j] = M[0][j-1] + insert the whole of c2[j]
//! M[i][j] = min(d, n, s)
//!   d = M[i-1][j] + delete the whole of c1[i]
//!   n = M[i][j-1] + insert the whole of c2[j]
//!   s = M[i-1][j-1] + what pairing c1[i] with c2[j] costs
//! ```
//!
//! `M[m][n]` is the cost of the pair. It is stored per pair of classes. When s needs a cost that is not known yet,
//! the unfinished matrix is put on an explicit stack, so that deep trees cannot overflow the call stack. The matrices
//! that wait at the same time belong to nested pairs. Their rows together are no longer than the number of nodes in
//! the right tree.
//!
//! Three shortcuts skip work; none of them changes a cost:
//!
//! - Identical children at both ends of the two lists. Pairing them is always among the best: if
//!   the first of the left list, x, is deleted and the first of the right list, identical to x, is
//!   paired with a later y, then deleting y and keeping x costs no more, because pairing y with x
//!   costs at least the difference of their sizes.
//! - The cost of a pair that cannot win: s is at least `M[i-1][j-1]` plus the difference of the
//!   sizes. If that is above d or n, s is not the minimum, whatever it is.
//! - Pairs of classes that have occurred before.

use hashbrown::HashMap;

use crate::Error;
use crate::sides::{Node, Pair, Sides};

/// The memory for one stored cost, in bytes: 16 bytes and one for the table, of which at least seven sixteenths are
/// used, and half as much again while it is moved to a larger one. Set by: these.
const BYTES_PER_COST: usize = 64;

/// A matrix that is being filled.
#[derive(Debug)]
struct Frame {
    key: (u32, u32),
    /// The start of its children in `Costing::children`: `m` left ones, then `n` right ones.
    children: usize,
    /// The start of its row in `Costing::rows`: `n + 1` cells.
    row: usize,
    m: usize,
    n: usize,
    i: usize,
    j: usize,
    /// Whether the first cell of row `i` is filled.
    begun: bool,
    /// `M[i-1][j-1]` of the next cell.
    diagonal: u64,
}

/// Computes and stores costs for one pair of trees.
#[derive(Debug)]
pub(crate) struct Costing<'a> {
    pub(crate) sides: Sides<'a>,
    /// The cost of each pair of classes.
    known: HashMap<(u32, u32), u64>,
    frames: Vec<Frame>,
    children: Vec<Node>,
    rows: Vec<u64>,
    cells: u64,
    max_cells: u64,
    memory: usize,
    /// The number of bytes held by the caller that asks for costs.
    pub(crate) held: usize,
}

impl<'a> Costing<'a> {
    pub(crate) fn new(sides: Sides<'a>, max_cells: u64, memory: usize) -> Costing<'a> {
        Costing {
            sides,
            known: HashMap::new(),
            frames: Vec::new(),
            children: Vec::new(),
            rows: Vec::new(),
            cells: 0,
            max_cells,
            memory,
            held: 0,
        }
    }

    /// The number of matrix cells visited so far.
    pub(crate) fn cells(&self) -> u64 {
        self.cells
    }

    /// Counts cells that are about to be visited.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCells`] above the limit.
    pub(crate) fn visit(&mut self, cells: u64) -> Result<(), Error> {
        self.cells = self.cells.saturating_add(cells);
        if self.max_cells < self.cells {
            return Err(Error::TooManyCells { limit: self.max_cells });
        }
        Ok(())
    }

    /// Checks that `bytes` more than what is held are within the limit.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<(), Error> {
        let held = self.held
            + self.known.len() * BYTES_PER_COST
            + self.frames.len() * size_of::<Frame>()
            + self.children.len() * size_of::<Node>()
            + self.rows.len() * size_of::<u64>();
        let needed = held.saturating_add(bytes);
        if self.memory < needed {
            return Err(Error::TooMuchMemory { needed, limit: self.memory });
        }
        Ok(())
    }

    /// Returns the cost of pairing two nodes.
    pub(crate) fn cost(&mut self, x: Node, y: Node) -> Result<u64, Error> {
        if let Pair::Known(cost) = self.sides.costs.pair(x, y) {
            return Ok(cost);
        }
        let key = (x.class, y.class);
        if let Some(&cost) = self.known.get(&key) {
            return Ok(cost);
        }
        self.begin(x, y)?;
        // The stack is empty when the first matrix is finished, because the costs that it needs are computed on top
        // of it.
        while let Some(mut frame) = self.frames.pop() {
            match self.advance(&mut frame) {
                Some((x, y)) => {
                    self.frames.push(frame);
                    self.begin(x, y)?;
                }
                None => {
                    self.known.insert(frame.key, self.rows[frame.row + frame.n]);
                    self.children.truncate(frame.children);
                    self.rows.truncate(frame.row);
                }
            }
        }
        Ok(self.known[&key])
    }

    /// Pushes the matrix of a pair on the stack, without the identical children at both ends.
    fn begin(&mut self, x: Node, y: Node) -> Result<(), Error> {
        let sides = self.sides;
        let children = self.children.len();
        let mut left = sides.left.children(x.id).peekable();
        let mut right = sides.right.children(y.id).peekable();
        while let (Some(a), Some(b)) = (left.peek(), right.peek())
            && a.class == b.class
        {
            left.next();
            right.next();
        }
        self.children.extend(left);
        let middle = self.children.len();
        self.children.extend(right);
        let (mut m, mut n) = (middle - children, self.children.len() - middle);
        while m > 0 && n > 0 && self.children[children + m - 1].class == self.children[middle + n - 1].class {
            m -= 1;
            n -= 1;
        }
        self.children.truncate(middle + n);
        self.children.drain(children + m..middle);

        // The one extra cell is for a pair without a matrix, so that every pair counts.
        self.visit((m as u64) * (n as u64) + 1)?;
        self.reserve(size_of::<Frame>() + (n + 1) * size_of::<u64>())?;
        let row = self.rows.len();
        // Row 0: everything so far is inserted.
        let mut sum = 0;
        self.rows.push(0);
        for &b in &self.children[children + m..] {
            sum += sides.costs.insert(b);
            self.rows.push(sum);
        }
        let key = (x.class, y.class);
        self.frames.push(Frame { key, children, row, m, n, i: 0, j: 0, begun: false, diagonal: 0 });
        Ok(())
    }

    /// Fills cells until the matrix is full, which gives `None`, or until a cell needs the cost of a pair, which is
    /// returned.
    fn advance(&mut self, frame: &mut Frame) -> Option<(Node, Node)> {
        let costs = self.sides.costs;
        let (left, right) = self.children[frame.children..].split_at(frame.m);
        let row = &mut self.rows[frame.row..][..=frame.n];
        for &x in &left[frame.i..] {
            let delete = costs.delete(x);
            // After an interruption within the row, its first cell is filled already.
            if !frame.begun {
                frame.begun = true;
                frame.diagonal = row[0];
                row[0] += delete;
            }
            let mut diagonal = frame.diagonal;
            let mut before = row[frame.j];
            for (&y, cell) in right[frame.j..].iter().zip(&mut row[frame.j + 1..]) {
                let best = (*cell + delete).min(before + costs.insert(y));
                let paired = match costs.pair(x, y) {
                    Pair::Known(cost) => diagonal + cost,
                    // The pair cannot win, whatever its cost, so that its matrix is never made.
                    Pair::Inner(floor) if best < diagonal + floor => best,
                    Pair::Inner(_) => match self.known.get(&(x.class, y.class)) {
                        Some(cost) => diagonal + cost,
                        None => {
                            // The cell is computed again when the cost is known; `frame` has everything that the loop
                            // needs to go on.
                            frame.diagonal = diagonal;
                            return Some((x, y));
                        }
                    },
                };
                diagonal = *cell;
                before = best.min(paired);
                *cell = before;
                frame.j += 1;
            }
            frame.i += 1;
            frame.j = 0;
            frame.begun = false;
        }
        None
    }
}
