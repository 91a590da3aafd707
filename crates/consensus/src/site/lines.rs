//! Which lines repeat on the pages of a site.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::{Evidence, LineHash};

/// On how many pages each line is.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineTable {
    pages: FxHashMap<LineHash, u32>,
}

impl LineTable {
    /// Counts the pages of each line.
    pub(crate) fn count(pages: &[&Evidence]) -> LineTable {
        let mut table = LineTable::default();
        for page in pages {
            table.add(page.lines.iter().map(|line| line.hash));
        }
        table
    }

    /// Counts a page for each of these lines, only once if a line occurs twice.
    pub(crate) fn add(&mut self, hashes: impl Iterator<Item = LineHash>) {
        let mut seen = FxHashSet::default();
        for hash in hashes.filter(|&hash| seen.insert(hash)) {
            *self.pages.entry(hash).or_default() += 1;
        }
    }

    /// Restores a table from what [`LineTable::list`] listed.
    pub(crate) fn from_list(list: &[(LineHash, u32)]) -> LineTable {
        LineTable {
            pages: list.iter().copied().collect(),
        }
    }

    /// Returns the number of pages with this line.
    pub(crate) fn pages_with(&self, hash: LineHash) -> u32 {
        self.pages.get(&hash).copied().unwrap_or(0)
    }

    /// Keeps the lines on at least this many pages.
    pub(crate) fn at_least(mut self, pages: u32) -> LineTable {
        self.pages.retain(|_, &mut with| pages <= with);
        self
    }

    /// Lists the lines by hash.
    pub(crate) fn list(&self) -> Vec<(LineHash, u32)> {
        let mut list: Vec<(LineHash, u32)> = self
            .pages
            .iter()
            .map(|(&hash, &pages)| (hash, pages))
            .collect();
        list.sort_unstable();
        list
    }

    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }
}
