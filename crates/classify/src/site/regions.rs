//! What the regions of a site hold.

use std::{iter::zip, ops::Add};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::shares::{ALL, Shares};
use crate::evidence::{Element, Evidence, Line, NONE};

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

impl Add for Region {
    type Output = Region;

    // Saturating, since a template file may say anything.
    fn add(self, other: Region) -> Region {
        let (one, other): ([u64; 8], [u64; 8]) = (self.into(), other.into());
        std::array::from_fn(|i| one[i].saturating_add(other[i])).into()
    }
}

/// Returns what each element of a page holds, itself included: the sums of its lines.
fn held_by_elements(page: &Evidence, shares: &Shares) -> Vec<Region> {
    let of_line = |i: usize, line: &Line| {
        // A template file may say anything, even that more pages have the line than there are.
        let own = u64::from(ALL - shares.part(shares.with_line(i)).min(ALL));
        let shaped = u64::from(shares.part(shares.with_shape(i)));
        Region {
            lines: 1,
            own_lines: own,
            words: u64::from(line.words),
            link_words: u64::from(line.link_words),
            own_words: u64::from(line.own_words()) * own,
            shaped_words: u64::from(line.words) * shaped,
            ..Region::default()
        }
    };
    // Most elements hold no line, and add nothing.
    page.gather(of_line, |one, other| if other.lines == 0 { one } else { one + other })
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
        let mut regions: Vec<(u64, Region)> = Vec::new();
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let of_element = |(element, held): (&Element, Region)| {
            if held.lines == 0 {
                return NONE;
            }
            let number = *numbers.entry(element.key).or_insert_with(|| {
                regions.push((element.key, Region { pages: 1, page_words, ..Region::default() }));
                regions.len() as u32 - 1
            });
            let region = &mut regions[number as usize].1;
            *region = *region + held;
            number
        };
        let region_of = zip(&page.elements, all).map(of_element).collect();
        OfPage { regions, region_of }
    }
}

/// The regions of a site, by their keys.
pub(crate) type Regions = FxHashMap<u64, Region>;

/// Adds a page's elements.
pub(super) fn add(regions: &mut Regions, page: &Evidence, shares: &Shares) {
    for (key, of_page) in OfPage::of(page, shares).regions {
        let region = regions.entry(key).or_default();
        *region = *region + of_page;
    }
}
