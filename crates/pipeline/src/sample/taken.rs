//! The pages of a site that were taken out of the samples.

use std::{io, sync::Arc};

use crate::store::{Drawn, Needed, Stored};

/// The sample of a site, as it was stored.
#[derive(Clone, Debug)]
pub struct Sample {
    n_pages: u64,
    pages: Vec<Arc<Stored>>,
    needed: Needed,
}

impl Sample {
    pub(super) fn new(n_pages: u64, pages: Vec<Arc<Stored>>, needed: Needed) -> Sample {
        Sample { n_pages, pages, needed }
    }

    /// Returns the number of the site's pages.
    #[must_use]
    pub fn n_pages(&self) -> u64 {
        self.n_pages
    }

    /// Returns how many pages were drawn. If that is less than `k`, it is the number of different texts among the
    /// site's pages.
    #[must_use]
    pub fn n_drawn(&self) -> usize {
        self.pages.len()
    }

    /// Returns the pages that were drawn, with what is needed of them, in an order that depends only on their sources.
    /// Pages in the file are read, and compressed pages are decompressed first. A page that should be read again from
    /// the input, and is not there any more, is left out.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has been damaged.
    pub fn read(self) -> io::Result<Vec<Drawn>> {
        let read = self.pages.into_iter().map(|page| Drawn::read(page, self.needed));
        read.filter_map(Result::transpose).collect()
    }
}
