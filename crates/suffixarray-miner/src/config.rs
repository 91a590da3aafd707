use crate::{Backend, Error, Miner, Selection};

/// What a [`Miner`] selects, and its limits.
#[derive(Clone, Debug)]
#[must_use]
pub struct Config {
    selection: Selection,
    backend: Backend,
    max_tokens: usize,
    max_mined_tokens: usize,
}

impl Config {
    /// The largest number of positions that can be indexed: suffix arrays hold
    /// `i32`.
    pub const MAX_TOKENS: usize = i32::MAX as usize;

    /// 16 million tokens, 64 MiB: as much as all pages of a large site.
    pub const DEFAULT_MAX_MINED_TOKENS: usize = 1 << 24;

    /// Returns the defaults: [`Selection::steady`], and the limits above.
    pub fn new() -> Config {
        Config {
            selection: Selection::steady(),
            backend: Backend::default(),
            max_tokens: Config::MAX_TOKENS,
            max_mined_tokens: Config::DEFAULT_MAX_MINED_TOKENS,
        }
    }

    /// Sets which strings are selected. Default: [`Selection::steady`].
    pub fn selection(mut self, selection: Selection) -> Config {
        self.selection = selection;
        self
    }

    /// Sets which program sorts the suffixes; the result does not depend on it.
    /// Default: [`Backend::default`].
    pub fn backend(mut self, backend: Backend) -> Config {
        self.backend = backend;
        self
    }

    /// Sets how many tokens the documents may have together, including one end
    /// symbol for each document. More than [`Config::MAX_TOKENS`] counts as
    /// that. Default: [`Config::MAX_TOKENS`].
    pub fn max_tokens(mut self, tokens: usize) -> Config {
        self.max_tokens = tokens;
        self
    }

    /// Sets how many tokens the selected strings may have together: strings
    /// overlap, so they can be far larger than the documents. Default:
    /// [`Config::DEFAULT_MAX_MINED_TOKENS`].
    pub fn max_mined_tokens(mut self, tokens: usize) -> Config {
        self.max_mined_tokens = tokens;
        self
    }

    /// Returns which strings are selected.
    pub fn get_selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns which program sorts the suffixes.
    pub fn get_backend(&self) -> Backend {
        self.backend
    }

    /// Returns how many tokens the documents may have together.
    pub fn get_max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Returns how many tokens the selected strings may have together.
    pub fn get_max_mined_tokens(&self) -> usize {
        self.max_mined_tokens
    }

    /// Checks this configuration and builds a miner from it.
    ///
    /// # Errors
    ///
    /// [`Error::TooSmall`] and [`Error::Share`] for invalid selections.
    pub fn build(self) -> Result<Miner, Error> {
        self.selection.check()?;
        Ok(Miner::from_config(self))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
