//! What a source gives.

use std::{path::Path, sync::Arc};

use corpus::{Page, Skipped};

/// A page or something that is not one, and what its source knows about it.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) page: Result<Page, Skipped>,
    /// The folder whose site it belongs to.
    pub(crate) folder: Option<Arc<Path>>,
    /// Its number among the pages whose names were known beforehand.
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
