//! A template, as plain data that can be written to a file.

use crate::Error;
use crate::tree::{NodeNumber, Tree};

/// The tree that pages share, from the root down, and the number of pages that have each of its nodes.
///
/// It is plain data: the depths, labels and supports of its nodes in pre-order, and a number of pages.
/// [`from_parts`](TreeTemplate::from_parts) assembles it from these.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TreeTemplate {
    tree: Tree,
    supports: Vec<u32>,
    pages: u32,
}

impl TreeTemplate {
    /// Assembles a template from the depths and labels of its nodes in pre-order, their supports, and the number of pages
    /// it was learned from.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes.
    ///
    /// # Errors
    ///
    /// Those of [`Tree::new`]; [`Error::Lengths`] if there is not one support for each node; [`Error::BadSupport`] for a
    /// support of zero, above the number of pages, or above the parent's.
    ///
    /// # Panics
    ///
    /// As [`Tree::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::TreeTemplate;
    ///
    /// assert!(TreeTemplate::from_parts([(0, 7), (1, 8)], vec![3, 2], 3).is_ok());
    /// assert!(TreeTemplate::from_parts([(0, 7), (1, 8)], vec![2, 3], 3).is_err());
    /// ```
    pub fn from_parts(
        nodes: impl IntoIterator<Item = (usize, u32)>,
        supports: Vec<u32>,
        pages: u32,
    ) -> Result<TreeTemplate, Error> {
        let tree = Tree::new(nodes)?;
        if supports.len() != tree.len() {
            return Err(Error::Lengths { nodes: tree.len(), given: supports.len() });
        }
        for node in tree.nodes() {
            // Parents come before their children, so that the support of the parent has been checked.
            let most = tree.parent(node).map_or(pages, |parent| supports[parent.index()]);
            let support = supports[node.index()];
            if support == 0 || most < support {
                return Err(Error::BadSupport { node: node.index() });
            }
        }
        Ok(TreeTemplate { tree, supports, pages })
    }

    pub(crate) fn new(tree: Tree, supports: Vec<u32>, pages: u32) -> TreeTemplate {
        TreeTemplate { tree, supports, pages }
    }

    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the number of pages that have this node.
    ///
    /// # Panics
    ///
    /// If the template has no such node.
    pub fn support(&self, node: NodeNumber) -> u32 {
        self.supports[node.index()]
    }

    /// Returns the supports of all nodes in pre-order. None is above that of its parent.
    pub fn supports(&self) -> &[u32] {
        &self.supports
    }

    /// Returns the number of pages that the template was learned from.
    pub fn pages(&self) -> u32 {
        self.pages
    }
}
