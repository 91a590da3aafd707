//! What pages bring together, and a page beside it.

pub(crate) mod clusters;
mod headline;
pub(crate) mod consent;
pub(crate) mod lines;
pub(crate) mod mode;
pub(crate) mod regions;
pub(crate) mod size;

use self::{
    lines::LineTable,
    mode::Mode,
    regions::{Region, RegionTable, Sums},
    size::LONE_MAX_PAGES,
};
use crate::{evidence::Evidence, profile::Profile, reason::Reason, settings::Settings};

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

    /// Says whether pages are judged by what they show by themselves, since there is no site to ask. Where nothing of
    /// a page's own may be lost, nothing is.
    pub(crate) fn is_lone(&self) -> bool {
        self.n_pages <= LONE_MAX_PAGES && self.settings.profile != Profile::Data
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
        let headline = (self.mode == Mode::Article || self.is_lone())
            .then(|| headline::find(page, &sums, &repeated))
            .flatten();
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
            headline,
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
    /// The heading that says what the page's title says. Only articles and pages alone are asked for it.
    pub(crate) headline: Option<u32>,
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

    /// Says whether the page is judged by what it shows by itself.
    pub(crate) fn is_lone(&self) -> bool {
        self.site.is_lone()
    }

    /// Returns an element's share of the page's mass, by its region.
    pub(crate) fn share(&self, element: usize) -> f64 {
        self.region_of(element).share()
    }

    /// Returns an element's share of the page's words.
    pub(crate) fn word_share(&self, element: usize) -> f64 {
        ratio(self.sums.words[element], self.sums.words[0])
    }

    /// Returns the share of links in an element's words.
    pub(crate) fn link_share(&self, element: usize) -> f64 {
        ratio(self.sums.link_words[element], self.sums.words[element])
    }

    /// Says whether the headline is in an element.
    pub(crate) fn holds_headline(&self, element: usize) -> bool {
        self.headline
            .is_some_and(|headline| self.page.contains(element as u32, headline))
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

fn ratio(part: u32, whole: u32) -> f64 {
    if whole == 0 {
        0.0
    } else {
        f64::from(part) / f64::from(whole)
    }
}
