//! What pages bring together, and a page beside it.

pub(crate) mod clusters;
pub(crate) mod consent;
pub(crate) mod lines;
pub(crate) mod mode;
pub(crate) mod regions;
pub(crate) mod size;

use self::{
    lines::LineTable,
    mode::Mode,
    regions::{Region, RegionTable, Sums},
};
use crate::{evidence::Evidence, reason::Reason, settings::Settings};

/// What is known of a site, ready to look at pages with.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) mode: Mode,
    pub(crate) settings: Settings,
    pub(crate) n_pages: u32,
    /// Whether the site's other pages are of other kinds.
    pub(crate) parted: bool,
    pub(crate) lines: LineTable,
    /// The same without the lines in dead elements.
    pub(crate) live_lines: LineTable,
    pub(crate) regions: RegionTable,
}

/// A line repeats on this share of the pages in article mode …
const REPEATED_ARTICLE: f64 = 0.3;
/// … and on this one and a page more otherwise, where a value may well stand on many pages: one page more, so that of
/// few pages two that are nearly the same do not outvote the others.
const REPEATED: f64 = 0.5;
/// Where pages of one kind are set apart from others, they are so alike that nearly all have the template.
const REPEATED_PARTED: f64 = 0.75;

impl Site {
    /// Returns on how many pages a line must stand to count as repeated.
    pub(crate) fn repeated_from(mode: Mode, n_pages: u32, parted: bool) -> u32 {
        let n_pages = f64::from(n_pages);
        let least = match mode {
            _ if parted => REPEATED_PARTED * n_pages,
            Mode::Article => REPEATED_ARTICLE * n_pages,
            _ => (REPEATED * n_pages + 1.0).min(n_pages),
        };
        // A tiny bit less, since 0.3 * 10 is more than 3 in floating point.
        ((least - 1e-9).ceil() as u32).max(2)
    }

    /// Says for each line of a page whether it repeats.
    pub(crate) fn repeated(&self, page: &Evidence) -> Vec<bool> {
        let least = Site::repeated_from(self.mode, self.n_pages, self.parted);
        let repeats = self.settings.allows(Reason::Repeated);
        page.lines
            .iter()
            .map(|line| repeats && least <= self.lines.pages_with(line.hash))
            .collect()
    }

    /// Sums a page's lines over its elements. What is in a consent box has no mass.
    pub(crate) fn sums(&self, page: &Evidence, repeated: &[bool]) -> Sums {
        let over = consent::lines_in_boxes(
            page,
            self.mode,
            self.settings.hints && self.settings.allows(Reason::Overlay),
        );
        let counted: Vec<bool> = over.iter().map(|over| !over).collect();
        Sums::of(page, self.mode, repeated, &counted)
    }

    /// Lays a page beside the site.
    pub(crate) fn view<'a>(&'a self, page: &'a Evidence) -> View<'a> {
        let repeated = self.repeated(page);
        let sums = self.sums(page, &repeated);
        let mut own = RegionTable::default();
        own.add_unless(page, &sums, |key| self.regions.get(key).is_some());
        let paragraphs = page.sum(|_, line| if line.is_paragraph() { line.words } else { 0 });
        View {
            site: self,
            page,
            mode: self.mode,
            n_pages: self.n_pages,
            own,
            sums,
            repeated,
            paragraphs,
        }
    }
}

/// One page in the light of its site.
#[derive(Debug)]
pub(crate) struct View<'a> {
    site: &'a Site,
    pub(crate) page: &'a Evidence,
    pub(crate) mode: Mode,
    pub(crate) n_pages: u32,
    /// The page's own regions, for those that the site does not know.
    own: RegionTable,
    pub(crate) sums: Sums,
    /// For each line whether it repeats.
    pub(crate) repeated: Vec<bool>,
    /// For each element the words of its paragraphs.
    pub(crate) paragraphs: Vec<u32>,
}

impl View<'_> {
    /// Returns what is known of a region: by the site, or by this page alone.
    pub(crate) fn region(&self, key: u64) -> Region {
        self.site
            .regions
            .get(key)
            .or_else(|| self.own.get(key))
            .copied()
            .unwrap_or_default()
    }

    /// Says whether a line repeats even where dead elements do not count: a chapter's list of contents does not,
    /// although every page has its lines in a sidebar.
    pub(crate) fn repeats_live(&self, hash: u64) -> bool {
        Site::repeated_from(self.mode, self.n_pages, self.site.parted)
            <= self.site.live_lines.pages_with(hash)
    }

    /// Returns what the user has asked for.
    pub(crate) fn settings(&self) -> &Settings {
        &self.site.settings
    }

    /// Returns the region of an element of the page.
    pub(crate) fn region_of(&self, element: usize) -> Region {
        self.region(self.page.elements[element].key)
    }

    /// Says whether the site has pages of other kinds.
    pub(crate) fn parted(&self) -> bool {
        self.site.parted
    }

    /// Returns the number of pages with this line.
    pub(crate) fn pages_with(&self, hash: u64) -> u32 {
        self.site.lines.pages_with(hash)
    }
}
