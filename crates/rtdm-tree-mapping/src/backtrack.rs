//! The mapping itself: phase two of RTDM-TD, and the paper's `retrieveTemplate`.
//!
//! When all costs are known, the [matrices](Matrix) along the chosen path are filled once more, now with the
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
use crate::matrix::{Matrix, Op};
use crate::sides::{Node, Pair};
use crate::tree::{NONE, NodeNumber};

/// Maps the two trees.
pub(crate) fn map(costing: &mut Costing<'_>) -> Result<Mapping, Error> {
    let sides = costing.sides;
    let mut links =
        Links { left: vec![NONE; sides.left.tree.len()], right: vec![NONE; sides.right.tree.len()], inner: Vec::new() };
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
    left: Vec<u32>,
    right: Vec<u32>,
    /// Pairs with the same label whose children are still to be mapped.
    inner: Vec<(NodeNumber, NodeNumber)>,
}

impl Links {
    fn pair(&mut self, x: Node, y: Node) {
        // Identical subtrees are paired node by node: both are consecutive numbers in pre-order.
        let nodes = if x.class == y.class { x.size } else { 1 };
        for offset in 0..nodes {
            self.left[x.id.index() + offset as usize] = y.id.raw() + offset;
            self.right[y.id.index() + offset as usize] = x.id.raw() + offset;
        }
        // With a leaf on either side there is nothing to pair below. With different labels nothing may be paired
        // below.
        if x.class != y.class && x.label() == y.label() && x.size > 1 && y.size > 1 {
            self.inner.push((x.id, y.id));
        }
    }
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

    let mut matrix = Matrix::new(costing, &left[p..i], &right[p..j])?;
    while p < i && p < j {
        match matrix.operation(costing, i - p, j - p)? {
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
    matrix.free(costing);
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
