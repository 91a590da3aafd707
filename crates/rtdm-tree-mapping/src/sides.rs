//! The two trees of a mapping, and the costs of a pair of nodes that are known without mapping their children.

use crate::Config;
use crate::tree::{NodeNumber, Tree};

/// The costs of the operations on one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) insert: u64,
    pub(crate) delete: u64,
    pub(crate) replace: u64,
}

impl Costs {
    pub(crate) fn of(config: &Config) -> Costs {
        Costs { insert: config.insert.into(), delete: config.delete.into(), replace: config.replace.into() }
    }
}

/// One tree, with the class of each of its nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) classes: &'a [u32],
}

/// Everything that a cell needs to know about a node. It is gathered in one place because lists of nodes are walked
/// once per row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) id: NodeNumber,
    pub(crate) class: u32,
    pub(crate) label: u32,
    /// The number of nodes in its subtree.
    pub(crate) size: u32,
}

impl<'a> Side<'a> {
    pub(crate) fn node(&self, id: NodeNumber) -> Node {
        let size = self.tree.subtree(id).len() as u32;
        Node { id, class: self.classes[id.index()], label: self.tree.label(id), size }
    }

    pub(crate) fn children(self, node: NodeNumber) -> impl Iterator<Item = Node> + use<'a> {
        self.tree.children(node).map(move |child| self.node(child))
    }
}

/// The cost of pairing two nodes, as far as it is known without mapping their children.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pair {
    /// Known from one of the short-cuts.
    Known(u64),
    /// To be computed by mapping the children. The value is a lower bound.
    Inner(u64),
}

impl Costs {
    /// Returns the cost of deleting a node and all its descendants.
    pub(crate) fn delete(&self, x: Node) -> u64 {
        self.delete * u64::from(x.size)
    }

    /// Returns the cost of inserting a node and all its descendants.
    pub(crate) fn insert(&self, y: Node) -> u64 {
        self.insert * u64::from(y.size)
    }

    /// Returns the cost of pairing `x` of the left tree with `y` of the right tree, by the case distinction of
    /// RTDM-TD.
    pub(crate) fn pair(&self, x: Node, y: Node) -> Pair {
        if x.class == y.class {
            // The bottom-up short-cut: identical subtrees cost nothing.
            return Pair::Known(0);
        }
        let (below_x, below_y) = (u64::from(x.size - 1), u64::from(y.size - 1));
        if x.label != y.label {
            // The top-down short-cut: below different labels nothing is paired.
            return Pair::Known(self.replace + self.delete * below_x + self.insert * below_y);
        }
        if below_x == 0 || below_y == 0 {
            return Pair::Known(self.delete * below_x + self.insert * below_y);
        }
        if below_x == 1 && below_y == 1 {
            // Each has one leaf. The labels of the two leaves differ, for otherwise the subtrees would be identical.
            return Pair::Known(self.replace.min(self.delete + self.insert));
        }
        // A mapping pairs nodes one to one, so that the larger subtree has some left over. These must be deleted or
        // inserted.
        Pair::Inner(match below_x.checked_sub(below_y) {
            Some(more) => self.delete * more,
            None => self.insert * (below_y - below_x),
        })
    }
}

/// The left tree is the one whose nodes are deleted, the right the one whose nodes are inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    pub(crate) left: Side<'a>,
    pub(crate) right: Side<'a>,
    pub(crate) costs: Costs,
}
