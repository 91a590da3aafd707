use crate::{Error, Mapper};

/// The costs of the three operations, and the settings for finding a template.
///
/// # Examples
///
/// ```
/// // The paper's way: a node is template when every page looked at has it.
/// let strict = rtdm_tree_mapping::Config::new().share(1.0).build()?;
/// # Ok::<(), rtdm_tree_mapping::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Config {
    pub(crate) insert: u16,
    pub(crate) delete: u16,
    pub(crate) replace: u16,
    pub(crate) share: f64,
    pub(crate) max_pages: usize,
    pub(crate) skipping: bool,
    pub(crate) leaf_updates: bool,
    pub(crate) seed: u64,
    pub(crate) max_cells: u64,
    pub(crate) memory: usize,
}

impl Config {
    /// The default share of pages that must have a node of the template: half of them. Chosen: judged by the words that
    /// are rightly kept on documentation and news sites, shares from .5 to .7 are equally good. 1 (the strict
    /// intersection) is far worse on both.
    pub const DEFAULT_SHARE: f64 = 0.5;

    /// The default number of pages. Chosen: the paper says that a "few dozen pages are usually enough" (section 5), and
    /// its experiments stop gaining below 25.
    pub const DEFAULT_MAX_PAGES: usize = 25;

    /// The default limit of cells: 67 million, which take an eighth to a quarter of a second on one thread. Chosen: by
    /// eye.
    pub const DEFAULT_MAX_CELLS: u64 = 1 << 26;

    /// The default memory limit: 128 MiB, enough for the costs of two million pairs of different subtrees. Chosen: by
    /// eye.
    pub const DEFAULT_MEMORY: usize = 1 << 27;

    /// Returns the defaults.
    pub fn new() -> Config {
        Config {
            insert: 1,
            delete: 1,
            replace: 1,
            share: Config::DEFAULT_SHARE,
            max_pages: Config::DEFAULT_MAX_PAGES,
            skipping: true,
            leaf_updates: false,
            seed: 0,
            max_cells: Config::DEFAULT_MAX_CELLS,
            memory: Config::DEFAULT_MEMORY,
        }
    }

    /// Returns FindTemplate as printed in the paper: the strict intersection of up to 25 pages, none of which is
    /// skipped. All costs are 1, as by default. For the reading of figure 4 see
    /// [`leaf_updates`](Config::leaf_updates).
    pub fn paper() -> Config {
        Config::new().share(1.0).skipping(false)
    }

    /// Sets the cost of inserting a node. Default: 1.
    pub fn insert(mut self, cost: u16) -> Config {
        self.insert = cost;
        self
    }

    /// Sets the cost of deleting a node. Default: 1.
    pub fn delete(mut self, cost: u16) -> Config {
        self.delete = cost;
        self
    }

    /// Sets the cost of replacing a node's label. Default: 1.
    pub fn replace(mut self, cost: u16) -> Config {
        self.replace = cost;
        self
    }

    /// Sets the share of the pages used that must have a node for it to be template. It must be above 0 and at most
    /// 1. Default: [`Config::DEFAULT_SHARE`].
    ///
    /// With 1, templates are found as in the paper: the strict intersection of all pages.
    pub fn share(mut self, share: f64) -> Config {
        self.share = share;
        self
    }

    /// Sets the largest number of pages that are used, the paper's `MaxPages`.
    /// Default: [`Config::DEFAULT_MAX_PAGES`].
    pub fn max_pages(mut self, pages: usize) -> Config {
        self.max_pages = pages;
        self
    }

    /// Sets whether pages are skipped that are the same tree as another page, whose root differs from most roots, or
    /// that exceed a limit. Otherwise every page counts, as in the paper, and a page with another root or beyond a
    /// limit is an error. Default: true.
    pub fn skipping(mut self, yes: bool) -> Config {
        self.skipping = yes;
        self
    }

    /// Sets whether a paired leaf and inner node of the same label are left out of the template. Default: false, also
    /// in [`Config::paper`].
    ///
    /// Figure 4 of the paper, taken literally, leaves them out: they are an update that costs something, and only
    /// updates at no cost and pairs with a matrix below them are template. Applied to many pages, the literal reading
    /// removes every container of varying content: once its child is dropped it is a leaf, and the next page has it
    /// as an inner node.
    pub fn leaf_updates(mut self, yes: bool) -> Config {
        self.leaf_updates = yes;
        self
    }

    /// Sets the seed of the shuffle that picks the pages. Default: 0.
    pub fn seed(mut self, seed: u64) -> Config {
        self.seed = seed;
        self
    }

    /// Sets the number of cells that one mapping may visit. Cells on the chosen path are filled twice, and count
    /// twice. Default: [`Config::DEFAULT_MAX_CELLS`].
    pub fn max_cells(mut self, cells: u64) -> Config {
        self.max_cells = cells;
        self
    }

    /// Sets the number of bytes that one mapping may take in addition to its input and its result. Default:
    /// [`Config::DEFAULT_MEMORY`].
    pub fn memory(mut self, bytes: usize) -> Config {
        self.memory = bytes;
        self
    }

    /// Returns the share of pages that must have a node of the template.
    pub fn get_share(&self) -> f64 {
        self.share
    }

    /// Checks this configuration and builds a mapper from it.
    ///
    /// # Errors
    ///
    /// [`Error::BadShare`] if the share is not above 0 and at most 1, [`Error::TooFewPages`] if
    /// fewer than two pages may be used.
    pub fn build(self) -> Result<Mapper, Error> {
        // Written this way, NaN is refused too.
        if !(self.share > 0.0 && self.share <= 1.0) {
            return Err(Error::BadShare);
        }
        if self.max_pages < 2 {
            return Err(Error::TooFewPages { given: self.max_pages });
        }
        Ok(Mapper::from_config(self))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
