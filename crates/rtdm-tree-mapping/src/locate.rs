//! Where a template stands in a page.

use crate::classes::Classes;
use crate::costing::Costing;
use crate::sides::{Costs, Side, Sides};
use crate::template::Template;
use crate::tree::{NONE, NodeId, Tree};
use crate::{Mapper, backtrack, greedy};

/// Finds a template in pages. Made by [`Mapper::locator`], once per template; share it between
/// threads as you like.
#[derive(Clone, Debug)]
pub struct Locator {
    template: Template,
    classes: Classes,
    template_classes: Vec<u32>,
    costs: Costs,
    cells_per_node: u32,
    memory: usize,
}

/// What of a page is template. Made by [`Locator::locate`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Located {
    /// The template node that each page node is, or `NONE`.
    partners: Vec<u32>,
    visited_cells: u64,
    best: bool,
}

impl Located {
    /// Returns whether a node of the page is template.
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    pub fn is_template(&self, node: NodeId) -> bool {
        self.partners[node.index()] != NONE
    }

    /// Returns the node of the template that a node of the page is.
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    pub fn template_node(&self, node: NodeId) -> Option<NodeId> {
        let partner = self.partners[node.index()];
        (partner != NONE).then(|| NodeId::from_raw(partner))
    }

    /// Returns the nodes of the page that are template, in pre-order. The parent of each is, too.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..)
            .zip(&self.partners)
            .filter(|&(_, &partner)| partner != NONE);
        nodes.map(|(node, _)| NodeId::from_raw(node))
    }

    /// Returns how many matrix cells were visited.
    pub fn visited_cells(&self) -> u64 {
        self.visited_cells
    }

    /// Returns whether this is the best mapping, and not that of the greedy pass which takes over
    /// when the best would take too long.
    pub fn is_best(&self) -> bool {
        self.best
    }
}

impl Locator {
    pub(crate) fn new(mapper: &Mapper, template: Template) -> Locator {
        let mut classes = Classes::new();
        let template_classes = classes.add(template.tree());
        let config = mapper.config();
        // What is replaced is no template: nothing is to be gained by it.
        let costs = Costs::of(config);
        let replace = costs.delete + costs.insert;
        Locator {
            template,
            classes,
            template_classes,
            costs: Costs { replace, ..costs },
            cells_per_node: config.get_cells_per_node(),
            memory: config.get_memory(),
        }
    }

    /// Returns the template that this looks for.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// Lays the template over a page, from the root down, and returns which nodes of the page it
    /// covers: those that are paired with a node of the same label.
    ///
    /// The pairs are those of [`Mapper::map`] with a replacement at the price of a deletion and an
    /// insertion, which keeps as many nodes as can be kept, as long as that visits at most
    /// [`Config::cells_per_node`](crate::Config::cells_per_node) cells for each node of the
    /// template and the page. On a page where it would visit more, children are matched greedily:
    /// in order by class, subtrees that occur once first, and then by label. A page whose root has
    /// another label than the template's has no template.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes of template and page: so many cells a node at most, and the greedy pass
    /// sorts siblings.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::{Config, Template, Tree};
    ///
    /// // A template 1(2 4), and a page 1(2 3 4).
    /// let template = Template::from_parts(vec![1, 2, 4], &[0, 0, 0], vec![9, 9, 9], 9)?;
    /// let page = Tree::from_parents(vec![1, 2, 3, 4], &[0, 0, 0, 0])?;
    /// let located = Config::new().build()?.locator(template).locate(&page);
    /// assert_eq!(located.nodes().map(|node| node.index()).collect::<Vec<_>>(), [0, 1, 3]);
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn locate(&self, page: &Tree) -> Located {
        let tree = self.template.tree();
        let mut located = Located {
            partners: vec![NONE; page.len()],
            visited_cells: 0,
            best: true,
        };
        if tree.label(NodeId::ROOT) != page.label(NodeId::ROOT) {
            return located;
        }
        // Subtrees that the template does not have get a class each: they equal nothing.
        let bound = self.classes.bound();
        let found = self.classes.find(page);
        let classes: Vec<u32> = (bound..)
            .zip(found)
            .map(|(unknown, class)| class.unwrap_or(unknown))
            .collect();
        let sides = Sides {
            left: Side {
                tree,
                classes: &self.template_classes,
            },
            right: Side {
                tree: page,
                classes: &classes,
            },
            costs: self.costs,
        };
        let max_cells = u64::from(self.cells_per_node) * (tree.len() + page.len()) as u64;
        let mut costing = Costing::new(sides, max_cells, self.memory);
        let mapped = backtrack::map(&mut costing);
        located.visited_cells = costing.cells();
        match mapped {
            Ok(mapping) => {
                for (x, y) in mapping.pairs() {
                    if tree.label(x) == page.label(y) {
                        located.partners[y.index()] = x.raw();
                    }
                }
            }
            Err(_) => {
                located.partners = greedy::map(&sides);
                located.best = false;
            }
        }
        located
    }
}
