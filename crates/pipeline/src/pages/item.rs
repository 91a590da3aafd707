//! The items that a source consists of.

use std::sync::Arc;

use formats::{Page, Skipped};

/// A page or something that is not one, with what its source knows about it.
#[derive(Debug)]
pub struct Item {
    /// The page, or the reason why it was skipped.
    pub page: Result<Page, Skipped>,
    /// The key of its site, if that is decided by the folder in which it was found.
    pub site: Option<Arc<str>>,
    /// Its number among the pages whose names are known beforehand.
    pub listed: Option<usize>,
    /// The number of its source.
    pub(super) source: usize,
}

impl Item {
    /// Returns the length of the page in bytes, and 0 if there is none.
    #[must_use]
    pub fn length(&self) -> usize {
        self.page.as_ref().map_or(0, |page| page.bytes.len())
    }
}
