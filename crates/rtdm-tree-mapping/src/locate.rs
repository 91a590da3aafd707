//! Locating a template in a page.

use crate::classes::Classes;
use crate::matching;
use crate::sides::Side;
use crate::template::TreeTemplate;
use crate::tree::{NodeNumber, Tree};

/// Finds a template in pages. Made once per template. It can be shared between threads.
#[derive(Clone, Debug)]
pub struct TreeLocator {
    template: TreeTemplate,
    classes: Classes,
    template_classes: Vec<u32>,
}

/// The nodes of a page that are template. Made by [`TreeLocator::locate`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LocatedNodes {
    /// The template node of each page node.
    partners: Vec<Option<NodeNumber>>,
}

impl LocatedNodes {
    /// Returns whether a node of the page is template.
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    pub fn is_template(&self, node: NodeNumber) -> bool {
        self.partners[node.index()].is_some()
    }

    /// Returns the node of the template that corresponds to a node of the page.
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    pub fn template_node(&self, node: NodeNumber) -> Option<NodeNumber> {
        self.partners[node.index()]
    }

    /// Returns the nodes of the page that are template, in pre-order. The parent of each is
    /// template too.
    pub fn nodes(&self) -> impl Iterator<Item = NodeNumber> + '_ {
        let nodes = self.partners.iter().enumerate().filter(|(_, partner)| partner.is_some());
        nodes.map(|(node, _)| NodeNumber::new(node))
    }
}

impl TreeLocator {
    /// Prepares a template for being located in pages.
    pub fn new(template: TreeTemplate) -> TreeLocator {
        let mut classes = Classes::new();
        let template_classes = classes.add(template.tree());
        TreeLocator { template, classes, template_classes }
    }

    /// Returns the template that this locator finds.
    pub fn template(&self) -> &TreeTemplate {
        &self.template
    }

    /// Overlays the template on a page, from the root down, and returns the nodes of the page that it covers.
    ///
    /// The pairs of a page node and a template node are a restricted top-down mapping in which labels agree. It is
    /// not always the best one, which [`Mapper::map`](crate::Mapper::map) would find for the template and the page.
    /// Children are matched in order: identical subtrees before nodes with the same label, and among the latter,
    /// first those whose content matches. On real pages the text that stays is as good either way, and this is
    /// several times as fast. A page whose root has a different label from the template's has no template.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes of the template and the page, except for sorting
    /// siblings.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::{Tree, TreeLocator, TreeTemplate};
    ///
    /// // A template 1(2 4), and a page 1(2 3 4).
    /// let template = TreeTemplate::from_parts([(0, 1), (1, 2), (1, 4)], vec![9, 9, 9], 9)?;
    /// let page = Tree::new([(0, 1), (1, 2), (1, 3), (1, 4)])?;
    /// let located = TreeLocator::new(template).locate(&page);
    /// assert_eq!(located.nodes().map(|node| node.index()).collect::<Vec<_>>(), [0, 1, 3]);
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn locate(&self, page: &Tree) -> LocatedNodes {
        let tree = self.template.tree();
        if tree.label(NodeNumber::ROOT) != page.label(NodeNumber::ROOT) {
            return LocatedNodes { partners: vec![None; page.len()] };
        }
        let classes = self.classes.find(page);
        let template = Side { tree, classes: &self.template_classes };
        let page = Side { tree: page, classes: &classes };
        LocatedNodes { partners: matching::map(template, page) }
    }
}
