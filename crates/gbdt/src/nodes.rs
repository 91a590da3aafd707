//! The nodes of a tree, to follow a single row from the root to its leaf.

use crate::matrix::Matrix;

/// A node of a tree, in pre-order. Rows at or below the threshold go to the next node, all others to `right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// [`LEAF`] for a leaf.
    pub(crate) feature: u32,
    pub(crate) threshold: f32,
    pub(crate) right: u32,
    /// The value of a leaf; of a split, the mean of its training rows.
    pub(crate) value: i32,
}

/// The feature number that marks a leaf.
pub(crate) const LEAF: u32 = u32::MAX;

/// Iterates over a row's path from a root to its leaf: the feature that each node compares, and the node's value.
pub(crate) fn path<'a>(
    nodes: &'a [Node],
    root: usize,
    rows: &'a Matrix,
    row: usize,
) -> impl Iterator<Item = (u32, i32)> + 'a {
    let mut next = Some(root);
    std::iter::from_fn(move || {
        let number = next?;
        let node = nodes[number];
        next = (node.feature != LEAF).then(|| {
            // In pre-order the left child follows its parent.
            if rows.get(row, node.feature as usize) <= node.threshold { number + 1 } else { node.right as usize }
        });
        Some((node.feature, node.value))
    })
}
