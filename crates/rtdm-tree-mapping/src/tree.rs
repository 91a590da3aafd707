//! Labelled ordered rooted trees.
//!
//! A tree is four arrays in pre-order: the label of each node, its parent, the end of its subtree and its depth. A
//! subtree is a range of numbers, and no walk needs a stack.

use std::iter;
use std::ops::Range;

use crate::Error;

/// The pre-order number of a node. The root is 0.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct NodeNumber(u32);

impl NodeNumber {
    /// The root of every tree.
    pub const ROOT: NodeNumber = NodeNumber(0);

    /// Returns the node with this pre-order number.
    ///
    /// # Panics
    ///
    /// Beyond 2³² − 1.
    pub fn new(index: usize) -> NodeNumber {
        NodeNumber(u32::try_from(index).expect("nodes are counted in 32 bits"))
    }

    /// Returns the pre-order number, for indexing an array with one entry per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tree whose nodes have labels and whose children have an order. It has at least one node.
///
/// Labels are `u32` symbols, whose meaning is up to you. A tree takes 20 bytes per node. Nothing recurses, so that a
/// chain of a million nodes is no problem.
///
/// The methods that take a [`NodeNumber`] panic if the tree has no such node.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tree {
    labels: Vec<u32>,
    parents: Vec<Option<NodeNumber>>,
    ends: Vec<u32>,
    depths: Vec<u32>,
}

impl Tree {
    /// Builds a tree from the depths and the labels of its nodes in pre-order: a node before its children, the first
    /// child first. The root has depth 0.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes.
    ///
    /// # Errors
    ///
    /// [`Error::NoRoot`] without nodes; [`Error::NoParent`] if the first node is not at depth 0, or if another one is
    /// there or more than one level below the node before it.
    ///
    /// # Panics
    ///
    /// If there are more than 2³² − 1 nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::{NodeNumber, Tree};
    ///
    /// //   7
    /// //  / \
    /// // 8   9
    /// let tree = Tree::new([(0, 7), (1, 8), (1, 9)])?;
    /// let children: Vec<u32> = tree.children(NodeNumber::ROOT).map(|node| tree.label(node)).collect();
    /// assert_eq!(children, [8, 9]);
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn new(nodes: impl IntoIterator<Item = (usize, u32)>) -> Result<Tree, Error> {
        let nodes = nodes.into_iter();
        let n_nodes = nodes.size_hint().0;
        let mut tree = Tree {
            labels: Vec::with_capacity(n_nodes),
            parents: Vec::with_capacity(n_nodes),
            ends: Vec::with_capacity(n_nodes),
            depths: Vec::with_capacity(n_nodes),
        };
        // The path to the node before the next one.
        let mut open: Vec<NodeNumber> = Vec::new();
        for (index, (depth, label)) in nodes.enumerate() {
            if open.len() < depth || (depth == 0) != (index == 0) {
                return Err(Error::NoParent { node: index });
            }
            let node = NodeNumber::new(index);
            open.drain(depth..).for_each(|closed| tree.ends[closed.index()] = node.0);
            tree.labels.push(label);
            tree.parents.push(open.last().copied());
            tree.ends.push(0);
            tree.depths.push(depth as u32);
            open.push(node);
        }
        for node in open {
            tree.ends[node.index()] = NodeNumber::new(tree.labels.len()).0;
        }
        if tree.labels.is_empty() { Err(Error::NoRoot) } else { Ok(tree) }
    }

    /// Returns the number of nodes, at least one.
    #[expect(clippy::len_without_is_empty, reason = "a tree is never empty")]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns all nodes in pre-order: a node before its children, the first child first.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeNumber> + ExactSizeIterator + use<> {
        (0..self.labels.len() as u32).map(NodeNumber)
    }

    /// Returns the label of a node.
    pub fn label(&self, node: NodeNumber) -> u32 {
        self.labels[node.index()]
    }

    /// Returns the labels of all nodes in pre-order.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Returns the parent of a node; the root has none.
    pub fn parent(&self, node: NodeNumber) -> Option<NodeNumber> {
        self.parents[node.index()]
    }

    /// Returns the distance of the node from the root, which has depth 0.
    pub fn depth(&self, node: NodeNumber) -> usize {
        self.depths[node.index()] as usize
    }

    /// Returns the pre-order numbers of the node and all its descendants, the node's own first.
    pub fn subtree(&self, node: NodeNumber) -> Range<usize> {
        node.index()..self.ends[node.index()] as usize
    }

    /// Returns whether a node has no children.
    pub fn is_leaf(&self, node: NodeNumber) -> bool {
        self.subtree(node).len() == 1
    }

    /// Returns the children of a node in order.
    pub fn children(&self, node: NodeNumber) -> impl Iterator<Item = NodeNumber> + use<'_> {
        let end = self.ends[node.index()];
        let within = move |index: u32| (index < end).then_some(NodeNumber(index));
        iter::successors(within(node.0 + 1), move |child| within(self.ends[child.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_every_relation() {
        // 0(1(2 3) 4(5))
        let tree = Tree::new([0, 1, 2, 2, 1, 2].map(|depth| (depth, 9))).unwrap();
        let four = NodeNumber::new(4);
        assert_eq!(tree.len(), 6);
        assert!(tree.nodes().map(NodeNumber::index).eq(0..6));
        assert!(tree.children(NodeNumber::ROOT).map(NodeNumber::index).eq([1, 4]));
        assert_eq!(tree.parent(four), Some(NodeNumber::ROOT));
        assert_eq!(tree.parent(NodeNumber::ROOT), None);
        assert_eq!((tree.subtree(four), tree.depth(four)), (4..6, 1));
        assert!(tree.is_leaf(NodeNumber::new(5)));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let new = |depths: &[usize]| Tree::new(depths.iter().map(|&depth| (depth, 1)));
        assert_eq!(new(&[]), Err(Error::NoRoot));
        assert_eq!(new(&[1]), Err(Error::NoParent { node: 0 }));
        assert_eq!(new(&[0, 0]), Err(Error::NoParent { node: 1 }));
        assert_eq!(new(&[0, 1, 3]), Err(Error::NoParent { node: 2 }));
    }
}
