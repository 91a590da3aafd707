//! Labelled ordered rooted trees.
//!
//! A tree is four arrays in pre-order: the label of each node, its parent, the end of its subtree and its depth. A
//! subtree is a range of numbers, and no walk needs a stack.

use std::fmt;
use std::ops::Range;

use crate::Error;

/// Stands for no node: the parent of the root, or no partner.
pub(crate) const NONE: u32 = u32::MAX;

/// The pre-order number of a node. The root is 0.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct NodeNumber(u32);

impl NodeNumber {
    /// The root of every tree.
    pub const ROOT: NodeNumber = NodeNumber(0);

    /// Returns the node with this pre-order number; `None` if no tree can have that many nodes.
    pub fn new(index: usize) -> Option<NodeNumber> {
        u32::try_from(index).ok().filter(|&index| index != NONE).map(NodeNumber)
    }

    /// Returns the pre-order number, for indexing an array with one entry per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_raw(index: u32) -> NodeNumber {
        NodeNumber(index)
    }

    pub(crate) fn raw(self) -> u32 {
        self.0
    }
}

impl fmt::Display for NodeNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A tree whose nodes have labels and whose children have an order. It has at least one node.
///
/// Labels are `u32` symbols; [`Labels`](crate::Labels) assigns them to labels of another type. Build a tree node by
/// node with a [`TreeBuilder`], or from two lists with [`from_parents`](Tree::from_parents). It takes 16 bytes per
/// node. Nothing recurses, so that a chain of a million nodes is no problem.
///
/// The methods that take a [`NodeNumber`] panic if the tree has no such node.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tree {
    labels: Vec<u32>,
    parents: Vec<u32>,
    ends: Vec<u32>,
    depths: Vec<u32>,
}

impl Tree {
    /// Builds a tree from the labels and the parents of its nodes in pre-order. The parent of the root is ignored and
    /// can be `0`.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes.
    ///
    /// # Errors
    ///
    /// [`Error::NoRoot`] without nodes, [`Error::Lengths`] if the lists differ in length,
    /// [`Error::NotPreOrder`] if the order is not that of a pre-order walk.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::{NodeNumber, Tree};
    ///
    /// //   7
    /// //  / \
    /// // 8   9
    /// let tree = Tree::from_parents(vec![7, 8, 9], &[0, 0, 0])?;
    /// let children: Vec<u32> = tree.children(NodeNumber::ROOT).map(|node| tree.label(node)).collect();
    /// assert_eq!(children, [8, 9]);
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn from_parents(labels: Vec<u32>, parents: &[u32]) -> Result<Tree, Error> {
        if labels.len() != parents.len() {
            return Err(Error::Lengths { nodes: labels.len(), given: parents.len() });
        }
        let mut builder = TreeBuilder::with_capacity(labels.len());
        for (node, (&label, &parent)) in labels.iter().zip(parents).enumerate() {
            if node > 0 {
                // In pre-order the parent of a node is the previous node or an ancestor of it.
                while builder.open.last().is_some_and(|&open| open != parent) {
                    builder.close();
                }
                if builder.open.is_empty() {
                    return Err(Error::NotPreOrder { node });
                }
            }
            builder.open(label);
        }
        builder.finish()
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

    /// Returns all nodes in post-order: a node after its children, the first child first.
    pub fn post_order(&self) -> impl DoubleEndedIterator<Item = NodeNumber> + ExactSizeIterator + use<> {
        let mut order = vec![NodeNumber::ROOT; self.len()];
        for node in self.nodes() {
            order[self.post_index(node)] = node;
        }
        order.into_iter()
    }

    /// Returns the position of the node in [`post_order`](Tree::post_order), in constant
    /// time.
    pub fn post_index(&self, node: NodeNumber) -> usize {
        // Two kinds of nodes come before a node in post-order: its descendants, and all nodes to its left. In
        // pre-order these are the nodes before the end of its subtree, without itself and its ancestors.
        self.ends[node.index()] as usize - 1 - self.depths[node.index()] as usize
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
        let parent = self.parents[node.index()];
        (parent != NONE).then_some(NodeNumber(parent))
    }

    /// Returns the parents of all nodes in pre-order, with 0 for the root, which has none: the
    /// form that [`from_parents`](Tree::from_parents) takes.
    pub fn parents(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.parents.iter().map(|&parent| if parent == NONE { 0 } else { parent })
    }

    /// Returns the distance of the node from the root, which has depth 0.
    pub fn depth(&self, node: NodeNumber) -> usize {
        self.depths[node.index()] as usize
    }

    /// Returns the pre-order numbers of the node and all its descendants, the node's own first.
    pub fn subtree(&self, node: NodeNumber) -> Range<usize> {
        node.index()..self.ends[node.index()] as usize
    }

    /// Returns the number of descendants of a node.
    pub fn descendants(&self, node: NodeNumber) -> usize {
        self.subtree(node).len() - 1
    }

    /// Returns whether a node has no children.
    pub fn is_leaf(&self, node: NodeNumber) -> bool {
        self.descendants(node) == 0
    }

    /// Returns the children of a node in order.
    pub fn children(&self, node: NodeNumber) -> Children<'_> {
        Children { ends: &self.ends, next: node.0 + 1, end: self.ends[node.index()] }
    }
}

