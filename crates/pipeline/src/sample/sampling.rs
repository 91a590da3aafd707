//! What is drawn, and how much memory that may take.

use std::fmt;

/// How [`Samples`](crate::Samples) draw and keep pages.
///
/// By default one page of each site is drawn, all pages go to the file, and nothing is removed from them.
pub struct Sampling<R> {
    /// The number of pages to draw from each site; at least 1.
    pub k: usize,
    /// The seed of the draw.
    pub seed: u64,
    /// Whether each of several pages that show the same text counts, and not only the first of them.
    pub copies: bool,
    /// The bytes of memory that all pages may take.
    pub budget: usize,
    /// The bytes of the budget that parsed pages may take, which need not be parsed again. Compressed pages, and
    /// unparsed first pages of sites, may take the rest of the budget.
    pub parsed: usize,
    /// Removes from a parsed page what need not be kept. It is called when there is no room for both the page and the
    /// pages that are [still expected](crate::Samples::expect).
    pub shrink: Option<Shrink<R>>,
}

type Shrink<R> = Box<dyn Fn(R) -> R + Send + Sync>;

impl<R> Default for Sampling<R> {
    fn default() -> Sampling<R> {
        Sampling { k: 1, seed: 0, copies: false, budget: 0, parsed: 0, shrink: None }
    }
}

impl<R> fmt::Debug for Sampling<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampling").field("k", &self.k).finish_non_exhaustive()
    }
}
