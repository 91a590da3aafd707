//! What pages contribute together, and how one page compares with them.

pub(crate) mod clusters;
mod headline;
pub(crate) mod consent;
pub(crate) mod copies;
pub(crate) mod lines;
pub(crate) mod mode;
pub(crate) mod regions;
pub(crate) mod size;

use self::{
    lines::LineTable,
    mode::{Mode, Statistics},
    regions::{Region, RegionTable, Sums},
    size::{FEW_PAGES, LONE_MAX_PAGES},
};
use crate::{
    evidence::{Evidence, LineHash},
    profile::Profile,
    reason::Reason,
    settings::Settings,
};

/// What is known about a site, ready to be compared with pages.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) mode: Mode,
    pub(crate) settings: Settings,
    pub(crate) n_pages: u32,
    /// Whether the site's other pages are of other kinds.
    pub(crate) parted: bool,
    /// Whether each page declares an article.
    pub(crate) declares_articles: bool,
    pub(crate) lines: LineTable,
    /// The same without the lines in dead elements.
    pub(crate) live_lines: LineTable,
    pub(crate) regions: RegionTable,
}

/// A line repeats if it is on this share of the pages in article mode, …
const REPEATED_ARTICLE: f64 = 0.3;
/// … and otherwise on this share plus one page. Outside articles a value may well be on many pages; the extra page
/// keeps two nearly equal pages from outvoting a few others.
const REPEATED: f64 = 0.5;
/// Pages of one kind that are set apart from others are so alike that nearly all have the template.
const REPEATED_PARTED: f64 = 0.75;

impl Site {
    /// Returns on how many pages a line must be to count as repeated on pages read in this
    /// mode.
    fn repeated_from(&self, mode: Mode) -> u32 {
        let n_pages = f64::from(self.n_pages);
        let least = match mode {
            _ if self.parted => REPEATED_PARTED * n_pages,
            Mode::Article => REPEATED_ARTICLE * n_pages,
            _ => (REPEATED * n_pages + 1.0).min(n_pages),
        };
        // A tiny bit less, because 0.3 * 10 is more than 3 in floating point.
        ((least - 1e-9).ceil() as u32).max(2)
    }

    /// Returns on how many pages a line must be to count as repeated on any page of the site.
    pub(crate) fn least_repeated(&self) -> u32 {
        let modes: &[Mode] = if self.has_modes_by_page() {
            &[Mode::Article, Mode::Reference, Mode::Data]
        } else {
            &[self.mode]
        };
        let least = modes.iter().map(|&mode| self.repeated_from(mode)).min();
        least.unwrap_or(2)
    }

    /// Returns whether pages are judged by their own evidence, because there is no site to ask. If nothing of a page's
    /// own may be lost, they never are.
    fn is_lone(&self) -> bool {
        self.n_pages <= LONE_MAX_PAGES && self.settings.profile != Profile::Data
    }

    /// Returns whether a page is also judged by its own evidence, because the site is small.
    fn is_small(&self) -> bool {
        self.n_pages < FEW_PAGES && self.settings.profile != Profile::Data
    }

    /// With few pages, each may be of another kind: a front page and an article do not make a site of
    /// articles.
    fn has_modes_by_page(&self) -> bool {
        (LONE_MAX_PAGES + 1..FEW_PAGES).contains(&self.n_pages)
            && self.settings.mode_asked().is_none()
    }

    /// Returns how a page is read.
    pub(crate) fn mode_of(&self, page: &Evidence) -> Mode {
        if !self.has_modes_by_page() {
            return self.mode;
        }
        let pages = [page];
        let own = Statistics::measure(&pages, &LineTable::count(&pages)).mode(1);
        match self.mode {
            Mode::Article if !self.declares_articles => own,
            mode => mode,
        }
    }

    /// Says for each line of a page whether it repeats.
    pub(crate) fn repeated(&self, page: &Evidence, mode: Mode) -> Vec<bool> {
        let least = self.repeated_from(mode);
        let repeats = self.settings.allows(Reason::Repeated);
        page.lines
            .iter()
            .map(|line| repeats && least <= self.lines.pages_with(line.hash))
            .collect()
    }

    /// Sums a page's lines over its elements. What is in a consent box has no mass.
    pub(crate) fn sums(&self, page: &Evidence, mode: Mode, repeated: &[bool]) -> Sums {
        let heeds_hints = self.settings.hints && self.settings.allows(Reason::Overlay);
        let over = consent::lines_in_boxes(page, mode, heeds_hints);
        let counted: Vec<bool> = over.iter().map(|over| !over).collect();
        Sums::of(page, mode, repeated, &counted)
    }