/// The children of one node, in order. Made by [`Tree::children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    ends: &'a [u32],
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeNumber;

    fn next(&mut self) -> Option<NodeNumber> {
        if self.next == self.end {
            return None;
        }
        let child = NodeNumber(self.next);
        self.next = self.ends[child.index()];
        Some(child)
    }
}

/// Builds a [`Tree`] in one walk over it.
///
/// Mistakes (a second root, one [`close`](TreeBuilder::close) too many) are reported by
/// [`finish`](TreeBuilder::finish), which also closes nodes that are still open.
///
/// # Examples
///
/// ```
/// use rtdm_tree_mapping::{NodeNumber, TreeBuilder};
///
/// let (ul, li) = (1, 2);
/// let mut builder = TreeBuilder::new();
/// builder.open(ul);
/// builder.leaf(li);
/// builder.leaf(li);
/// builder.close();
/// let tree = builder.finish()?;
/// assert_eq!(tree.children(NodeNumber::ROOT).count(), 2);
/// # Ok::<(), rtdm_tree_mapping::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    tree: Tree,
    open: Vec<u32>,
    error: Option<Error>,
}

impl TreeBuilder {
    /// Returns a builder without nodes.
    pub fn new() -> TreeBuilder {
        TreeBuilder::with_capacity(0)
    }

    /// Returns a builder with room for this many nodes.
    pub fn with_capacity(nodes: usize) -> TreeBuilder {
        let list = || Vec::with_capacity(nodes);
        let tree = Tree { labels: list(), parents: list(), ends: list(), depths: list() };
        TreeBuilder { tree, open: Vec::new(), error: None }
    }

    /// Opens a node: the next child of the currently open node, or the root. Returns its number.
    pub fn open(&mut self, label: u32) -> NodeNumber {
        let index = self.tree.labels.len();
        // A number that is too large is replaced by the largest valid one, so that it differs from `index` below.
        let node = NodeNumber::new(index).unwrap_or(NodeNumber(NONE - 1));
        if self.open.is_empty() && index > 0 {
            self.error.get_or_insert(Error::SecondRoot { node: index });
        } else if index != node.index() {
            self.error.get_or_insert(Error::TooManyNodes);
        }
        // After the first mistake nothing is added any more, and `finish` reports it.
        if self.error.is_none() {
            self.tree.labels.push(label);
            self.tree.parents.push(self.open.last().copied().unwrap_or(NONE));
            self.tree.ends.push(node.0 + 1);
            self.tree.depths.push(self.open.len() as u32);
            self.open.push(node.0);
        }
        node
    }

