//! Merging one more page into the union of the earlier pages.

use crate::mapping::{EditOperation, Mapping};
use crate::tree::{NONE, NodeNumber, Tree, TreeBuilder};

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
            let partner = mapping.left[node.index()];
            if partner == NONE {
                continue;
            }
            let other = NodeNumber::from_raw(partner);
            let is_leaf = |tree: &Tree, node| tree.subtree(node).len() == 1;
            let is_updated = self.tree.label(node) != page.label(other)
                || leaf_updates && is_leaf(&self.tree, node) != is_leaf(page, other);
            if is_updated {
                mapping.left[node.index()] = NONE;
                mapping.right[partner as usize] = NONE;
            }
        }
        let mut merged = Builder::default();
        for step in mapping.steps(&self.tree, page) {
            let (depth, label, support) = match step {
                EditOperation::Keep { left, .. } => {
                    (self.tree.depth(left), self.tree.label(left), self.support(left) + 1)
                }
                EditOperation::Replace { left, .. } | EditOperation::Delete { left } => {
                    (self.tree.depth(left), self.tree.label(left), self.support(left))
                }
                EditOperation::Insert { right } => (page.depth(right), page.label(right), 1),
            };
            // A node that is dropped takes its descendants along, as none has more support.
            if least <= support || depth == 0 {
                merged.push(depth, label, support);
            }
        }
        merged.finish()
    }

    /// Returns the nodes with a support of at least `least`, and the root.
    pub(crate) fn above(&self, least: u32) -> Counted {
        let mut kept = Builder::default();
        for node in self.tree.nodes() {
            if least <= self.support(node) || node == NodeNumber::ROOT {
                kept.push(self.tree.depth(node), self.tree.label(node), self.support(node));
            }
        }
        kept.finish()
    }

    fn support(&self, node: NodeNumber) -> u32 {
        self.supports[node.index()]
    }
}

/// Builds a tree from nodes in pre-order with their depths.
#[derive(Default)]
struct Builder {
    tree: TreeBuilder,
    supports: Vec<u32>,
}

impl Builder {
    fn push(&mut self, depth: usize, label: u32, support: u32) {
        // The depth of a node says how many of the open nodes are its ancestors.
        while depth < self.tree.depth() {
            self.tree.close();
        }
        self.tree.open(label);
        self.supports.push(support);
    }

    fn finish(self) -> Counted {
        let tree = self.tree.finish().expect("the root is always pushed, and first");
        Counted { tree, supports: self.supports }
    }
}
