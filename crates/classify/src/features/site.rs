//! What is computed from the other pages of the site. Of a page alone none of it is known.

use std::ops::Range;

use gbdt::RowWriter;

use super::{
    Chunk, Features,
    counts::share,
    table::{UNKNOWN, features},
};
use crate::{
    evidence::NONE,
    site::{
        PageInSite,
        figures::Figures,
        regions::Region,
        shares::{ALL, Shares},
    },
};

/// The number of levels of elements, from the owner of a line on, whose regions a line has. Chosen: by eye.
pub(super) const SITE_LEVELS: usize = 6;
/// The radius of the feature `shares_window20`, in lines. Chosen: of the radii of windows, the one whose shares trees ask for.
pub(super) const SHARES_RADIUS: usize = 20;

/// For some lines in a row and those around them, sums over the lines before each, weighed by their words.
#[derive(Debug)]
pub(super) struct Before {
    weights: Vec<u64>,
    lines: Vec<u64>,
    /// The line that the first sums belong to.
    first: usize,
}

/// Returns the weight of a line: twice its words plus one, so that a line without words counts as well.
fn weight(words: u32) -> u64 {
    2 * u64::from(words) + 1
}

impl Before {
    /// Sums up around the lines `of`. Of a page alone there is nothing to sum up.
    pub(super) fn new(view: &PageInSite<'_>, of: Range<usize>) -> Before {
        if view.shares.other_pages == 0 {
            return Before { weights: Vec::new(), lines: Vec::new(), first: 0 };
        }
        let first = of.start.saturating_sub(SHARES_RADIUS);
        let end = (of.end + SHARES_RADIUS).min(view.page.lines.len());
        let sums = || Vec::with_capacity(end - first + 1);
        let mut before = Before { weights: sums(), lines: sums(), first };
        let (mut weights, mut lines) = (0_u64, 0_u64);
        before.weights.push(weights);
        before.lines.push(lines);
        for i in first..end {
            let weight = weight(view.page.lines[i].words);
            weights += weight;
            lines += weight * u64::from(view.shares.with_line(i));
            before.weights.push(weights);
            before.lines.push(lines);
        }
        before
    }

    /// Returns the mean share of the lines around a line, without the line itself, or [`UNKNOWN`] if there are none.
    fn around(&self, line: usize, radius: usize, other_pages: u32) -> f32 {
        let at = line - self.first;
        let (from, to) = (at.saturating_sub(radius), (at + radius + 1).min(self.lines.len() - 1));
        let around = |sums: &[u64]| sums[to] - sums[from] - (sums[at + 1] - sums[at]);
        match around(&self.weights) {
            0 => UNKNOWN,
            weight => (around(&self.lines) as f64 / (weight as f64 * f64::from(other_pages))) as f32,
        }
    }
}

impl Chunk<'_> {
    pub(super) fn of_shares(&self, line: usize, row: &mut RowWriter<'_>) {
        let shares = &self.features.view.shares;
        let other_pages = shares.other_pages;
        if other_pages == 0 {
            row.put([UNKNOWN; OF_SHARES.len()]);
            return;
        }
        let around = self.before.around(line, SHARES_RADIUS, other_pages);
        row.put(repeated(shares, line, around));
    }
}

features! {
    /// How many of the other pages have the line, and the lines around it; shares from 0 to 1. `low` is the lower end of
    /// the confidence interval.
    pub(super) OF_SHARES = fn repeated(shares: &Shares, line: usize, around: f32) {
        "lines", Repeated: share(shares.with_line(line), shares.other_pages);
        "low", Repeated: shares.low(shares.with_line(line)) as f32;
        "shapes", Repeated: share(shares.with_shape(line), shares.other_pages);
        "before2", Repeated: line.checked_sub(2).map_or(UNKNOWN, |before| share(shares.with_line(before), shares.other_pages));
        "window20", Repeated: around;
    }
}

features! {
    /// What the region of an element holds over the site: the share of other pages that have it, the share of words that
    /// are a page's own, the share of links, its share of the pages' words, the share of lines that are a page's own, and
    /// the share of words in lines of a known shape.
    pub(super) OF_REGION = fn region(region: &Region, other_pages: u32) {
        // The pages of the region include this one.
        "pages", Region: ratio(region.pages.saturating_sub(1), u64::from(other_pages));
        "own", Region: ratio(region.own_words, region.words * u64::from(ALL));
        "links", Region: ratio(region.link_words, region.words);
        "share", Region: ratio(region.words, region.page_words);
        "own_lines", Region: ratio(region.own_lines, region.lines * u64::from(ALL));
        "shaped", Region: ratio(region.shaped_words, region.words * u64::from(ALL));
    }
}

features! {
    /// What the page is to its site, and what the site's pages are like.
    pub(super) OF_SITE = fn site(other_pages: u32, on_page: [f32; 3], figures: &Figures) {
        "others", Page: other_pages as f32;
        "page_share", Page: on_page[0];
        "page_fit", Page: on_page[1];
        "page_low", Page: on_page[2];
        "paragraph_share", Page: figures.paragraph_share as f32;
        "table_share", Page: figures.table_share as f32;
        "labelled_values", Page: figures.labelled_values as f32;
        "paragraphs", Page: figures.paragraphs as f32;
        "concentration", Page: figures.concentration as f32;
        "declared_articles", Page: figures.declared_articles as f32;
        "declared_records", Page: figures.declared_records as f32;
    }
}

impl Features<'_> {
    pub(super) fn of_region(&self, element: u32, row: &mut RowWriter<'_>) {
        let other_pages = self.view.shares.other_pages;
        if element == NONE || other_pages == 0 {
            row.put([UNKNOWN; OF_REGION.len()]);
            return;
        }
        row.put(self.of_regions[self.view.region_number(element)]);
    }

    /// Computes the features of the regions of the line's owner and of the elements above it. `before` is the owner
    /// of the line before.
    pub(super) fn of_regions(&self, owner: u32, mut before: Option<u32>, row: &mut RowWriter<'_>) {
        let mut element = owner;
        for _ in 0..SITE_LEVELS {
            if before == Some(element) {
                row.repeat(OF_REGION.len());
            } else {
                self.of_region(element, row);
            }
            element = self.parent(element);
            before = before.map(|before| self.parent(before));
        }
    }

    /// Computes what is the same for all lines of the page, and for all in a region.
    pub(super) fn read_site(&mut self) {
        let view = self.view;
        let other_pages = view.shares.other_pages;
        self.of_regions = view.regions.iter().map(|of_page| region(of_page, other_pages)).collect();
        let on_page = if other_pages == 0 {
            [UNKNOWN; 3]
        } else {
            let (mut shared, mut low, mut words) = (0.0, 0.0, 0.0);
            for (i, line) in self.page.lines.iter().enumerate() {
                let with = view.shares.with_line(i);
                let of_line = f64::from(line.words);
                words += of_line;
                shared += of_line * f64::from(with) / f64::from(other_pages);
                low += of_line * view.shares.low(with);
            }
            let mean = |sum: f64| (sum / f64::max(words, 1.0)) as f32;
            [mean(shared), view.fit() as f32, mean(low)]
        };
        let mut of_site = site(other_pages, on_page, &view.figures).to_vec();
        of_site.push(f32::from(u8::from(self.asks_article)));
        self.of_site = of_site;
    }
}

fn ratio(part: u64, whole: u64) -> f32 {
    match whole {
        0 => 0.0,
        _ => (part as f64 / whole as f64) as f32,
    }
}
