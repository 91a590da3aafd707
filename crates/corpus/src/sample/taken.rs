//! The pages of a site that were taken out of the samples, to be parsed.

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

    /// Returns how many pages were drawn. If that is less than `k`, it is the number of different texts among the
    /// site's pages.
    #[must_use]
    pub fn n_drawn(&self) -> usize {
        self.pages.len()
    }

    /// Returns the pages that were drawn, parsed, in an order that depends only on their sources. Compressed pages
    /// are decompressed first. A page that should be read again from the input, and is not there any more, is left
    /// out.
    ///
    /// # Errors
    ///
    /// If the part that was written to a file has been damaged there.
    pub fn read(self) -> io::Result<Vec<R>> {
        let read = self.pages.into_iter().map(Stored::into_read);
        read.filter_map(Result::transpose).collect()
    }
}
