//! The items that a source consists of.

use std::{path::Path, sync::Arc};

use corpus::{Page, Skipped};

/// A page or something that is not one, with what its source knows about it.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) page: Result<Page, Skipped>,
    /// The folder that is its site, if it was found in one.
    pub(crate) folder: Option<Arc<Path>>,
    /// Its number among the pages whose output names are known beforehand.
    pub(crate) listed: Option<usize>,
    /// The number of its source.
    pub(super) source: usize,
}

impl Item {
    /// Returns the length of the page in bytes, and 0 if there is none.
    pub(crate) fn length(&self) -> usize {
        self.page.as_ref().map_or(0, |page| page.bytes.len())
    }
}
