//! Which kinds of pages a site has, for methods that learn from something other than
//! regions.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use crate::{evidence::Evidence, site::clusters, stored::Hex};

/// The kinds of pages that a site has. Pages of one kind are built alike, and each kind has a template of its own.
///
/// Made by [`PageClusters::partition`], by the same rule that divides the pages of a [`Model`](crate::Model). The default
/// is a single kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageClusters {
    /// The kind with the most pages first; empty if there is only one.
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    pages: u32,
    /// The keys of regions on two of its pages or more, in order, each with the number of these pages.
    keys: Vec<(Hex<1>, u32)>,
}

impl PageClusters {
    /// Divides pages into at most `max` kinds. Returns these, and the numbers of the pages of each kind, the kind with
    /// the most pages first.
    ///
    /// Most sites have one kind, to which all pages then belong. The order of the pages does not
    /// matter.
    ///
    /// # Complexity
    ///
    /// Linear in the elements of the pages.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn partition<E: Borrow<Evidence>>(pages: &[E], max: usize) -> (PageClusters, Vec<Vec<usize>>) {
        let pages: Vec<&Evidence> = pages.iter().map(Borrow::borrow).collect();
        let groups = clusters::groups(&pages, max);
        let kinds = match groups.len() {
            // All pages are of a single kind, which needs no keys.
            1 => Vec::new(),
            _ => groups.iter().map(|group| Kind::of(group.iter().map(|&page| pages[page]))).collect(),
        };
        (PageClusters { kinds }, groups)
    }

    /// Returns the number of kinds: one or more.
    #[must_use]
    pub fn count(&self) -> usize {
        self.kinds.len().max(1)
    }

    /// Returns the kind of a page, counted from 0: that whose pages it is most similar to, or the first of
    /// several.
    ///
    /// # Complexity
    ///
    /// Linear in the elements of the page, for each kind.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn of(&self, page: &Evidence) -> usize {
        if self.kinds.is_empty() {
            return 0;
        }
        let keys = clusters::keys(page);
        clusters::largest(self.kinds.iter().map(|kind| kind.likeness(&keys)))
    }
}

impl Kind {
    fn of<'a>(pages: impl ExactSizeIterator<Item = &'a Evidence>) -> Kind {
        let n_pages = pages.len() as u32;
        let mut all: Vec<u64> = pages.flat_map(clusters::keys).collect();
        all.sort_unstable();
        // A page has each key once, so a run of equal keys is as long as there are pages with it.
        let keys = all
            .chunk_by(|one, other| one == other)
            .filter(|same| same.len() >= 2)
            .map(|same| (Hex([same[0]]), same.len() as u32))
            .collect();
        Kind { pages: n_pages, keys }
    }

    fn likeness(&self, keys: &[u64]) -> f64 {
        let all: u64 = self.keys.iter().map(|&(_, pages)| u64::from(pages)).sum();
        let each = all as f64 / f64::from(self.pages.max(1));
        clusters::likeness(keys, self.pages, each, |key| {
            let at = self.keys.binary_search_by_key(&key, |&(Hex([known]), _)| known);
            at.map_or(0, |at| self.keys[at].1)
        })
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::testing::page_of_kind;

    fn page(kind: &str, number: usize) -> Evidence {
        Evidence::read(&Dom::parse(page_of_kind(kind, number)))
    }

    #[test]
    fn unseen_pages_find_their_kind_again() {
        let pages: Vec<Evidence> =
            (0..9).map(|number| page("news", number)).chain((0..8).map(|number| page("shop", number))).collect();
        let (kinds, groups) = PageClusters::partition(&pages, 8);
        assert_eq!(kinds.count(), 2);
        assert_eq!(groups, [(0..9).collect(), (9..17).collect::<Vec<_>>()]);
        assert_eq!(kinds.of(&page("news", 99)), 0);
        assert_eq!(kinds.of(&page("shop", 99)), 1);
        let json = serde_json::to_string(&kinds).unwrap();
        assert_eq!(serde_json::from_str::<PageClusters>(&json).unwrap(), kinds);
    }

    #[test]
    fn most_sites_have_one_kind() {
        let pages: Vec<Evidence> = (0..20).map(|number| page("news", number)).collect();
        let (kinds, groups) = PageClusters::partition(&pages, 8);
        assert_eq!((kinds.count(), groups.len()), (1, 1));
        assert_eq!(kinds, PageClusters::default());
        assert_eq!(kinds.of(&page("shop", 1)), 0);
        assert_eq!(PageClusters::partition::<Evidence>(&[], 8).1, [Vec::<usize>::new()]);
    }
}
