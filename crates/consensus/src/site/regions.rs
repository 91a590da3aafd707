//! The sums over a site's regions.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::mode::Mode;
use crate::evidence::{Evidence, Line};

/// What the elements of one region key hold, over all pages of the site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 8]", into = "[u64; 8]")]
pub(crate) struct Region {
    /// The number of pages that have the region.
    pub(crate) pages: u32,
    /// The number of its elements on all pages.
    pub(crate) elements: u32,
    /// Words, words in links, and words neither in links nor repeated.
    pub(crate) words: u64,
    pub(crate) link_words: u64,
    pub(crate) own_words: u64,
    /// Mass: the words that may be content.
    pub(crate) mass: u64,
    /// The mass of all pages that have the region.
    pub(crate) page_mass: u64,
    /// Pages on which the region is on the path from the body to the container.
    pub(crate) container_pages: u32,
}

impl Region {
    /// Returns the region's share of the mass of the pages that have it.
    pub(crate) fn share(&self) -> f64 {
        ratio(self.mass, self.page_mass)
    }

    /// Returns the share of links in its words.
    pub(crate) fn link_share(&self) -> f64 {
        ratio(self.link_words, self.words)
    }

    /// Returns the share of words that are neither in links nor repeated.
    pub(crate) fn own_share(&self) -> f64 {
        ratio(self.own_words, self.words)
    }

    /// Returns the words of one element, on average.
    pub(crate) fn words_each(&self) -> f64 {
        ratio(self.words, u64::from(self.elements))
    }
}

impl From<[u64; 8]> for Region {
    fn from(sums: [u64; 8]) -> Region {
        let [
            pages,
            elements,
            words,
            link_words,
            own_words,
            mass,
            page_mass,
            container_pages,
        ] = sums;
        let small = |sum: u64| u32::try_from(sum).unwrap_or(u32::MAX);
        Region {
            pages: small(pages),
            elements: small(elements),
            words,
            link_words,
            own_words,
            mass,
            page_mass,
            container_pages: small(container_pages),
        }
    }
}

impl From<Region> for [u64; 8] {
    fn from(region: Region) -> [u64; 8] {
        [
            u64::from(region.pages),
            u64::from(region.elements),
            region.words,
            region.link_words,
            region.own_words,
            region.mass,
            region.page_mass,
            u64::from(region.container_pages),
        ]
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// The sums of one page, element by element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) lines: Vec<u32>,
    pub(crate) words: Vec<u32>,
    pub(crate) link_words: Vec<u32>,
    pub(crate) own_words: Vec<u32>,
    pub(crate) mass: Vec<u32>,
}

impl Sums {
    /// Sums a page's lines; `repeated` and `counted` have an entry for each line.
    pub(crate) fn of(page: &Evidence, mode: Mode, repeated: &[bool], counted: &[bool]) -> Sums {
        Sums {
            lines: page.sum(|_, _| 1),
            words: page.sum(|_, line| line.words),
            link_words: page.sum(|_, line| line.link_words),
            own_words: page.sum(|i, line| if repeated[i] { 0 } else { line.own_words() }),
            mass: page.sum(|i, line| {
                if counted[i] {
                    mass(line, mode, repeated[i])
                } else {
                    0
                }
            }),
        }
    }
}

/// Returns the words of a line that may be content.
pub(crate) fn mass(line: &Line, mode: Mode, repeated: bool) -> u32 {
    if repeated || (mode == Mode::Article && !line.is_paragraph()) {
        0
    } else {
        line.own_words()
    }
}

/// The regions of a site by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionTable {
    regions: FxHashMap<u64, Region>,
}

impl RegionTable {
    /// Adds a page's elements.
    pub(crate) fn add(&mut self, page: &Evidence, sums: &Sums) {
        self.add_unless(page, sums, |_| false);
    }

    /// Adds a page's elements, except those with some keys. Elements without a line belong to no
    /// region.
    pub(crate) fn add_unless(&mut self, page: &Evidence, sums: &Sums, known: impl Fn(u64) -> bool) {
        let page_mass = u64::from(sums.mass.first().copied().unwrap_or(0));
        let mut seen = FxHashSet::default();
        for (i, element) in page.elements.iter().enumerate() {
            if sums.lines[i] == 0 || known(element.key) {
                continue;
            }
            let region = self.regions.entry(element.key).or_default();
            region.elements += 1;
            region.words += u64::from(sums.words[i]);
            region.link_words += u64::from(sums.link_words[i]);
            region.own_words += u64::from(sums.own_words[i]);
            region.mass += u64::from(sums.mass[i]);
            if seen.insert(element.key) {
                region.pages += 1;
                region.page_mass += page_mass;
            }
        }
    }

    /// Notes the regions between a page's body and its container.
    pub(crate) fn add_container(&mut self, page: &Evidence, path: &[u32]) {
        let mut keys: Vec<u64> = path
            .iter()
            .map(|&element| page.elements[element as usize].key)
            .collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            if let Some(region) = self.regions.get_mut(&key) {
                region.container_pages += 1;
            }
        }
    }

    /// Keeps the regions of at least this many pages.
    pub(crate) fn at_least(mut self, pages: u32) -> RegionTable {
        self.regions.retain(|_, region| pages <= region.pages);
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

    pub(crate) fn len(&self) -> usize {
        self.regions.len()
    }

    pub(crate) fn from_list(list: &[(u64, Region)]) -> RegionTable {
        RegionTable {
            regions: list.iter().copied().collect(),
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Region> {
        self.regions.get(&key)
    }
}
