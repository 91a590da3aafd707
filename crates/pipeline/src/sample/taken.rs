//! The pages of a site that were taken out of the samples, to be parsed.

use std::{fs::File, io};

use super::{
    Cacheable,
    store::{SharedFile, Store, Stored},
};

/// The sample of a site, as it was stored.
#[derive(Debug)]
pub struct Sample<R> {
    n_pages: u64,
    pages: Vec<Stored<R>>,
    /// The file with those of the pages that are not in memory.
    file: Option<SharedFile>,
}

impl<R: Cacheable> Sample<R> {
    pub(super) fn new<F: FnMut() -> io::Result<File>>(
        n_pages: u64,
        pages: Vec<Stored<R>>,
        store: &Store<F, R>,
    ) -> Sample<R> {
        let file = store.file();
        Sample { n_pages, pages, file }
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

    /// Returns the pages that were drawn, parsed, in an order that depends only on their sources. Pages in the file
    /// are read, and compressed pages are decompressed first. A page that should be read again from the input, and is
    /// not there any more, is left out.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has been damaged.
    pub fn read(self) -> io::Result<Vec<R>> {
        let read = self.pages.into_iter().map(|page| page.into_read(self.file.as_ref()));
        read.filter_map(Result::transpose).collect()
    }
}
