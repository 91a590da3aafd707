//! The two trees of a mapping, and what is known of a pair of their nodes without looking below.

use crate::Config;
use crate::tree::{NodeId, Tree};

/// What one operation costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) insert: u64,
    pub(crate) delete: u64,
    pub(crate) replace: u64,
}

impl Costs {
    pub(crate) fn of(config: &Config) -> Costs {
        Costs {
            insert: config.get_insert().into(),
            delete: config.get_delete().into(),
            replace: config.get_replace().into(),
        }
    }
}

/// One tree, with the class of each of its nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) classes: &'a [u32],
}

impl Side<'_> {
    fn class(&self, node: NodeId) -> u32 {
        self.classes[node.index()]
    }
}

/// What pairing two nodes costs, as far as it shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pair {
    /// Known, by one of the short-cuts.
    Known(u64),
    /// To be found by mapping the children; at least this much.
    Inner(u64),
}

/// The left tree is the one whose nodes are deleted, the right the one whose nodes are inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    pub(crate) left: Side<'a>,
    pub(crate) right: Side<'a>,
    pub(crate) costs: Costs,
}

impl Sides<'_> {
    /// The cost of deleting a left node and all its descendants.
    pub(crate) fn delete(&self, x: NodeId) -> u64 {
        self.costs.delete * self.left.tree.subtree(x).len() as u64
    }

    /// The cost of inserting a right node and all its descendants.
    pub(crate) fn insert(&self, y: NodeId) -> u64 {
        self.costs.insert * self.right.tree.subtree(y).len() as u64
    }

    pub(crate) fn identical(&self, x: NodeId, y: NodeId) -> bool {
        self.left.class(x) == self.right.class(y)
    }

    pub(crate) fn same_label(&self, x: NodeId, y: NodeId) -> bool {
        self.left.tree.label(x) == self.right.tree.label(y)
    }

    /// The classes of both nodes. Pairs of equal classes cost the same.
    pub(crate) fn classes(&self, x: NodeId, y: NodeId) -> (u32, u32) {
        (self.left.class(x), self.right.class(y))
    }

    /// The case distinction of RTDM-TD for a pair of children.
    pub(crate) fn pair(&self, x: NodeId, y: NodeId) -> Pair {
        if self.identical(x, y) {
            // The bottom-up short-cut.
            return Pair::Known(0);
        }
        let below_x = self.left.tree.descendants(x) as u64;
        let below_y = self.right.tree.descendants(y) as u64;
        let Costs {
            insert,
            delete,
            replace,
        } = self.costs;
        if !self.same_label(x, y) {
            // The top-down short-cut.
            return Pair::Known(replace + delete * below_x + insert * below_y);
        }
        if below_x == 0 || below_y == 0 {
            return Pair::Known(delete * below_x + insert * below_y);
        }
        // A mapping pairs nodes one to one, so the larger subtree has some left over.
        Pair::Inner(match below_x.checked_sub(below_y) {
            Some(more) => delete * more,
            None => insert * (below_y - below_x),
        })
    }
}
