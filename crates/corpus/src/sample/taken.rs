//! The pages of a site, taken out to be read.

use std::io;

use super::{Cacheable, store::Stored};

/// The sample of a site, as it was stored.
#[derive(Debug)]
pub struct Sample<R> {
    pub(super) n_pages: u64,
    pub(super) pages: Vec<Stored<R>>,
}

impl<R: Cacheable> Sample<R> {
    /// Returns the number of the site's pages.
    #[must_use]
    pub fn n_pages(&self) -> u64 {
        self.n_pages
    }

    /// Returns how many pages were drawn. If that is less than `k`, it is the
    /// number of pages that show different texts.
    #[must_use]
    pub fn n_drawn(&self) -> usize {
        self.pages.len()
    }

    /// Returns the pages that were drawn, in an order that depends only on their sources. Those that are compressed are
    /// unpacked and read; what should be read again, and is not where it was, is left out.
    ///
    /// # Errors
    ///
    /// If what was spilled to a file has been damaged there.
    pub fn read(self) -> io::Result<Vec<R>> {
        let read = self.pages.into_iter().map(Stored::into_read);
        read.filter_map(Result::transpose).collect()
    }
}
