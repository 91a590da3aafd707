//! The mapping itself: phase two of RTDM-TD, and the paper's `retrieveTemplate`.
//!
//! When all costs are known, the [matrices](operations) along the chosen path are filled once more, now with the
//! operation that led to each cell. They are walked from their last cell. If s (a pair) explains the cell, it is
//! taken, else d (a deletion), else n (an insertion). A pair that no short-cut settles has a matrix of its own, which
//! waits in a list; nothing recurses.
//!
//! Identical children at the ends of the two lists are left out of the matrix here too. The walk is still the one
//! that the whole matrix would give. At the far end this is obvious: s explains such a cell, and comes first. At the
//! near end, with p identical children, the walk leaves the matrix at a cell of row or column p and continues where
//! one list has only identical children left. There `M[i][j]` is known without a matrix, because it is best to pair
//! all of the shorter list with the same children of the longer one: it is the cost of the rest of the longer list.

use crate::Error;
use crate::costing::Costing;
use crate::mapping::Mapping;
use crate::sides::{Node, Pair};
use crate::tree::NodeNumber;

/// Maps the two trees.
pub(crate) fn map(costing: &mut Costing<'_>) -> Result<Mapping, Error> {
    let sides = costing.sides;
    let mut links =
        Links { left: vec![None; sides.left.tree.len()], right: vec![None; sides.right.tree.len()], inner: Vec::new() };
    let (x, y) = (sides.left.node(NodeNumber::ROOT), sides.right.node(NodeNumber::ROOT));
    let cost = costing.cost(x, y)?;
    links.pair(x, y);
    while let Some((x, y)) = links.inner.pop() {
        let left: Vec<Node> = sides.left.children(x).collect();
        let right: Vec<Node> = sides.right.children(y).collect();
        map_children(costing, &left, &right, &mut links)?;
    }
    Ok(Mapping { cost, cells: costing.cells(), left: links.left, right: links.right })
}

/// The pairs found so far.
struct Links {
    left: Vec<Option<NodeNumber>>,
    right: Vec<Option<NodeNumber>>,
    /// Pairs with the same label whose children are still to be mapped.
    inner: Vec<(NodeNumber, NodeNumber)>,
}

impl Links {
    fn pair(&mut self, x: Node, y: Node) {
        // Identical subtrees are paired node by node: both are consecutive numbers in pre-order.
        let nodes = if x.class == y.class { x.size } else { 1 };
        for offset in 0..nodes as usize {
            let (x, y) = (x.id.index() + offset, y.id.index() + offset);
            self.left[x] = Some(NodeNumber::new(y));
            self.right[y] = Some(NodeNumber::new(x));
        }
        // With a leaf on either side there is nothing to pair below. With different labels nothing may be paired
        // below.
        if x.class != y.class && x.label == y.label && x.size > 1 && y.size > 1 {
            self.inner.push((x.id, y.id));
        }
    }
}

/// The operation that led to a cell.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Op {
    Pair,
    Delete,
    Insert,
}

/// Fills the matrix of two lists of children, and returns the operations row by row, without the first row and column.
/// Their memory counts as held from here on.
fn operations(costing: &mut Costing<'_>, left: &[Node], right: &[Node]) -> Result<Vec<Op>, Error> {
    let costs = costing.sides.costs;
    costing.visit((left.len() as u64).saturating_mul(right.len() as u64))?;
    let cells = left.len().saturating_mul(right.len());
    let bytes = cells.saturating_add((right.len() + 1) * size_of::<u64>());
    costing.reserve(bytes)?;
    costing.held = bytes;

    let mut row = vec![0; right.len() + 1];
    for (j, &y) in right.iter().enumerate() {
        row[j + 1] = row[j] + costs.insert(y);
    }
    let mut operations = Vec::with_capacity(cells);
    for &x in left {
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
            row[j + 1] = s.min(best);
            // The order of the comparisons is the rule for ties: a pair, a deletion, an insertion.
            operations.push(if s <= best {
                Op::Pair
            } else if d <= n {
                Op::Delete
            } else {
                Op::Insert
            });
        }
    }
    Ok(operations)
}

fn map_children(costing: &mut Costing<'_>, left: &[Node], right: &[Node], links: &mut Links) -> Result<(), Error> {
    let sides = costing.sides;
    let (mut i, mut j) = (left.len(), right.len());
    while i > 0 && j > 0 && left[i - 1].class == right[j - 1].class {
        i -= 1;
        j -= 1;
        links.pair(left[i], right[j]);
    }
    let near = left[..i].iter().zip(&right[..j]);
    let p = near.take_while(|(x, y)| x.class == y.class).count();

    let width = j - p;
    let operations = operations(costing, &left[p..i], &right[p..j])?;
    while p < i && p < j {
        match operations[(i - 1 - p) * width + (j - 1 - p)] {
            Op::Pair => {
                i -= 1;
                j -= 1;
                links.pair(left[i], right[j]);
            }
            Op::Delete => i -= 1,
            Op::Insert => j -= 1,
        }
    }
    // The memory must be free before the next matrix is made, as only one is alive at a time.
    drop(operations);
    costing.held = 0;
    while i > 0 && j > 0 {
        let (x, y) = (left[i - 1], right[j - 1]);
        costing.visit(1)?;
        // What the cell costs on top of the cell of each operation. The docs of the module explain why no matrix is
        // needed.
        let (paired, deleted) = match i.cmp(&j) {
            std::cmp::Ordering::Equal => (true, false),
            std::cmp::Ordering::Less => {
                let (all, one) = (sides.costs.insert(y), sides.costs.insert(right[i - 1]));
                (pays(costing, x, y, all.checked_sub(one))?, one + sides.costs.delete(x) == 0)
            }
            std::cmp::Ordering::Greater => {
                let (all, one) = (sides.costs.delete(x), sides.costs.delete(left[j - 1]));
                (pays(costing, x, y, all.checked_sub(one))?, true)
            }
        };
        if paired {
            i -= 1;
            j -= 1;
            links.pair(left[i], right[j]);
        } else if deleted {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    Ok(())
}

/// Returns whether pairing the two nodes costs exactly `price`.
fn pays(costing: &mut Costing<'_>, x: Node, y: Node, price: Option<u64>) -> Result<bool, Error> {
    match (price, costing.sides.costs.pair(x, y)) {
        (None, _) => Ok(false),
        // The lower bound saves filling the matrix of a pair that is too expensive.
        (Some(price), Pair::Inner(floor)) if price < floor => Ok(false),
        (Some(price), _) => Ok(costing.cost(x, y)? == price),
    }
}
