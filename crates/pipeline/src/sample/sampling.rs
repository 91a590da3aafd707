//! What is drawn.

use crate::store::Needed;

/// How [`Samples`](crate::Samples) draw pages. By default one page of each site is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The number of pages to draw from each site; at least 1.
    pub k: usize,
    /// The seed of the draw.
    pub seed: u64,
    /// Whether each of several pages that show the same text counts, and not only the first of them.
    pub copies: bool,
    /// What is needed of the pages.
    pub needed: Needed,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { k: 1, seed: 0, copies: false, needed: Needed::default() }
    }
}