    /// Closes the most recently opened node that is still open.
    pub fn close(&mut self) {
        match self.open.pop() {
            Some(node) => self.tree.ends[node as usize] = self.tree.labels.len() as u32,
            None => {
                self.error.get_or_insert(Error::NothingOpen);
            }
        }
    }

    /// Adds a node without children. Returns its number.
    pub fn leaf(&mut self, label: u32) -> NodeNumber {
        let node = self.open(label);
        if self.error.is_none() {
            self.close();
        }
        node
    }

    /// Returns the number of nodes so far.
    pub fn len(&self) -> usize {
        self.tree.labels.len()
    }

    /// Returns whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.tree.labels.is_empty()
    }

    /// Returns the number of open nodes, which is the depth of the next one.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes all open nodes and returns the tree.
    ///
    /// # Errors
    ///
    /// [`Error::NoRoot`] if there is no node; otherwise [`Error::SecondRoot`], [`Error::NothingOpen`] or
    /// [`Error::TooManyNodes`] for the first mistake.
    pub fn finish(mut self) -> Result<Tree, Error> {
        while !self.open.is_empty() {
            self.close();
        }
        match self.error {
            Some(error) => Err(error),
            None if self.tree.labels.is_empty() => Err(Error::NoRoot),
            None => Ok(self.tree),
        }
    }
}

impl Default for TreeBuilder {
    fn default() -> TreeBuilder {
        TreeBuilder::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indexes(nodes: impl Iterator<Item = NodeNumber>) -> Vec<usize> {
        nodes.map(NodeNumber::index).collect()
    }

    #[test]
    fn knows_every_relation() {
        // 0(1(2 3) 4(5))
        let tree = Tree::from_parents(vec![9; 6], &[0, 0, 1, 1, 0, 4]).unwrap();
        let four = NodeNumber::new(4).unwrap();
        assert_eq!(tree.len(), 6);
        assert_eq!(indexes(tree.nodes()), [0, 1, 2, 3, 4, 5]);
        assert_eq!(indexes(tree.post_order()), [2, 3, 1, 5, 4, 0]);
        assert_eq!(indexes(tree.children(NodeNumber::ROOT)), [1, 4]);
        assert_eq!(tree.parent(four), Some(NodeNumber::ROOT));
        assert_eq!(tree.parent(NodeNumber::ROOT), None);
        assert_eq!(tree.subtree(four), 4..6);
        assert_eq!(tree.depth(four), 1);
        assert_eq!(tree.descendants(NodeNumber::ROOT), 5);
        assert!(tree.is_leaf(NodeNumber::new(5).unwrap()));
    }

    #[test]
    fn a_chain_of_a_million_nodes_is_a_tree() {
        let mut builder = TreeBuilder::new();
        for _ in 0..1_000_000 {
            builder.open(1);
        }
        let tree = builder.finish().unwrap();
        let last = NodeNumber::new(999_999).unwrap();
        assert_eq!(tree.depth(last), 999_999);
        assert_eq!(tree.post_index(last), 0);
        assert_eq!(tree.post_index(NodeNumber::ROOT), 999_999);
    }

    #[test]
    fn mistakes_are_reported() {
        assert_eq!(TreeBuilder::new().finish(), Err(Error::NoRoot));
        let mut builder = TreeBuilder::new();
        builder.leaf(1);
        builder.leaf(1);
        assert_eq!(builder.finish(), Err(Error::SecondRoot { node: 1 }));
        let mut builder = TreeBuilder::new();
        builder.leaf(1);
        builder.close();
        assert_eq!(builder.finish(), Err(Error::NothingOpen));
        assert_eq!(Tree::from_parents(vec![1; 4], &[0, 0, 0, 1]), Err(Error::NotPreOrder { node: 3 }));
        assert_eq!(Tree::from_parents(vec![1; 2], &[0, 1]), Err(Error::NotPreOrder { node: 1 }));
        assert_eq!(Tree::from_parents(vec![1], &[]), Err(Error::Lengths { nodes: 1, given: 0 }));
    }
}
