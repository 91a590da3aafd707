//! The mapping itself: phase two of RTDM-TD, and the paper's `retrieveTemplate`.
//!
//! With all costs known, the matrices along the chosen path are filled once more, now with the
//! operation that led to each cell, and walked from their last cell: s (a pair) if it explains the
//! cell, else d (a deletion), else n (an insertion). A pair that is not settled by a short-cut has
//! a matrix of its own, which waits in a list; nothing recurses.
//!
//! Identical children at the ends of the two lists are left out of the matrix here too, and the
//! walk is still the one that the whole matrix would give. At the far end this is obvious: s
//! explains such a cell, and comes first. At the near end, with p identical children, the walk
//! leaves the matrix at a cell of row or column p and continues where one list has only identical
//! children left. There `M[i][j]` is known without a matrix, because it is best to pair all of the
//! shorter list with the same children of the longer one: it is the cost of the rest of the longer
//! list.

use crate::Error;
use crate::costing::Costing;
use crate::mapping::Mapping;
use crate::sides::{Node, Pair, Sides};
use crate::tree::{NONE, NodeId};

/// The operation that led to a cell.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Op {
    Pair,
    Delete,
    Insert,
}

/// Maps the two trees.
pub(crate) fn map(costing: &mut Costing<'_>) -> Result<Mapping, Error> {
    let sides = costing.sides;
    let mut links = Links {
        left: vec![NONE; sides.left.tree.len()],
        right: vec![NONE; sides.right.tree.len()],
        inner: Vec::new(),
    };
    let (x, y) = (
        sides.left.node(NodeId::ROOT),
        sides.right.node(NodeId::ROOT),
    );
    let cost = costing.cost(x, y)?;
    links.pair(&sides, x, y);
    while let Some((x, y)) = links.inner.pop() {
        let left: Vec<Node> = sides.left.children(x).collect();
        let right: Vec<Node> = sides.right.children(y).collect();
        map_children(costing, &left, &right, &mut links)?;
    }
    Ok(Mapping {
        cost,
        cells: costing.cells(),
        left: links.left,
        right: links.right,
    })
}

/// The pairs found so far.
struct Links {
    left: Vec<u32>,
    right: Vec<u32>,
    /// Pairs with the same label whose children are still to be mapped.
    inner: Vec<(NodeId, NodeId)>,
}

impl Links {
    fn pair(&mut self, sides: &Sides<'_>, x: Node, y: Node) {
        let nodes = if x.class == y.class { x.size } else { 1 };
        for offset in 0..nodes {
            self.left[x.id.index() + offset as usize] = y.id.raw() + offset;
            self.right[y.id.index() + offset as usize] = x.id.raw() + offset;
        }
        if let Pair::Inner(_) = sides.costs.pair(x, y) {
            self.inner.push((x.id, y.id));
        }
    }
}

fn map_children(
    costing: &mut Costing<'_>,
    left: &[Node],
    right: &[Node],
    links: &mut Links,
) -> Result<(), Error> {
    let sides = costing.sides;
    let (mut i, mut j) = (left.len(), right.len());
    while 0 < i && 0 < j && left[i - 1].class == right[j - 1].class {
        i -= 1;
        j -= 1;
        links.pair(&sides, left[i], right[j]);
    }
    let near = left[..i].iter().zip(&right[..j]);
    let p = near.take_while(|(x, y)| x.class == y.class).count();

    let ops = fill(costing, &left[p..i], &right[p..j])?;
    let width = j - p + 1;
    while p < i && p < j {
        match ops[(i - p) * width + (j - p)] {
            Op::Pair => {
                i -= 1;
                j -= 1;
                links.pair(&sides, left[i], right[j]);
            }
            Op::Delete => i -= 1,
            Op::Insert => j -= 1,
        }
    }
    while 0 < i && 0 < j {
        let (x, y) = (left[i - 1], right[j - 1]);
        costing.visit(1)?;
        // What the cell costs on top of the cell of each operation, see above.
        let (paired, deleted) = match i.cmp(&j) {
            std::cmp::Ordering::Equal => (true, false),
            std::cmp::Ordering::Less => {
                let (all, one) = (sides.costs.insert(y), sides.costs.insert(right[i - 1]));
                (
                    pays(costing, x, y, all.checked_sub(one))?,
                    one + sides.costs.delete(x) == 0,
                )
            }
            std::cmp::Ordering::Greater => {
                let (all, one) = (sides.costs.delete(x), sides.costs.delete(left[j - 1]));
                (pays(costing, x, y, all.checked_sub(one))?, true)
            }
        };
        if paired {
            i -= 1;
            j -= 1;
            links.pair(&sides, left[i], right[j]);
        } else if deleted {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    Ok(())
}

/// Whether pairing the two nodes costs exactly this much.
fn pays(costing: &mut Costing<'_>, x: Node, y: Node, price: Option<u64>) -> Result<bool, Error> {
    match (price, costing.sides.costs.pair(x, y)) {
        (None, _) => Ok(false),
        (Some(price), Pair::Inner(floor)) if price < floor => Ok(false),
        (Some(price), _) => Ok(costing.cost(x, y)? == price),
    }
}

/// Fills the matrix of two lists of children and returns the operations, row by row.
fn fill(costing: &mut Costing<'_>, left: &[Node], right: &[Node]) -> Result<Vec<Op>, Error> {
    let sides = costing.sides;
    let width = right.len() + 1;
    let cells = (left.len() + 1).saturating_mul(width);
    costing.visit((left.len() as u64).saturating_mul(right.len() as u64))?;
    let bytes = cells.saturating_add(width * size_of::<u64>());
    costing.reserve(bytes)?;
    costing.held = bytes;
    let mut ops = vec![Op::Insert; cells];
    let mut row = Vec::with_capacity(width);
    row.push(0);
    for &y in right {
        row.push(row[row.len() - 1] + sides.costs.insert(y));
    }
    for (i, &x) in (1..).zip(left) {
        let delete = sides.costs.delete(x);
        let mut diagonal = row[0];
        row[0] += delete;
        ops[i * width] = Op::Delete;
        for (j, &y) in (1..).zip(right) {
            let (d, n) = (row[j] + delete, row[j - 1] + sides.costs.insert(y));
            let best = d.min(n);
            let s = match sides.costs.pair(x, y) {
                Pair::Inner(floor) if best < diagonal + floor => u64::MAX,
                _ => diagonal + costing.cost(x, y)?,
            };
            diagonal = row[j];
            (row[j], ops[i * width + j]) = if s <= best {
                (s, Op::Pair)
            } else if d <= n {
                (d, Op::Delete)
            } else {
                (n, Op::Insert)
            };
        }
    }
    costing.held = 0;
    Ok(ops)
}
