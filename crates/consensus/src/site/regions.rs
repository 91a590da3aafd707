//! What the regions of a site hold.

use std::ops::AddAssign;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::shares::{ALL, Shares};
use crate::evidence::{Evidence, NONE};

/// What the elements of one region key hold, over all pages of the site.
///
/// Nothing is said to repeat or not: a word that a third of the other pages have counts as two thirds of a word of the
/// page's own. Sums of shares are in units of [`ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 10]", into = "[u64; 10]")]
pub(crate) struct Region {
    /// The number of pages that have the region.
    pub(crate) pages: u64,
    /// The number of its elements on all pages.
    pub(crate) elements: u64,
    pub(crate) lines: u64,
    /// Of the lines, what other pages do not have.
    pub(crate) own_lines: u64,
    pub(crate) words: u64,
    pub(crate) link_words: u64,
    /// Of the words outside links, what other pages do not have.
    pub(crate) own_words: u64,
    /// Of the words, what is in lines whose shape other pages have.
    pub(crate) shaped_words: u64,
    /// The words, and the own words, of the pages that have the region.
    pub(crate) page_words: u64,
    pub(crate) page_own_words: u64,
}

impl From<[u64; 10]> for Region {
    fn from(sums: [u64; 10]) -> Region {
        let [
            pages,
            elements,
            lines,
            own_lines,
            words,
            link_words,
            own_words,
            shaped_words,
            page_words,
            page_own_words,
        ] = sums;
        Region {
            pages,
            elements,
            lines,
            own_lines,
            words,
            link_words,
            own_words,
            shaped_words,
            page_words,
            page_own_words,
        }
    }
}

impl From<Region> for [u64; 10] {
    fn from(region: Region) -> [u64; 10] {
        [
            region.pages,
            region.elements,
            region.lines,
            region.own_lines,
            region.words,
            region.link_words,
            region.own_words,
            region.shaped_words,
            region.page_words,
            region.page_own_words,
        ]
    }
}

impl AddAssign for Region {
    // Saturating, since a template file may say anything.
    fn add_assign(&mut self, other: Region) {
        let sums: [u64; 10] = (*self).into();
        let more: [u64; 10] = other.into();
        let mut whole = [0; 10];
        for (whole, (one, two)) in whole.iter_mut().zip(sums.into_iter().zip(more)) {
            *whole = one.saturating_add(two);
        }
        *self = whole.into();
    }
}

/// What each element of a page holds, itself included; `pages` and the sums of the page are left at 0.
fn elements(page: &Evidence, shares: &Shares) -> Vec<Region> {
    let mut sums = vec![
        Region {
            elements: 1,
            ..Region::default()
        };
        page.elements.len()
    ];
    for (i, line) in page.lines.iter().enumerate() {
        let own = u64::from(ALL - shares.part(shares.lines[i]).min(ALL));
        let shaped = u64::from(shares.part(shares.shapes[i]));
        let sum = &mut sums[line.owner as usize];
        sum.lines += 1;
        sum.own_lines += own;
        sum.words += u64::from(line.words);
        sum.link_words += u64::from(line.link_words);
        sum.own_words += u64::from(line.own_words()) * own;
        sum.shaped_words += u64::from(line.words) * shaped;
    }
    for i in (1..sums.len()).rev() {
        let parent = page.elements[i].parent;
        if parent != NONE {
            let below = Region {
                elements: 0,
                ..sums[i]
            };
            sums[parent as usize] += below;
        }
    }
    sums
}

/// The regions of one page or of a site, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    regions: FxHashMap<u64, Region>,
}

impl Regions {
    /// Adds a page's elements. Those without a line belong to no region.
    pub(crate) fn add(&mut self, page: &Evidence, shares: &Shares) {
        let of_elements = elements(page, shares);
        let Some(&whole) = of_elements.first() else {
            return;
        };
        let mut seen = FxHashSet::default();
        for (element, &of_element) in page.elements.iter().zip(&of_elements) {
            if of_element.lines == 0 {
                continue;
            }
            let mut more = of_element;
            if seen.insert(element.key) {
                more.pages = 1;
                more.page_words = whole.words;
                more.page_own_words = whole.own_words;
            }
            *self.regions.entry(element.key).or_default() += more;
        }
    }

    /// Keeps the regions of at least this many pages.
    pub(crate) fn at_least(mut self, pages: u32) -> Regions {
        self.regions
            .retain(|_, region| u64::from(pages) <= region.pages);
        self
    }

    /// Lists the regions by key.
    pub(crate) fn list(&self) -> Vec<(u64, Region)> {
        let mut list: Vec<(u64, Region)> = self
            .regions
            .iter()
            .map(|(&key, &region)| (key, region))
            .collect();
        list.sort_unstable_by_key(|&(key, _)| key);
        list
    }

    pub(crate) fn from_list(list: impl IntoIterator<Item = (u64, Region)>) -> Regions {
        Regions {
            regions: list.into_iter().collect(),
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Region> {
        self.regions.get(&key)
    }

    /// Returns the number of regions on two pages or more.
    pub(crate) fn n_shared(&self) -> usize {
        self.regions
            .values()
            .filter(|region| 2 <= region.pages)
            .count()
    }
}
