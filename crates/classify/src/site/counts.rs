//! On how many pages of a site each text is.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::{Evidence, Line, LineHash};

/// On how many pages of a sample each text is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pages: FxHashMap<LineHash, u32>,
}

impl Counts {
    /// Counts the pages of each text; `hash` says which text of a line is meant. A text that is twice on a page
    /// counts once.
    pub(crate) fn of(pages: &[&Evidence], hash: impl Fn(&Evidence, &Line) -> LineHash) -> Counts {
        let mut counts = Counts::default();
        let mut seen = FxHashSet::default();
        for page in pages {
            seen.clear();
            for hash in page.lines.iter().map(|line| hash(page, line)) {
                if seen.insert(hash) {
                    *counts.pages.entry(hash).or_default() += 1;
                }
            }
        }
        counts
    }

    /// Restores what [`Counts::list`] listed.
    pub(crate) fn from_list(list: impl IntoIterator<Item = (LineHash, u32)>) -> Counts {
        Counts { pages: list.into_iter().collect() }
    }

    /// Returns the number of pages with a text.
    pub(crate) fn pages_with(&self, hash: LineHash) -> u32 {
        self.pages.get(&hash).copied().unwrap_or(0)
    }

    /// Keeps the texts on at least this many pages.
    pub(crate) fn at_least(mut self, pages: u32) -> Counts {
        self.pages.retain(|_, &mut with| pages <= with);
        self
    }

    /// Lists the texts by hash.
    pub(crate) fn list(&self) -> Vec<(LineHash, u32)> {
        let mut list: Vec<(LineHash, u32)> = self.pages.iter().map(|(&hash, &with)| (hash, with)).collect();
        // A map has no order of its own, and the same model must give the same file.
        list.sort_unstable();
        list
    }

    /// Returns the number of texts on two pages or more.
    pub(crate) fn n_shared(&self) -> usize {
        self.pages.values().filter(|&&with| with >= 2).count()
    }
}
