use crate::{Error, Miner, Selection};

/// Which strings a [`Miner`] selects, and its limits.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Config {
    pub(crate) selection: Selection,
    pub(crate) max_tokens: usize,
    pub(crate) max_mined_tokens: usize,
}

impl Config {
    /// The largest number of positions that can be indexed: suffix arrays hold
    /// `i32`.
    pub const MAX_TOKENS: usize = i32::MAX as usize;

    /// The default limit of the selected strings: 16 million tokens, or 64 MiB. Chosen: as much as all pages of a large
    /// site.
    pub const DEFAULT_MAX_MINED_TOKENS: usize = 1 << 24;

    /// Returns the defaults: [`Selection::steady`], and the limits above.
    pub fn new() -> Config {
        Config {
            selection: Selection::steady(),
            max_tokens: Config::MAX_TOKENS,
            max_mined_tokens: Config::DEFAULT_MAX_MINED_TOKENS,
        }
    }

    /// Sets the rule by which strings are selected. Default: [`Selection::steady`].
    pub fn selection(mut self, selection: Selection) -> Config {
        self.selection = selection;
        self
    }

    /// Sets the largest total number of tokens of the documents, with one end symbol for each document. Values above
    /// [`Config::MAX_TOKENS`] count as that. Default: [`Config::MAX_TOKENS`].
    pub fn max_tokens(mut self, tokens: usize) -> Config {
        self.max_tokens = tokens;
        self
    }

    /// Sets the largest total number of tokens of the selected strings. Strings overlap, so that they can be far
    /// larger than the documents. Default: [`Config::DEFAULT_MAX_MINED_TOKENS`].
    pub fn max_mined_tokens(mut self, tokens: usize) -> Config {
        self.max_mined_tokens = tokens;
        self
    }

    /// Checks this configuration and builds a miner from it.
    ///
    /// # Errors
    ///
    /// [`Error::Setting`] for invalid selections.
    pub fn build(self) -> Result<Miner, Error> {
        // Checking here once lets the miner assume valid settings and fail only for what the documents contain.
        self.selection.check()?;
        Ok(Miner::new(self))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
