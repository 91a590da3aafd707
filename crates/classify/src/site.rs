//! What the pages of a site have together, and how one page compares with the others.
//!
//! Everything is a share: no line is said to repeat or not. First the pages are counted for each line and each shape
//! of a line. Then, with these shares known, what each region holds is summed up.

pub(crate) mod clusters;
pub(crate) mod copies;
pub(crate) mod counts;
pub(crate) mod figures;
pub(crate) mod regions;
pub(crate) mod shares;

use rustc_hash::FxHashSet;

use self::{
    counts::Counts,
    figures::{Figures, Sums},
    regions::{OfPage, Region, Regions},
    shares::Shares,
};
use crate::evidence::{Evidence, LineHash};

/// What is known about a site, ready to be compared with pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// The number of pages that were learned from, copies counted once.
    pub(crate) n_pages: u32,
    /// The fingerprints of these pages, and of their copies.
    pub(crate) known: FxHashSet<LineHash>,
    pub(crate) lines: Counts,
    pub(crate) shapes: Counts,
    pub(crate) regions: Regions,
    pub(crate) figures: Figures,
}

/// From this many pages on, what only one page has is not stored, so that templates stay small. A share of one page in
/// twelve is treated as none. Chosen: by eye.
const MANY_PAGES: u32 = 12;

impl Site {
    /// Learns from pages. Their `copies` are not counted, but are recognized later.
    pub(crate) fn learn(pages: &[&Evidence], copies: &[&Evidence]) -> Site {
        let mut site = Site {
            n_pages: pages.len() as u32,
            known: pages.iter().chain(copies).map(|page| page.fingerprint).collect(),
            lines: counts::of(pages, |_, line| line.hash),
            shapes: counts::of(pages, |page, line| page.shape(line)),
            ..Site::default()
        };
        // What a region holds depends on the shares of its lines, so all lines are counted before.
        let mut sums = Sums::default();
        for page in pages {
            let shares = Shares::of(&site, page);
            regions::add(&mut site.regions, page, &shares);
            sums.add(page, &shares);
        }
        site.figures = sums.figures();
        let least = if MANY_PAGES <= site.n_pages { 2 } else { 1 };
        site.lines.retain(|_, &mut pages| least <= pages);
        site.shapes.retain(|_, &mut pages| least <= pages);
        site.regions.retain(|_, region| u64::from(least) <= region.pages);
        site
    }

    /// Returns whether the site was learned from a page, or from a copy of it.
    pub(crate) fn knows(&self, page: &Evidence) -> bool {
        self.known.contains(&page.fingerprint)
    }

    /// Compares a page with the site.
    pub(crate) fn view<'a>(&self, page: &'a Evidence) -> PageInSite<'a> {
        let is_known = self.knows(page);
        self.compare(page, Shares::of(self, page), is_known)
    }

    fn compare<'a>(&self, page: &'a Evidence, shares: Shares, is_known: bool) -> PageInSite<'a> {
        if shares.other_pages == 0 {
            return PageInSite { page, shares, regions: Vec::new(), region_of: Vec::new(), figures: self.figures };
        }
        let of_page = OfPage::of(page, &shares);
        let with_others = |(key, of_page): (u64, Region)| {
            let mut region = self.regions.get(&key).copied().unwrap_or_default();
            // The sums of a known page include the page already, unless the region was dropped because no other page
            // has it.
            if !is_known || region.pages == 0 {
                region = region + of_page;
            }
            region
        };
        PageInSite {
            page,
            shares,
            regions: of_page.regions.into_iter().map(with_others).collect(),
            region_of: of_page.region_of,
            figures: self.figures,
        }
    }
}

/// One page in the light of its site.
#[derive(Debug)]
pub(crate) struct PageInSite<'a> {
    pub(crate) page: &'a Evidence,
    pub(crate) shares: Shares,
    /// The sums of the page's regions over the site and the page itself. Empty if there are no other pages.
    pub(crate) regions: Vec<Region>,
    /// For each element with a line, the index of its region.
    region_of: Vec<u32>,
    pub(crate) figures: Figures,
}

impl<'a> PageInSite<'a> {
    /// Returns a page that has no site.
    pub(crate) fn alone(page: &'a Evidence) -> PageInSite<'a> {
        let shares = Shares::default();
        let mut sums = Sums::default();
        sums.add(page, &shares);
        let site = Site { figures: sums.figures(), ..Site::default() };
        site.compare(page, shares, false)
    }

    /// Returns the region of an element of the page, which must have a line. There must be other pages.
    pub(crate) fn region(&self, element: u32) -> &Region {
        &self.regions[self.region_number(element)]
    }

    /// Returns its number among the regions of the page.
    pub(crate) fn region_number(&self, element: u32) -> usize {
        self.region_of[element as usize] as usize
    }

    /// Returns how well the page fits the site, from 0 to 1: the share of its words in regions that other pages have.
    /// Every page fits where there are no others, and a page without words fits every site.
    pub(crate) fn fit(&self) -> f64 {
        if self.shares.other_pages == 0 {
            return 1.0;
        }
        let (mut known, mut all) = (0_u64, 0_u64);
        for line in &self.page.lines {
            let words = u64::from(line.words);
            all += words;
            known += if self.region(line.owner).pages >= 2 { words } else { 0 };
        }
        match all {
            0 => 1.0,
            _ => known as f64 / all as f64,
        }
    }
}
