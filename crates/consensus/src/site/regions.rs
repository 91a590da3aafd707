//! What the regions of a site hold.

use std::ops::AddAssign;

use rustc_hash::FxHashMap;
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

impl Region {
    fn combined(self, other: Region, add: impl Fn(u64, u64) -> u64) -> Region {
        let (one, other): ([u64; 10], [u64; 10]) = (self.into(), other.into());
        std::array::from_fn(|i| add(one[i], other[i])).into()
    }

    /// Adds what the same page holds, which is too little for 64 bits not to hold it.
    fn and(self, other: Region) -> Region {
        self.combined(other, |one, other| one + other)
    }
}

impl AddAssign for Region {
    // Saturating, since a template file may say anything.
    fn add_assign(&mut self, other: Region) {
        *self = self.combined(other, u64::saturating_add);
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
            sums[parent as usize] = sums[parent as usize].and(below);
        }
    }
    sums
}

/// The regions of one page.
#[derive(Debug, Default)]
pub(super) struct OfPage {
    /// The key of each region, and what the page holds of it; nothing if none of its elements has a line.
    pub(super) regions: Vec<(u64, Region)>,
    /// The number of each element's region.
    pub(super) region_of: Vec<u32>,
}

impl OfPage {
    pub(super) fn of(page: &Evidence, shares: &Shares) -> OfPage {
        let of_elements = elements(page, shares);
        let Some(&whole) = of_elements.first() else {
            return OfPage::default();
        };
        let mut all = OfPage {
            regions: Vec::new(),
            region_of: Vec::with_capacity(of_elements.len()),
        };
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        for (element, &of_element) in page.elements.iter().zip(&of_elements) {
            let new = all.regions.len() as u32;
            let number = *numbers.entry(element.key).or_insert(new);
            all.region_of.push(number);
            if number == new {
                all.regions.push((element.key, Region::default()));
            }
            if of_element.lines == 0 {
                continue;
            }
            let (_, region) = &mut all.regions[number as usize];
            *region = Region {
                pages: 1,
                page_words: whole.words,
                page_own_words: whole.own_words,
                ..region.and(of_element)
            };
        }
        all
    }
}

/// The regions of a site, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    regions: FxHashMap<u64, Region>,
}

impl Regions {
    /// Adds a page's elements. Those without a line belong to no region.
    pub(crate) fn add(&mut self, page: &Evidence, shares: &Shares) {
        for (key, of_page) in OfPage::of(page, shares).regions {
            if of_page.pages != 0 {
                *self.regions.entry(key).or_default() += of_page;
            }
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
