//! Merging one more page into the union of the earlier pages.

use crate::mapping::{EditOperation, Mapping};
use crate::tree::{NodeNumber, Tree};

/// A tree with the number of pages that have each of its nodes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Counted {
    pub(crate) tree: Tree,
    pub(crate) supports: Vec<u32>,
}

impl Counted {
    /// Returns the tree of the first page.
    pub(crate) fn first(page: Tree) -> Counted {
        let supports = vec![1; page.len()];
        Counted { tree: page, supports }
    }

    /// Returns the union with one more page. Pairs with the same label appear once, with their support increased by
    /// one. All other nodes of both trees appear in order, those of the page with support 1.
    ///
    /// Nodes with a support below `least` are left out. No node has more support than its parent, so that the result
    /// is a tree. The root must be a pair, and always stays. With `leaf_updates` a leaf and an inner node are no
    /// pair.
    pub(crate) fn merge(&self, page: &Tree, mut mapping: Mapping, least: u32, leaf_updates: bool) -> Counted {
        // Two labels in the same place are two nodes, so that a replacement is dissolved into a deletion and an
        // insertion.
        for node in self.tree.nodes().skip(1) {
            let Some(other) = mapping.left[node.index()] else {
                continue;
            };
            let is_updated = self.tree.label(node) != page.label(other)
                || leaf_updates && self.tree.is_leaf(node) != page.is_leaf(other);
            if is_updated {
                mapping.left[node.index()] = None;
                mapping.right[other.index()] = None;
            }
        }
        let steps = mapping.steps(&self.tree, page).map(|step| match step {
            EditOperation::Keep { left, .. } => (self.tree.depth(left), self.tree.label(left), self.support(left) + 1),
            EditOperation::Replace { left, .. } | EditOperation::Delete { left } => self.node(left),
            EditOperation::Insert { right } => (page.depth(right), page.label(right), 1),
        });
        Counted::of(steps, least)
    }

    /// Returns the nodes with a support of at least `least`, and the root.
    pub(crate) fn above(&self, least: u32) -> Counted {
        Counted::of(self.tree.nodes().map(|node| self.node(node)), least)
    }

    /// Builds the tree of the nodes with a support of at least `least`, and the root, from all nodes in pre-order with
    /// their depths, labels and supports.
    fn of(nodes: impl Iterator<Item = (usize, u32, u32)>, least: u32) -> Counted {
        // A node that is dropped takes its descendants along, as none has more support.
        let kept = nodes.filter(|&(depth, _, support)| least <= support || depth == 0);
        let (nodes, supports): (Vec<(usize, u32)>, _) =
            kept.map(|(depth, label, support)| ((depth, label), support)).unzip();
        Counted { tree: Tree::new(nodes).expect("the root stays, and nodes with their parents"), supports }
    }

    fn node(&self, node: NodeNumber) -> (usize, u32, u32) {
        (self.tree.depth(node), self.tree.label(node), self.support(node))
    }

    fn support(&self, node: NodeNumber) -> u32 {
        self.supports[node.index()]
    }
}
