//! Selkow's top-down distance, for checking the mapping.

use crate::sides::Costs;
use crate::tree::{NodeNumber, Tree};
use crate::{Config, Error};

/// Returns the least cost of a top-down mapping that pairs the roots (definition 3, not 4): labels may be replaced
/// anywhere, with pairs below them.
///
/// Every restricted mapping is top-down, so that this cost is never above [`Mapping::cost`](crate::Mapping::cost).
/// The two are equal
///
/// - if, at each depth, all nodes of both trees that have children have the same label: then a
///   pair with different labels contains a leaf, and nothing could be paired below it;
/// - if the roots have the same label and a replacement costs more than deleting the whole left
///   tree and inserting the whole right one: then neither replaces anything.
///
/// # Complexity
///
/// Time: the product of the numbers of nodes. Memory: the product of the widest two neighboring levels.
///
/// # Errors
///
/// [`Error::TooManyCells`] and [`Error::TooMuchMemory`], by the limits of the configuration.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use rtdm_tree_mapping::{Config, Tree, top_down_distance};
///
/// // 1(2(3)) and 1(9(3)): the 2 may become a 9 and keep its child.
/// let left = Tree::from_parents(vec![1, 2, 3], &[0, 0, 1])?;
/// let right = Tree::from_parents(vec![1, 9, 3], &[0, 0, 1])?;
/// let config = Config::new();
/// assert_eq!(top_down_distance(&config, &left, &right)?, 1);
/// assert_eq!(config.build()?.map(&left, &right)?.cost(), 3);
/// # Ok::<(), rtdm_tree_mapping::Error>(())
/// ```
pub fn top_down_distance(config: &Config, left: &Tree, right: &Tree) -> Result<u64, Error> {
    let costs = Costs::of(config);
    let (left_levels, right_levels) = (levels(left), levels(right));
    let mut cells = 0_u64;
    // The costs of all pairs of the level below, row by row. The children of consecutive nodes are consecutive there,
    // so that two running offsets find those of a pair.
    let mut below: Vec<u64> = Vec::new();
    // Only levels that both trees have can contain pairs.
    for depth in (0..left_levels.len().min(right_levels.len())).rev() {
        let (xs, ys) = (&left_levels[depth], &right_levels[depth]);
        let below_width = right_levels.get(depth + 1).map_or(0, Vec::len);
        let needed = (xs.len().saturating_mul(ys.len()) + below.len()).saturating_mul(8);
        if config.get_memory() < needed {
            return Err(Error::TooMuchMemory { needed, limit: config.get_memory() });
        }
        let mut here = Vec::with_capacity(xs.len() * ys.len());
        let mut row = Vec::new();
        let mut first_left = 0;
        for &x in xs {
            let x_children: Vec<NodeNumber> = left.children(x).collect();
            let mut first_right = 0;
            for &y in ys {
                row.clear();
                row.push(0);
                for child in right.children(y) {
                    row.push(row[row.len() - 1] + costs.insert * right.subtree(child).len() as u64);
                }
                cells += (x_children.len() * (row.len() - 1)) as u64 + 1;
                if config.get_max_cells() < cells {
                    return Err(Error::TooManyCells { limit: config.get_max_cells() });
                }
                for (i, &a) in x_children.iter().enumerate() {
                    let delete = costs.delete * left.subtree(a).len() as u64;
                    let mut diagonal = row[0];
                    row[0] += delete;
                    for (j, b) in right.children(y).enumerate() {
                        let pair = below[(first_left + i) * below_width + first_right + j];
                        let insert = costs.insert * right.subtree(b).len() as u64;
                        let best = (diagonal + pair).min(row[j + 1] + delete).min(row[j] + insert);
                        diagonal = row[j + 1];
                        row[j + 1] = best;
                    }
                }
                let replace = if left.label(x) == right.label(y) { 0 } else { costs.replace };
                first_right += row.len() - 1;
                here.push(replace + row[row.len() - 1]);
            }
            first_left += x_children.len();
        }
        below = here;
    }
    Ok(below[0])
}

/// Returns the nodes of each depth, in order. The children of a node are neighbors in the next level.
fn levels(tree: &Tree) -> Vec<Vec<NodeNumber>> {
    let mut levels: Vec<Vec<NodeNumber>> = Vec::new();
    for node in tree.nodes() {
        let depth = tree.depth(node);
        if depth == levels.len() {
            levels.push(Vec::new());
        }
        levels[depth].push(node);
    }
    levels
}
