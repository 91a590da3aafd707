//! From the pages of a site to its model.

use std::borrow::Borrow;

use crate::{
    cluster::Cluster,
    decision::verdict,
    evidence::Evidence,
    model::Model,
    profile::Profile,
    reason::Reason,
    settings::Settings,
    site::{
        Site, clusters, copies,
        lines::LineTable,
        mode::{Mode, Statistics},
        regions::RegionTable,
        size::SITE_MIN_PAGES,
    },
};

/// How a site is learned.
#[derive(Clone, Debug)]
#[must_use]
pub struct Config {
    settings: Settings,
    max_clusters: usize,
}

impl Config {
    /// Returns the defaults: [`Profile::Balanced`], the mode decided by the pages' statistics,
    /// hints on.
    pub fn new() -> Config {
        Config {
            settings: Settings {
                profile: Profile::Balanced,
                mode: None,
                hints: true,
                page_model: true,
                headline: true,
                without: Vec::new(),
            },
            max_clusters: 8,
        }
    }

    /// Sets what the cleaned pages are for. Default: [`Profile::Balanced`].
    pub fn profile(mut self, profile: Profile) -> Config {
        self.settings.profile = profile;
        self
    }

    /// Sets the mode, whatever the profile and the pages say. Default: none, so that the profile
    /// decides, or, with [`Profile::Balanced`], the pages.
    pub fn mode(mut self, mode: Option<Mode>) -> Config {
        self.settings.mode = mode;
        self
    }

    /// Sets whether tags, roles and names of regions are used; without them only text, links and
    /// repetition count. Default: true.
    pub fn hints(mut self, hints: bool) -> Config {
        self.settings.hints = hints;
        self
    }

    /// Sets whether the built-in [page model](crate::PageModel) is asked about pages that are alone; without
    /// it they are judged by rules only. Default: true.
    ///
    /// It is asked only with [`Profile::Balanced`] and hints, and not about
    /// records.
    pub fn page_model(mut self, page_model: bool) -> Config {
        self.settings.page_model = page_model;
        self
    }

    /// Sets whether a page keeps its headline: the heading that agrees with its title. Otherwise the text begins below
    /// it, for readers who have the title in a field of its own. Default: true.
    pub fn headline(mut self, headline: bool) -> Config {
        self.settings.headline = headline;
        self
    }

    /// Sets the largest number of kinds of pages that a site may have, each with a template of its
    /// own; with 1, all pages count as alike. Default: 8.
    ///
    /// Pages are divided only if each kind has six pages or more, and a good part of its words in
    /// regions that the others do not have. Most sites stay undivided.
    pub fn max_clusters(mut self, n_clusters: usize) -> Config {
        self.max_clusters = n_clusters;
        self
    }

    /// Sets a reason for which nothing is to be removed; may be called several times. Default:
    /// none.
    ///
    /// `without(Reason::Comments)`, for example, keeps comments unless there is other evidence against them.
    /// Without [`Reason::Repeated`] nothing counts as repeated; without [`Reason::Outside`] the body holds
    /// the content.
    pub fn without(mut self, reason: Reason) -> Config {
        let without = &mut self.settings.without;
        if !without.contains(&reason) {
            without.push(reason);
            without.sort_unstable();
        }
        self
    }

    /// Returns the configured profile.
    #[must_use]
    pub fn get_profile(&self) -> Profile {
        self.settings.profile
    }

    /// Returns the configured mode.
    #[must_use]
    pub fn get_mode(&self) -> Option<Mode> {
        self.settings.mode
    }

    /// Returns whether hints are used.
    #[must_use]
    pub fn get_hints(&self) -> bool {
        self.settings.hints
    }

    /// Returns whether the page model is asked.
    #[must_use]
    pub fn get_page_model(&self) -> bool {
        self.settings.page_model
    }

    /// Returns whether headlines are kept.
    #[must_use]
    pub fn get_headline(&self) -> bool {
        self.settings.headline
    }

    /// Returns the reasons for which nothing is removed.
    #[must_use]
    pub fn get_without(&self) -> &[Reason] {
        &self.settings.without
    }

    /// Returns the largest number of kinds of pages that a site may have.
    #[must_use]
    pub fn get_max_clusters(&self) -> usize {
        self.max_clusters
    }

    /// Learns a site from its pages; the order of the pages does not matter.
    ///
    /// Any number of pages is a site. From one page, or none, nothing but the mode is learned:
    /// pages are then judged by their own evidence.
    ///
    /// # Complexity
    ///
    /// Linear in the elements and lines of the pages.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// See [`Model::apply`].
    #[must_use]
    pub fn learn<E: Borrow<Evidence>>(&self, pages: &[E]) -> Model {
        let pages: Vec<&Evidence> = pages
            .iter()
            .map(Borrow::borrow)
            .filter(|page| !page.elements.is_empty())
            .collect();
        let pages = copies::counted_once(&pages);
        let groups = clusters::groups(&pages, self.max_clusters);
        let parted = 1 < groups.len();
        let mut clusters = groups.into_iter().map(|group| {
            let group: Vec<&Evidence> = group.into_iter().map(|page| pages[page]).collect();
            self.cluster(&group, parted)
        });
        let largest = clusters.next().unwrap_or_else(|| self.cluster(&[], false));
        Model::new(largest, clusters.collect())
    }

    /// Learns from pages that are built alike.
    fn cluster(&self, pages: &[&Evidence], parted: bool) -> Cluster {
        let n_pages = pages.len() as u32;
        let lines = LineTable::count(pages);
        let statistics = Statistics::measure(pages, &lines);
        let asked = self.settings.mode_asked();
        let mode = asked.unwrap_or_else(|| statistics.mode(pages.len()));
        let mut site = Site {
            mode,
            n_pages,
            parted,
            settings: self.settings.clone(),
            declares_articles: statistics.declares_articles(),
            lines: LineTable::default(),
            live_lines: LineTable::default(),
            regions: RegionTable::default(),
        };
        let repeated_from = site.least_repeated();
        site.lines = lines.at_least(repeated_from);
        let mut regions = RegionTable::default();
        for page in pages {
            let mode = site.mode_of(page);
            regions.add(page, &site.sums(page, mode, &site.repeated(page, mode)));
        }
        // What is on one page only is judged by that page, whether it was seen here or not.
        site.regions = regions.at_least(2);
        // The pages are read once more, now that the regions are known.
        let mut live_lines = LineTable::default();
        let mut paths = Vec::new();
        for page in pages {
            let survey = verdict::survey(&site.view(page));
            live_lines.add(survey.live_lines(page));
            paths.push(survey.path);
        }
        site.live_lines = live_lines.at_least(repeated_from);
        if SITE_MIN_PAGES <= n_pages {
            for (page, path) in pages.iter().zip(&paths) {
                site.regions.add_container(page, path);
            }
        }
        Cluster::new(statistics, site)
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
