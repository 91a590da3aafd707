//! A learned template as plain data.

use std::{fmt, sync::Arc};

use metadata::SiteMetadata;
#[cfg(feature = "papers")]
use suffixarray_miner::{Chosen, Histogram};

#[cfg(feature = "papers")]
use crate::methods::{DistillTemplate, MineTemplate};
use crate::{
    Method,
    methods::{ByCluster, ClassifyTemplate, count},
};

/// What was learned, and how, ready for use. Read and written as JSON; a [`Site`](crate::Site) cleans pages by it.
#[derive(Clone, Debug)]
pub struct Template {
    provenance: Provenance,
    templates: Arc<ByCluster>,
    metadata: SiteMetadata,
}

/// How a template was learned.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Provenance {
    /// The program and version that learned it.
    pub by: String,
    /// The method.
    pub method: Method,
    /// The number of pages that it was learned from: the pages drawn, without
    /// those that the method ignored.
    pub pages: usize,
    /// The number of pages that these were drawn from.
    pub available: usize,
    /// The seed of the draw.
    pub seed: u64,
    /// Whether the method was used as printed in its paper, so that the template
    /// alone decides about every page.
    pub as_printed: bool,
}

impl Template {
    pub(crate) fn new(provenance: Provenance, templates: ByCluster) -> Template {
        Template { provenance, templates: Arc::new(templates), metadata: SiteMetadata::default() }
    }

    /// Adds what the site's titles share.
    pub(crate) fn with_metadata(mut self, metadata: SiteMetadata) -> Template {
        self.metadata = metadata;
        self
    }

    #[cfg(feature = "papers")]
    /// Returns a template that holds nothing, learned from nothing.
    pub(crate) fn nothing() -> Template {
        let provenance = Provenance {
            by: concat!("demold ", env!("CARGO_PKG_VERSION")).to_owned(),
            method: Method::Distill,
            pages: 0,
            available: 0,
            seed: 0,
            as_printed: false,
        };
        Template::new(provenance, ByCluster::one(DistillTemplate::nothing()))
    }

    /// Returns the settings for judging pages that the template does not fit.
    pub(crate) fn page_config(&self) -> classify::Config {
        let config = classify::Config::new();
        match self.classify() {
            Some(model) => config.profile(model.profile()),
            None => config,
        }
    }

    /// Returns how this was learned.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Returns what the site's titles share. Only [`Method::Classify`] looks for it.
    pub fn metadata(&self) -> &SiteMetadata {
        &self.metadata
    }

    pub(crate) fn templates(&self) -> &ByCluster {
        &self.templates
    }

    /// Returns whether nothing was found, so that cleaning removes nothing.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// Returns what [`Method::Classify`] learned: mode, profile and figures.
    pub fn classify(&self) -> Option<&classify::Model> {
        self.templates.all_of().next().map(ClassifyTemplate::model)
    }

    /// Returns the name of the model that judged pages at the time of learning, if the method has one. A template holds
    /// what pages have in common, whatever the model, so it can be used with another: but [`model`](crate::model) may
    /// judge the same pages otherwise.
    pub fn learned_with(&self) -> Option<&str> {
        self.classify().map(classify::Model::forest)
    }

    /// Returns the histogram that [`Method::Mine`] decided by, and the cut; if there are several kinds
    /// of pages, that of the largest.
    #[cfg(feature = "papers")]
    pub fn histogram(&self) -> Option<(Histogram, Chosen)> {
        self.templates.all_of().next().and_then(MineTemplate::histogram)
    }

    /// Returns one sentence about what was learned from what.
    pub fn summary(&self) -> String {
        let Provenance { method, pages, available, seed, .. } = &self.provenance;
        let what = self.templates.summary();
        let available = count(*available, "page");
        format!("{method}: a template of {what}, from {pages} of {available} (seed {seed})")
    }

    /// Returns a listing for people; print it with `{}`.
    pub fn outline(&self) -> Outline<'_> {
        Outline { template: self }
    }
}

/// Prints a template: one token per line with the number of pages that have it,
/// indented as its elements nest.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'a> {
    template: &'a Template,
}

impl fmt::Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.template.summary())?;
        self.template.templates().list(f)
    }
}
