//! Which pages are read, how they are grouped, and how much memory they may take.

use std::{fmt, sync::Arc};

use crate::group::Grouper;

/// Which pages are read, and how. By default all pages are, in the memory that suits most crawls.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How pages are grouped into sites; none if by the place where they were found.
    pub group: Option<Grouper>,
    /// Which pages are wanted, by their URLs; all if there is none.
    pub filter: Option<UrlFilter>,
    /// The least number of pages that a site must have; the pages of smaller sites stay unchanged.
    pub min_pages: u64,
    /// The address of the only page, if it is known.
    pub address: Option<String>,
    /// The bytes of memory that the pages to learn from may take.
    pub memory: usize,
    /// How files are read.
    pub formats: formats::ReaderOptions,
    /// Is added to the name of a table that cannot be used, to say how its columns are named.
    pub column_hint: &'static str,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            group: None,
            filter: None,
            min_pages: 1,
            address: None,
            memory: ReadOptions::MEMORY,
            formats: formats::ReaderOptions::new(),
            column_hint: "",
        }
    }
}

impl ReadOptions {
    /// The default memory: 160 MiB. With them, few samples of thirty manuals have to be read again, and cleaning takes
    /// one percent longer than with more memory. The samples of a crawl do not fit into more either, and a million pages
    /// in 87,000 sites are to be cleaned in 600 MB in total (docs/figures/crawls.md).
    ///
    /// Chosen: measured on these.
    pub const MEMORY: usize = 160 << 20;
}

/// Tells wanted pages from others by their URLs.
#[derive(Clone)]
pub struct UrlFilter {
    /// What a page is called that is not wanted.
    pub(super) left_out: String,
    is_wanted: Arc<dyn Fn(&str) -> bool + Send + Sync>,
}

impl UrlFilter {
    /// Returns a filter. `left_out` says what a page is called that is not wanted, such as "a page left out by its URL".
    pub fn new(left_out: &str, is_wanted: impl Fn(&str) -> bool + Send + Sync + 'static) -> UrlFilter {
        UrlFilter { left_out: left_out.to_owned(), is_wanted: Arc::new(is_wanted) }
    }

    /// Returns whether a page with this URL is wanted.
    #[must_use]
    pub fn wants(&self, url: &str) -> bool {
        (self.is_wanted)(url)
    }
}

impl fmt::Debug for UrlFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UrlFilter").field("left_out", &self.left_out).finish_non_exhaustive()
    }
}
