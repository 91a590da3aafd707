//! What was learned about a site: plain data, enough to clean pages never seen.

use cleaner::Regions;
use dom::Dom;
use serde::{Deserialize, Serialize};

use crate::{
    cluster::Cluster,
    decision::{
        Decision, alone, removals, table,
        verdict::{self, Verdict},
    },
    evidence::Evidence,
    page_model::{Example, PageModel},
    profile::Profile,
    reason::Reason,
    rules::margin,
    site::{
        clusters,
        mode::{Mode, Statistics},
    },
    stored::Stored,
};

/// A learned site.
///
/// For each of its [`Cluster`]s it holds the mode with its figures, the sums of every region that
/// is on two pages or more, and the lines that repeat (as hashes: it holds no text of the site).
/// Applying it to a page needs no other page. Serialized it is a few numbers for each region.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Model {
    largest: Cluster,
    others: Vec<Cluster>,
}

impl Model {
    /// Puts clusters together, the largest first.
    pub(crate) fn new(largest: Cluster, others: Vec<Cluster>) -> Model {
        Model { largest, others }
    }

    /// Returns the profile that the site was learned for.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.largest.site.settings.profile
    }

    /// Returns the site's kinds of pages, the one with the most pages first. Most sites
    /// have one.
    pub fn clusters(&self) -> impl Iterator<Item = &Cluster> {
        std::iter::once(&self.largest).chain(&self.others)
    }

    pub(crate) fn parts(&self) -> (&Cluster, &[Cluster]) {
        (&self.largest, &self.others)
    }

    /// Returns how the site's pages are read; if there are several clusters, how those
    /// of the largest are.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.largest.mode()
    }

    /// Returns the figures that the mode was decided by.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        self.largest.statistics()
    }

    /// Returns the number of pages that the site was learned from. With one page or none there is
    /// no site to speak of, and pages are judged by their own evidence alone.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.clusters().map(Cluster::page_count).sum()
    }

    /// Returns the number of regions that are on two pages or more, in all clusters.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.clusters().map(Cluster::region_count).sum()
    }

    /// Returns the number of lines that repeat, in all clusters.
    #[must_use]
    pub fn repeated_line_count(&self) -> usize {
        self.clusters().map(Cluster::repeated_line_count).sum()
    }

    /// Decides what is to be removed from a page.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text of the page.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use consensus::{Evidence, Config};
    /// use dom::Dom;
    ///
    /// let page = |own: &str| format!("<body><ul><li><a href=/>Home</a></ul><div><h1>{own}</h1><p>All about {own}.</div>");
    /// let sources: Vec<String> = ["ash", "elm", "fir", "oak"].map(page).into();
    /// let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
    /// let model = Config::new().learn(&pages);
    ///
    /// let unseen = page("yew");
    /// let dom = Dom::parse(&unseen);
    /// let regions = model.apply(&dom).into_regions();
    /// assert_eq!(cleaner::text(&dom, &regions), "yew\nAll about yew.");
    /// ```
    #[must_use]
    pub fn apply(&self, dom: &Dom<'_>) -> Decision {
        self.apply_to(dom, &Evidence::read(dom))
    }

    /// Returns how well a page fits the site, from 0 to 1: the share of its words in regions that its
    /// cluster knows. Every page fits a site without regions, and a page without words fits every
    /// site.
    ///
    /// # Complexity
    ///
    /// Linear in the lines of the page.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn fit(&self, evidence: &Evidence) -> f64 {
        let site = &self.cluster_of(evidence).site;
        let (mut known, mut all) = (0_u64, 0_u64);
        for line in &evidence.lines {
            let words = u64::from(line.words);
            all += words;
            let owner = evidence.elements.get(line.owner as usize);
            if owner.is_some_and(|owner| site.regions.get(owner.key).is_some()) {
                known += words;
            }
        }
        if all == 0 || site.regions.len() == 0 {
            return 1.0;
        }
        known as f64 / all as f64
    }

    /// Returns the cluster whose pages a page is most similar to; of equally good ones, the
    /// largest.
    ///
    /// # Complexity
    ///
    /// Linear in the elements of the page, for each cluster.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn cluster_of(&self, evidence: &Evidence) -> &Cluster {
        if self.others.is_empty() {
            return &self.largest;
        }
        let keys = clusters::keys(evidence);
        let mut best = (self.largest.likeness(&keys), &self.largest);
        for cluster in &self.others {
            let likeness = cluster.likeness(&keys);
            if best.0 < likeness {
                best = (likeness, cluster);
            }
        }
        best.1
    }

    /// As [`Model::apply`], with evidence that was already read. It must be that of the same
    /// page.
    #[must_use]
    pub fn apply_to(&self, dom: &Dom<'_>, evidence: &Evidence) -> Decision {
        self.apply_with(dom, evidence, PageModel::built_in())
    }

    /// As [`Model::apply_to`], with another page model in place of the built-in one.
    #[must_use]
    pub fn apply_with(
        &self,
        dom: &Dom<'_>,
        evidence: &Evidence,
        page_model: &PageModel,
    ) -> Decision {
        if evidence.elements.is_empty() {
            return Decision::new(Regions::from_ranges([]), Vec::new(), None);
        }
        removals::of(dom, evidence, &self.verdict(dom, evidence, page_model))
    }

    /// Returns which lines of a page stay, in order, as [`Model::apply_with`] decides.
    #[must_use]
    pub fn kept_lines(
        &self,
        dom: &Dom<'_>,
        evidence: &Evidence,
        page_model: &PageModel,
    ) -> Vec<bool> {
        if evidence.elements.is_empty() {
            return Vec::new();
        }
        let verdict = self.verdict(dom, evidence, page_model);
        verdict.gone.iter().map(Option::is_none).collect()
    }

    fn verdict(&self, dom: &Dom<'_>, evidence: &Evidence, page_model: &PageModel) -> Verdict {
        let view = self.cluster_of(evidence).site.view(evidence);
        let mut verdict = verdict::decide(&view);
        if table::speaks(Reason::Margin, &view) {
            margin::cut(dom, &view, &mut verdict.gone);
        }
        match table::asks_page_model(&view) {
            true => alone::decide(dom, &view, verdict, page_model),
            false => verdict,
        }
    }

    /// Describes the lines of a page for training a [page model](crate::PageModel).
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text of the page.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn examples(&self, dom: &Dom<'_>, evidence: &Evidence) -> Vec<Example> {
        if evidence.elements.is_empty() {
            return Vec::new();
        }
        let view = self.cluster_of(evidence).site.view(evidence);
        alone::examples(dom, &view, &verdict::decide(&view))
    }
}