    /// Compares a page with the site.
    pub(crate) fn view<'a>(&'a self, page: &'a Evidence) -> View<'a> {
        let mode = self.mode_of(page);
        self.view_with(page, mode, self.repeated(page, mode), false)
    }

    fn view_with<'a>(
        &'a self,
        page: &'a Evidence,
        mode: Mode,
        repeated: Vec<bool>,
        by_itself: bool,
    ) -> View<'a> {
        let sums = self.sums(page, mode, &repeated);
        let mut own = RegionTable::default();
        own.add_unless(page, &sums, |key| {
            !by_itself && self.regions.get(key).is_some()
        });
        let headline = (mode == Mode::Article || self.is_small() || !self.settings.headline)
            .then(|| headline::find(page, &sums, &repeated))
            .flatten();
        let paragraphs = page.sum(|_, line| if line.is_paragraph() { line.words } else { 0 });
        View {
            site: self,
            page,
            mode,
            n_pages: self.n_pages,
            own,
            sums,
            repeated,
            paragraphs,
            headline,
            by_itself,
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
    /// Whether each line repeats.
    pub(crate) repeated: Vec<bool>,
    /// The number of words in the paragraphs of each element.
    pub(crate) paragraphs: Vec<u32>,
    /// The heading that agrees with the page's title. It is needed only for articles and pages alone.
    pub(crate) headline: Option<u32>,
    /// Whether what the site knows is ignored.
    by_itself: bool,
}

impl View<'_> {
    /// Returns what is known about a region: by the site, or by this page
    /// alone.
    pub(crate) fn region(&self, key: u64) -> Region {
        self.site
            .regions
            .get(key)
            .filter(|_| !self.by_itself)
            .or_else(|| self.own.get(key))
            .copied()
            .unwrap_or_default()
    }

    /// Returns whether a line repeats even if dead elements do not count. A chapter's list of contents does not,
    /// although every page has its lines in a sidebar.
    pub(crate) fn repeats_live(&self, hash: LineHash) -> bool {
        self.site.repeated_from(self.mode) <= self.site.live_lines.pages_with(hash)
    }

    /// Returns what the user has asked for.
    pub(crate) fn settings(&self) -> &Settings {
        &self.site.settings
    }

    /// Returns whether the page is judged by its own evidence.
    pub(crate) fn is_lone(&self) -> bool {
        self.site.is_lone()
    }

    /// Returns whether the page is also judged by its own evidence.
    pub(crate) fn is_small(&self) -> bool {
        self.site.is_small()
    }

    /// Returns whether this is a record with few others: values may repeat on all of them.
    pub(crate) fn may_share_values(&self) -> bool {
        self.is_small() && !self.is_lone() && is_record(self.page)
    }

    /// Returns the page as if it were alone: nothing on it repeats, and its regions are its
    /// own.
    pub(crate) fn by_itself(&self) -> View<'_> {
        let repeated = vec![false; self.page.lines.len()];
        self.site.view_with(self.page, self.mode, repeated, true)
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

    /// Returns whether the headline is in an element.
    pub(crate) fn holds_headline(&self, element: usize) -> bool {
        self.headline
            .is_some_and(|headline| self.page.contains(element as u32, headline))
    }

    /// Returns the region of an element of the page.
    pub(crate) fn region_of(&self, element: usize) -> Region {
        self.region(self.page.elements[element].key)
    }

    /// Returns whether the site has pages of other kinds.
    pub(crate) fn parted(&self) -> bool {
        self.site.parted
    }

    /// Returns the number of pages with this line.
    pub(crate) fn pages_with(&self, hash: LineHash) -> u32 {
        self.site.lines.pages_with(hash)
    }
}

/// A page with this share of values in its lines may be a record. With a lower share, documentation of two to five
/// pages loses its container; with a higher one, records of two to five pages lose values.
const RECORD_MIN_VALUES: f64 = 0.05;

/// Returns whether values are a good part of a page.
fn is_record(page: &Evidence) -> bool {
    let n_values = page.lines.iter().filter(|line| line.is_value()).count();
    RECORD_MIN_VALUES * page.lines.len() as f64 <= n_values as f64
}

fn ratio(part: u32, whole: u32) -> f64 {
    if whole == 0 {
        0.0
    } else {
        f64::from(part) / f64::from(whole)
    }
}
