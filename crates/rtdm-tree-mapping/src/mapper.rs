use crate::classes::Classes;
use crate::costing::Costing;
use crate::find::{self, Found};
use crate::mapping::Mapping;
use crate::sides::{Costs, Side, Sides};
use crate::template::TreeTemplate;
use crate::tree::{NodeNumber, Tree};
use crate::{Config, Error, backtrack};

/// Maps trees onto each other and finds what they share. Built by [`Config::build`]. It can be shared between
/// threads.
#[derive(Clone, Debug)]
pub struct Mapper {
    config: Config,
}

impl Mapper {
    pub(crate) fn from_config(config: Config) -> Mapper {
        Mapper { config }
    }

    /// Returns the configuration of the mapper.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns a restricted top-down mapping of least cost: RTDM-TD, section 4 of the paper.
    ///
    /// If several mappings are best, the one is returned that is found by walking every matrix of children from its
    /// last cell: a pair if that explains the cell, else a deletion, else an insertion.
    ///
    /// Figure 3 is missing in the available copies of the paper. It is reconstructed from the text as follows, with
    /// `c1` and `c2` the children of the two nodes:
    ///
    /// ```text
    /// M[0][0] = 0
    /// M[i][0] = M[i-1][0] + delete c1[i] and all below it
    /// M[0][j] = M[0][j-1] + insert c2[j] and all below it
    /// M[i][j] = the least of
    ///   M[i-1][j]   + delete c1[i] and all below it
    ///   M[i][j-1]   + insert c2[j] and all below it
    ///   M[i-1][j-1] + 0                                  if the subtrees are identical (bottom-up short-cut)
    ///                 replace + delete below c1[i]
    ///                   + insert below c2[j]             if the labels differ (top-down short-cut)
    ///                 insert below c2[j]                 if c1[i] is a leaf
    ///                 delete below c1[i]                 if c2[j] is a leaf
    ///                 the cost of mapping their children otherwise
    /// ```
    ///
    /// The paper states no rule for ties, and does not mention the labels of the roots.
    ///
    /// # Complexity
    ///
    /// With `n1` and `n2` nodes: at most about `2 * n1 * n2` cells, and far fewer on trees that
    /// resemble each other ([`Mapping::visited_cells`]). Memory for one number per pair of classes
    /// that had to be mapped, and `m * n` bytes for the longest lists of `m` and `n` children on the
    /// chosen path.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCells`] above [`Config::max_cells`], [`Error::TooMuchMemory`] above
    /// [`Config::memory`].
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::{Config, Tree};
    ///
    /// // 1(2 3) and 1(3): the 2 is deleted.
    /// let left = Tree::new([(0, 1), (1, 2), (1, 3)])?;
    /// let right = Tree::new([(0, 1), (1, 3)])?;
    /// let mapping = Config::new().build()?.map(&left, &right)?;
    /// assert_eq!(mapping.cost(), 1);
    /// let pairs: Vec<_> = mapping.pairs().map(|(l, r)| (l.index(), r.index())).collect();
    /// assert_eq!(pairs, [(0, 0), (2, 1)]);
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn map(&self, left: &Tree, right: &Tree) -> Result<Mapping, Error> {
        let mut classes = Classes::new();
        let left_classes = classes.add(left);
        let right_classes = classes.add(right);
        self.map_classed(left, &left_classes, right, &right_classes)
    }

    /// Maps two trees whose classes are known.
    pub(crate) fn map_classed(
        &self,
        left: &Tree,
        left_classes: &[u32],
        right: &Tree,
        right_classes: &[u32],
    ) -> Result<Mapping, Error> {
        let sides = Sides {
            left: Side { tree: left, classes: left_classes },
            right: Side { tree: right, classes: right_classes },
            costs: Costs::of(&self.config),
        };
        backtrack::map(&mut Costing::new(sides, self.config.max_cells, self.config.memory))
    }

    /// Returns the tree that two pages share: ExtractSubTree, section 5 of the paper. `None` if their roots have
    /// different labels.
    ///
    /// It consists of the nodes that the mapping pairs with nodes of the same label. With [`Config::leaf_updates`],
    /// leaves that are paired with inner nodes are left out, as in figure 4. Since the parents of a pair are a pair
    /// too, the result is a tree that begins at the root.
    ///
    /// # Complexity
    ///
    /// That of [`map`](Mapper::map).
    ///
    /// # Errors
    ///
    /// Those of [`map`](Mapper::map).
    ///
    /// # Panics
    ///
    /// Never.
    pub fn extract(&self, left: &Tree, right: &Tree) -> Result<Option<TreeTemplate>, Error> {
        if left.label(NodeNumber::ROOT) != right.label(NodeNumber::ROOT) {
            return Ok(None);
        }
        let mapping = self.map(left, right)?;
        let shared = crate::merge::Counted::first(left.clone()).merge(right, mapping, 2, self.config.leaf_updates);
        Ok(Some(TreeTemplate::new(shared.tree, shared.supports, 2)))
    }

    /// Returns the template of the pages: FindTemplate, section 5 of the paper.
    ///
    /// The pages are shuffled by the configured seed, and up to [`Config::max_pages`] of them are overlaid, with one
    /// mapping each. With a share of 1 the result is the strict intersection, as in the paper: a node that a single
    /// page lacks is lost. With a lower share, the pages that have each node are counted, nodes that only later pages
    /// have are added, and the template consists of the nodes that reach the share, so that it survives an unusual
    /// page. No node is template on the evidence of a single page.
    ///
    /// Pages that are the same tree as another one, whose root differs from most roots, or that exceed a limit are
    /// skipped. The result lists them. With [`Config::skipping`] off, as in [`Config::paper`], nothing is skipped.
    ///
    /// # Complexity
    ///
    /// One mapping per page used. Memory for one mapping, and for the union of the sample.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewPages`] if fewer than two pages are left to compare. Without skipping,
    /// [`Error::OtherRoot`] and those of [`map`](Mapper::map).
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use rtdm_tree_mapping::{Config, Tree};
    ///
    /// // Three pages 1(2 x), and one that lost its 2.
    /// let page = |x| Tree::new([(0, 1), (1, 2), (1, x)]);
    /// let odd = Tree::new([(0, 1), (1, 9)])?;
    /// let pages = [&page(5)?, &page(6)?, &page(7)?, &odd];
    ///
    /// let quorum = Config::new().share(0.5).build()?.find_template(&pages)?.template;
    /// assert_eq!(quorum.tree().labels(), [1, 2]);
    /// assert_eq!(quorum.supports(), [4, 3]);
    ///
    /// let strict = Config::new().share(1.0).build()?.find_template(&pages)?.template;
    /// assert_eq!(strict.tree().labels(), [1]);
    /// # Ok::<(), rtdm_tree_mapping::Error>(())
    /// ```
    pub fn find_template(&self, pages: &[&Tree]) -> Result<Found, Error> {
        find::find(self, pages)
    }
}
