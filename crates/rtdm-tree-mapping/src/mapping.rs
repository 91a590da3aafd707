//! A mapping between two trees: the result of [`Mapper::map`](crate::Mapper::map).

use crate::tree::{NodeNumber, Tree};

/// One edit operation of a mapping. The left tree is edited into the right one.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum EditOperation {
    /// Both trees have this node, with the same label.
    Keep {
        /// The node of the left tree.
        left: NodeNumber,
        /// The node of the right tree.
        right: NodeNumber,
    },
    /// The left node's label is replaced by the right node's.
    Replace {
        /// The node of the left tree.
        left: NodeNumber,
        /// The node of the right tree.
        right: NodeNumber,
    },
    /// The left tree's node has no partner.
    Delete {
        /// The node of the left tree.
        left: NodeNumber,
    },
    /// The right tree's node has no partner.
    Insert {
        /// The node of the right tree.
        right: NodeNumber,
    },
}

/// A restricted top-down mapping of least cost between two trees (definitions 1, 3 and 4 of the
/// paper). Made by [`Mapper::map`](crate::Mapper::map).
///
/// It is a set of pairs of nodes. The roots are always a pair, the parents of a pair are a pair, order is preserved,
/// and below a pair with different labels there are no pairs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mapping {
    pub(crate) cost: u64,
    pub(crate) cells: u64,
    /// The partner of each left node.
    pub(crate) left: Vec<Option<NodeNumber>>,
    /// The partner of each right node.
    pub(crate) right: Vec<Option<NodeNumber>>,
}

impl Mapping {
    /// Returns the cost of the replaced labels, the deleted nodes and the inserted nodes
    /// (definition 2).
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns the number of matrix cells that were visited to find the mapping. An algorithm without short-cuts
    /// would visit about as many as the product of the numbers of nodes.
    pub fn visited_cells(&self) -> u64 {
        self.cells
    }

    /// Returns all pairs, in pre-order of both trees.
    pub fn pairs(&self) -> impl Iterator<Item = (NodeNumber, NodeNumber)> + '_ {
        let partners = self.left.iter().enumerate();
        partners.filter_map(|(left, &right)| Some((NodeNumber::new(left), right?)))
    }

    /// Walks the mapping: returns every node of both trees once, in pre-order of a tree that contains both. Between
    /// the same two pairs of siblings, unpaired nodes of the left tree come first.
    ///
    /// The trees must be those that were mapped.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes.
    ///
    /// # Panics
    ///
    /// May panic if the trees have other sizes than those that were mapped.
    pub fn steps<'a>(&'a self, left: &'a Tree, right: &'a Tree) -> impl Iterator<Item = EditOperation> + use<'a> {
        let (mut i, mut j) = (0, 0);
        std::iter::from_fn(move || {
            // An unpaired node belongs below the last pair or beside it. If both trees have one pending, the deeper
            // one is still below an open node and the other one is not, so that the deeper one comes first.
            let deleted = self.left.get(i).is_some_and(Option::is_none);
            let inserted = self.right.get(j).is_some_and(Option::is_none);
            let (x, y) = (NodeNumber::new(i), NodeNumber::new(j));
            if deleted && !(inserted && left.depth(x) < right.depth(y)) {
                i += 1;
                return Some(EditOperation::Delete { left: x });
            }
            if inserted {
                j += 1;
                return Some(EditOperation::Insert { right: y });
            }
            // With no unpaired node pending, both trees are at the same pair, or both at their end.
            if i == self.left.len() {
                return None;
            }
            i += 1;
            j += 1;
            if left.label(x) == right.label(y) {
                Some(EditOperation::Keep { left: x, right: y })
            } else {
                Some(EditOperation::Replace { left: x, right: y })
            }
        })
    }
}
