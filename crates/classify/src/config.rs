//! Learns the model of a site from its pages.

use std::borrow::Borrow;

use dom::Dom;
use rustc_hash::FxHashSet;

use crate::{
    decision::{self, Decision},
    evidence::Evidence,
    forest::Forest,
    model::Model,
    page_cluster::PageCluster,
    profile::{Profile, Request},
    site::{PageInSite, Site, clusters, copies},
};

/// The default of [`max_clusters`](Config::max_clusters). Chosen: by eye.
const DEFAULT_MAX_CLUSTERS: usize = 8;

/// How a site is learned.
#[derive(Clone, Debug)]
#[must_use]
pub struct Config {
    request: Request,
    max_clusters: usize,
}

impl Config {
    /// Returns the defaults: [`Profile::Balanced`], with headlines.
    pub fn new() -> Config {
        Config { request: Request { profile: Profile::Balanced, headline: true }, max_clusters: DEFAULT_MAX_CLUSTERS }
    }

    /// Sets what the cleaned pages are for. Default: [`Profile::Balanced`].
    pub fn profile(mut self, profile: Profile) -> Config {
        self.request.profile = profile;
        self
    }

    /// Sets whether a page keeps its headline: the heading that agrees with its title. Otherwise the text begins below
    /// it, for readers who have the title in a field of its own. Default: true.
    pub fn headline(mut self, headline: bool) -> Config {
        self.request.headline = headline;
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

    /// Returns the largest number of kinds of pages that a site may have.
    #[must_use]
    pub fn get_max_clusters(&self) -> usize {
        self.max_clusters
    }

    /// Learns a site from its pages; the order of the pages does not matter.
    ///
    /// Any number of pages is accepted. A site that was learned from one page, or from none, says nothing about other
    /// pages: they are judged by their own evidence.
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
        // A page with a frameset has no body: there are no elements to learn from.
        let with_copies: Vec<&Evidence> =
            pages.iter().map(Borrow::borrow).filter(|page| !page.elements.is_empty()).collect();
        let pages = copies::counted_once(&with_copies);
        // Copies do not count as pages, but the site must recognize them later.
        let counted: FxHashSet<_> = pages.iter().map(|page| page.fingerprint).collect();
        let copies = with_copies.iter().filter(|page| !counted.contains(&page.fingerprint));
        let copies: Vec<&Evidence> = copies.copied().collect();
        let groups = clusters::groups(&pages, self.max_clusters);
        let clusters = groups.into_iter().map(|group| {
            let group: Vec<&Evidence> = group.into_iter().map(|page| pages[page]).collect();
            PageCluster::new(Site::learn(&group, &copies))
        });
        Model::new(self.request, Forest::built_in_id().to_owned(), clusters)
    }

    /// Judges a page by its own evidence, which must have been read from `dom`. The decision is that of a model that
    /// was [learned](Config::learn) from this page only, but no model is made.
    ///
    /// Without `explain` the decision has no [removals](Decision::removals), and all else is the same.
    ///
    /// # Complexity
    ///
    /// That of [`Model::apply_to`].
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn judge_alone(&self, dom: &Dom<'_>, page: &Evidence, explain: bool) -> Decision {
        decision::decide(dom, &PageInSite::alone(page), self.request, Forest::built_in(), explain)
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
