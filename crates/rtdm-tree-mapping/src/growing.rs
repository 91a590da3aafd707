//! FindTemplate for pages that come one by one.

use crate::{
    Error, Mapper, TreeTemplate,
    find::{kept_of_any, needed},
    merge::Counted,
    tree::{NodeNumber, Tree},
};

/// A template that pages are added to one by one. No page is looked at again: only the union of the pages is kept, with
/// the number of pages that have each node.
///
/// The paper asks for this: "not all pages are known in advance", when a crawl goes on (section 5). With a share of 1 the
/// template is the strict intersection, the same that [`Mapper::find_template`] finds of the same pages in the same
/// order. With a smaller share, a node is given up once it has been on less than a quarter of the share of the pages so
/// far; since it is not known how many pages follow, nothing else is given up, and the template can be larger than that
/// of [`Mapper::find_template`] by nodes that were given up there.
///
/// # Examples
///
/// ```
/// use rtdm_tree_mapping::{Config, GrowingTemplate, Tree};
///
/// let page = |text: u32| Tree::new([(0, 0), (1, 1), (1, text)]);
/// let mut growing = GrowingTemplate::new(Config::paper().build()?);
/// for text in [7, 8, 9] {
///     growing.add(&page(text)?)?;
/// }
/// assert_eq!(growing.template().unwrap().tree().labels(), [0, 1]);
/// # Ok::<(), rtdm_tree_mapping::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GrowingTemplate {
    mapper: Mapper,
    counted: Option<Counted>,
    pages: u32,
}

impl GrowingTemplate {
    /// Begins without pages. Of the mapper's settings, the seed and the number of pages mean nothing here.
    #[must_use]
    pub fn new(mapper: Mapper) -> GrowingTemplate {
        GrowingTemplate { mapper, counted: None, pages: 0 }
    }

    /// Adds a page.
    ///
    /// # Complexity
    ///
    /// One mapping of the union so far to the page, as [`Mapper::map`].
    ///
    /// # Errors
    ///
    /// [`Error::OtherRoot`] if the root of the page has another label than that of the first page, with the number of
    /// pages before it, and the errors of [`Mapper::map`]. The page is then left out.
    pub fn add(&mut self, page: &Tree) -> Result<(), Error> {
        let Some(counted) = &self.counted else {
            self.counted = Some(Counted::first(page.clone()));
            self.pages = 1;
            return Ok(());
        };
        if counted.tree.label(NodeNumber::ROOT) != page.label(NodeNumber::ROOT) {
            return Err(Error::OtherRoot { page: self.pages as usize });
        }
        let mapping = self.mapper.map(&counted.tree, page)?;
        let config = self.mapper.config();
        let used = self.pages as usize + 1;
        let least = kept_of_any(config.share, used);
        self.counted = Some(counted.merge(page, mapping, least as u32, config.leaf_updates));
        self.pages += 1;
        Ok(())
    }

    /// Returns the number of pages that were added.
    #[must_use]
    pub fn pages(&self) -> u32 {
        self.pages
    }

    /// Returns the template of the pages so far, if there are at least two.
    #[must_use]
    pub fn template(&self) -> Option<TreeTemplate> {
        let counted = self.counted.as_ref().filter(|_| self.pages > 1)?;
        let least = needed(self.mapper.config().share, self.pages as usize);
        let Counted { tree, supports } = counted.above(least as u32);
        Some(TreeTemplate::new(tree, supports, self.pages))
    }
}
