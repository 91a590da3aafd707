//! What was learned about a site: plain data, enough to clean pages never seen.

use dom::Dom;
use serde::{Deserialize, Serialize};

use crate::{
    decision::{self, Decision, headline},
    evidence::Evidence,
    forest::Forest,
    page_cluster::PageCluster,
    profile::{Profile, Request},
    site::{PageInSite, Site, clusters},
    stored::Stored,
    training_row::TrainingRow,
};

/// A learned site.
///
/// For each kind of its pages it holds on how many pages each line is (as hashes: it holds no text of the site), the sums of
/// each region, and what its pages are like. Applying it to a page needs no other page. A page that it was learned from is
/// no evidence against itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Model {
    pub(crate) request: Request,
    /// The name of the forest at the time of learning.
    pub(crate) forest: String,
    /// One or more, the largest first.
    pub(crate) clusters: Vec<PageCluster>,
}

/// How much the pages of one kind have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClusterSizes {
    /// The number of pages, copies counted once.
    pub pages: usize,
    /// The number of regions that are on two pages or more.
    pub regions: usize,
    /// The number of lines that are on two pages or more.
    pub lines: usize,
}

impl Model {
    /// Puts clusters together, the largest first. Without any, the site has no pages.
    pub(crate) fn new(request: Request, forest: String, clusters: impl Iterator<Item = PageCluster>) -> Model {
        let mut clusters: Vec<PageCluster> = clusters.collect();
        if clusters.is_empty() {
            clusters.push(PageCluster::new(Site::default()));
        }
        Model { request, forest, clusters }
    }

    /// Returns the profile that the site was learned for.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.request.profile
    }

    /// Returns the [name](Forest::id) of the forest at the time of learning. What was learned does not depend on it, but
    /// what [`built_in`](Forest::built_in) has since become may judge the same page otherwise.
    #[must_use]
    pub fn forest(&self) -> &str {
        &self.forest
    }

    /// Iterates over the site's kinds of pages, each of which has a template of its own, the one with the most pages
    /// first. Most sites have one.
    pub fn clusters(&self) -> impl ExactSizeIterator<Item = ClusterSizes> {
        self.clusters.iter().map(|PageCluster { site, .. }| {
            let regions = site.regions.values().filter(|region| region.pages >= 2).count();
            let lines = site.lines.values().filter(|&&pages| pages >= 2).count();
            ClusterSizes { pages: site.n_pages as usize, regions, lines }
        })
    }

    /// Returns the number of pages that the site was learned from, copies counted once. With one page or none there is
    /// no site to speak of, and pages are judged by their own evidence.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.clusters.iter().map(|cluster| cluster.site.n_pages as usize).sum()
    }

    /// Decides what is to be removed from a page.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text of the page, but for sorting its lines by probability.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use classify::{Evidence, Config};
    /// use dom::Dom;
    ///
    /// let page = |own: &str| {
    ///     format!(
    ///         "<title>{own}</title><body><ul class=menu><li><a href=/>Home</a><li><a href=/all>All trees</a></ul>\
    ///          <div><h1>{own}</h1><p>All about the {own}, a tree that grows in the north, and how to tell it from others.</div>"
    ///     )
    /// };
    /// let sources: Vec<String> = ["ash", "elm", "fir", "oak"].map(page).into();
    /// let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
    /// let model = Config::new().learn(&pages);
    ///
    /// let unseen = page("yew");
    /// let dom = Dom::parse(&unseen);
    /// let regions = model.apply(&dom).into_regions();
    /// assert!(!render::text(&dom, &regions).contains("All trees"));
    /// ```
    #[must_use]
    pub fn apply(&self, dom: &Dom<'_>) -> Decision {
        self.apply_to(dom, &Evidence::read(dom), true)
    }

    /// Returns how well a page fits the site, from 0 to 1: the share of its words in regions that other pages of its
    /// cluster have. Every page fits a site of no other pages, and a page without words fits every site.
    ///
    /// # Complexity
    ///
    /// Linear in the lines and elements of the page.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn fit(&self, evidence: &Evidence) -> f64 {
        self.view(evidence).fit()
    }

    /// Returns the cluster whose pages a page is most similar to; of equally good ones, the
    /// largest.
    fn cluster_of(&self, evidence: &Evidence) -> &PageCluster {
        if let [only] = &*self.clusters {
            return only;
        }
        let keys = clusters::keys(evidence);
        &self.clusters[clusters::largest(self.clusters.iter().map(|cluster| cluster.likeness(&keys)))]
    }

    /// As [`Model::apply`], with evidence that was already read. It must be that of the same page.
    ///
    /// Without `explain` the decision has no [removals](Decision::removals), and all else is the same: finding the reasons
    /// takes 2 to 8 % of the time in which pages are read and cleaned.
    #[must_use]
    pub fn apply_to(&self, dom: &Dom<'_>, evidence: &Evidence, explain: bool) -> Decision {
        decision::decide(dom, &self.view(evidence), self.request, Forest::built_in(), explain)
    }

    fn view<'a>(&self, evidence: &'a Evidence) -> PageInSite<'a> {
        self.cluster_of(evidence).site.view(evidence)
    }

    /// Describes the lines of a page for training a [`Forest`].
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text of the page.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn training_rows(&self, dom: &Dom<'_>, evidence: &Evidence) -> Vec<TrainingRow> {
        if evidence.elements.is_empty() {
            return Vec::new();
        }
        let view = self.view(evidence);
        let headline = headline::find(&view).map(|headline| headline.element);
        TrainingRow::of_page(dom, &view, headline, self.request.profile == Profile::Article)
    }

    /// Describes what the lines of a page say of the structures around them, for training the second ensemble of a
    /// [`Forest`]: a row for each line, with the features of [`TrainingRow::structure_feature_names`]. `scores` are what
    /// the first ensemble says of the lines, in 1,024ths of log odds.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text of the page.
    ///
    /// # Panics
    ///
    /// If there are not as many scores as lines.
    #[must_use]
    pub fn structure_rows(&self, dom: &Dom<'_>, evidence: &Evidence, scores: &[i32]) -> Vec<Vec<f32>> {
        assert_eq!(scores.len(), evidence.lines.len(), "every line has a score");
        if evidence.elements.is_empty() {
            return Vec::new();
        }
        let view = self.view(evidence);
        let headline = headline::find(&view).map(|headline| headline.element);
        TrainingRow::of_structures(dom, &view, headline, self.request.profile == Profile::Article, scores)
    }
}
