//! A template, as plain data that can be written to a file.

use std::fmt::Write as _;

use crate::Error;
use crate::tree::{NodeNumber, Tree};

/// The greatest depth that the outline shows by indentation. Deeper nodes have their depth as a number, because
/// otherwise the outline of a deep tree would be as large as the square of its depth. Chosen: by eye.
const MAX_INDENT: usize = 40;

/// The tree that pages share, from the root down, and the number of pages that have each of its nodes.
///
/// It is plain data: the labels, parents and supports of its nodes in pre-order, and a number of pages.
/// [`from_parts`](TreeTemplate::from_parts) assembles it from these.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TreeTemplate {
    tree: Tree,
    supports: Vec<u32>,
    pages: u32,
}

impl TreeTemplate {
    /// Assembles a template from the labels, parents and supports of its nodes in pre-order, and the number of pages
    /// it was learned from. The parent of the root is ignored.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes.
    ///
    /// # Errors
    ///
    /// Those of [`Tree::from_parents`]; [`Error::Lengths`] if there is not one support for each
    /// node; [`Error::BadSupport`] for a support of zero, above the number of pages, or above the
    /// parent's.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::TreeTemplate;
    ///
    /// let template = TreeTemplate::from_parts(vec![7, 8], &[0, 0], vec![3, 2], 3)?;
    /// let tree = template.tree();
    /// let parents: Vec<u32> = tree.parents().collect();
    /// let again = TreeTemplate::from_parts(
    ///     tree.labels().to_vec(),
    ///     &parents,
    ///     template.supports().to_vec(),
    ///     template.pages(),
    /// )?;
    /// assert_eq!(again, template);
    /// assert!(TreeTemplate::from_parts(vec![7, 8], &[0, 0], vec![2, 3], 3).is_err());
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn from_parts(
        labels: Vec<u32>,
        parents: &[u32],
        supports: Vec<u32>,
        pages: u32,
    ) -> Result<TreeTemplate, Error> {
        let tree = Tree::from_parents(labels, parents)?;
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

    /// Returns the template as a readable outline: one node per line, preceded by its support and indented by its
    /// depth.
    ///
    /// `name` returns the text of a label. Line breaks in it become spaces. A node more than 40 levels down has its
    /// depth in brackets instead of the indentation.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes and the length of the names.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::TreeTemplate;
    ///
    /// let names = ["ul", "li"];
    /// let template = TreeTemplate::from_parts(vec![0, 1, 1], &[0, 0, 0], vec![12, 12, 9], 12)?;
    /// let outline = template.outline(|label| names[label as usize].to_owned());
    /// assert_eq!(outline, "12  ul\n12    li\n 9    li\n");
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn outline(&self, mut name: impl FnMut(u32) -> String) -> String {
        let width = self.pages.to_string().len();
        let mut outline = String::new();
        for node in self.tree.nodes() {
            let support = self.supports[node.index()];
            let depth = self.tree.depth(node);
            let name = name(self.tree.label(node)).replace(['\n', '\r'], " ");
            // Writing to a string never fails.
            let _ = if depth <= MAX_INDENT {
                writeln!(outline, "{support:width$}  {:indent$}{name}", "", indent = 2 * depth)
            } else {
                writeln!(outline, "{support:width$}  [{depth}] {name}")
            };
        }
        outline
    }
}
