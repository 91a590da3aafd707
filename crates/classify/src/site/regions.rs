//! What the regions of a site hold.

use std::{iter::zip, ops::AddAssign};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::shares::{ALL, Shares};
use crate::evidence::{Element, Evidence, NONE};

/// What the elements of one region key hold, over all pages of the site.
///
/// No word is said to repeat or not: a word that a third of the other pages have counts as two thirds of a word of
/// the page's own. Sums of shares are in units of [`ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 8]", into = "[u64; 8]")]
pub(crate) struct Region {
    /// The number of pages that have the region.
    pub(crate) pages: u64,
    pub(crate) lines: u64,
    /// The lines, each counted by the share of other pages that do not have it.
    pub(crate) own_lines: u64,
    pub(crate) words: u64,
    pub(crate) link_words: u64,
    /// The words outside links, each counted by the share of other pages that do not have its line.
    pub(crate) own_words: u64,
    /// The words, each counted by the share of other pages that have the shape of its line.
    pub(crate) shaped_words: u64,
    /// The words of the pages that have the region.
    pub(crate) page_words: u64,
}

impl From<[u64; 8]> for Region {
    fn from(sums: [u64; 8]) -> Region {
        let [pages, lines, own_lines, words, link_words, own_words, shaped_words, page_words] = sums;
        Region { pages, lines, own_lines, words, link_words, own_words, shaped_words, page_words }
    }
}

impl From<Region> for [u64; 8] {
    fn from(region: Region) -> [u64; 8] {
        [
            region.pages,
            region.lines,
            region.own_lines,
            region.words,
            region.link_words,
            region.own_words,
            region.shaped_words,
            region.page_words,
        ]
    }
}

impl AddAssign for Region {
    // Saturating, since a template file may say anything.
    fn add_assign(&mut self, other: Region) {
        let (one, other): ([u64; 8], [u64; 8]) = ((*self).into(), other.into());
        *self = std::array::from_fn(|i| one[i].saturating_add(other[i])).into();
    }
}

/// What an element of a page holds, itself included, with the fields of [`Region`]. The sums of one page fit 64 bits.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    lines: u64,
    own_lines: u64,
    words: u64,
    link_words: u64,
    own_words: u64,
    shaped_words: u64,
}

impl AddAssign for Held {
    fn add_assign(&mut self, other: Held) {
        self.lines += other.lines;
        self.own_lines += other.own_lines;
        self.words += other.words;
        self.link_words += other.link_words;
        self.own_words += other.own_words;
        self.shaped_words += other.shaped_words;
    }
}

fn held_by_elements(page: &Evidence, shares: &Shares) -> Vec<Held> {
    let mut all = vec![Held::default(); page.elements.len()];
    for (i, line) in page.lines.iter().enumerate() {
        // A template file may say anything, even that more pages have the line than there are.
        let own = u64::from(ALL - shares.part(shares.with_line(i)).min(ALL));
        let shaped = u64::from(shares.part(shares.with_shape(i)));
        all[line.owner as usize] += Held {
            lines: 1,
            own_lines: own,
            words: u64::from(line.words),
            link_words: u64::from(line.link_words),
            own_words: u64::from(line.own_words()) * own,
            shaped_words: u64::from(line.words) * shaped,
        };
    }
    // In reverse pre-order the sums of an element are complete before they are added to its parent.
    for i in (1..all.len()).rev() {
        let (held, parent) = (all[i], page.elements[i].parent);
        if held.lines != 0 && parent != NONE {
            all[parent as usize] += held;
        }
    }
    all
}

/// The regions of one page. Elements without a line belong to none.
#[derive(Debug, Default)]
pub(super) struct OfPage {
    /// The key of each region, and what the page holds of it.
    pub(super) regions: Vec<(u64, Region)>,
    /// The number of each element's region, or [`NONE`].
    pub(super) region_of: Vec<u32>,
}

impl OfPage {
    pub(super) fn of(page: &Evidence, shares: &Shares) -> OfPage {
        let all = held_by_elements(page, shares);
        let page_words = all.first().map_or(0, |whole| whole.words);
        let mut sums: Vec<(u64, Held)> = Vec::new();
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let of_element = |(element, held): (&Element, Held)| {
            if held.lines == 0 {
                return NONE;
            }
            let number = *numbers.entry(element.key).or_insert_with(|| {
                sums.push((element.key, Held::default()));
                sums.len() as u32 - 1
            });
            sums[number as usize].1 += held;
            number
        };
        let region_of = zip(&page.elements, all).map(of_element).collect();
        let region = |(key, held): (u64, Held)| {
            let region = Region {
                pages: 1,
                lines: held.lines,
                own_lines: held.own_lines,
                words: held.words,
                link_words: held.link_words,
                own_words: held.own_words,
                shaped_words: held.shaped_words,
                page_words,
            };
            (key, region)
        };
        OfPage { regions: sums.into_iter().map(region).collect(), region_of }
    }
}

/// The regions of a site, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    regions: FxHashMap<u64, Region>,
}

impl Regions {
    /// Adds a page's elements.
    pub(crate) fn add(&mut self, page: &Evidence, shares: &Shares) {
        for (key, of_page) in OfPage::of(page, shares).regions {
            *self.regions.entry(key).or_default() += of_page;
        }
    }

    /// Keeps the regions of at least this many pages.
    pub(crate) fn at_least(mut self, pages: u32) -> Regions {
        self.regions.retain(|_, region| u64::from(pages) <= region.pages);
        self
    }

    /// Lists the regions by key.
    pub(crate) fn list(&self) -> Vec<(u64, Region)> {
        let mut list: Vec<(u64, Region)> = self.regions.iter().map(|(&key, &region)| (key, region)).collect();
        list.sort_unstable_by_key(|&(key, _)| key);
        list
    }

    pub(crate) fn from_list(list: impl IntoIterator<Item = (u64, Region)>) -> Regions {
        Regions { regions: list.into_iter().collect() }
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Region> {
        self.regions.get(&key)
    }

    /// Returns the number of regions on two pages or more.
    pub(crate) fn n_shared(&self) -> usize {
        self.regions.values().filter(|region| region.pages >= 2).count()
    }
}
