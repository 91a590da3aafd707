//! A learned template as plain data.

use std::sync::Arc;

use metadata::SiteMetadata;
use suffixarray_miner::{Chosen, Histogram};

use crate::{Error, Method, Outline, distill, file, kinds::Kinds, map, mine};

/// What was learned, and how. Read and written as JSON; a [`Site`](crate::Site)
/// makes it ready for use.
#[derive(Clone, Debug)]
pub struct Template {
    provenance: Provenance,
    model: Model,
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

/// What each method learns.
#[derive(Clone, Debug)]
pub(crate) enum Model {
    Distill(Kinds<distill::Model>),
    Mine(Kinds<mine::Model>),
    Map(Kinds<map::Model>),
    Consensus(Arc<consensus::Model>),
}

impl Model {
    /// Returns how many pages the method used, if it ignores some.
    pub(crate) fn n_pages(&self) -> Option<usize> {
        match self {
            Model::Distill(kinds) => Some(kinds.sum(|model| model.pages as usize)),
            Model::Map(kinds) => Some(kinds.sum(|model| model.pages as usize)),
            Model::Mine(_) | Model::Consensus(_) => None,
        }
    }
}

impl Template {
    pub(crate) fn new(provenance: Provenance, model: Model) -> Template {
        Template {
            provenance,
            model,
            metadata: SiteMetadata::default(),
        }
    }

    /// Adds what the site's titles share.
    pub(crate) fn with_metadata(mut self, metadata: SiteMetadata) -> Template {
        self.metadata = metadata;
        self
    }

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
        let model = Kinds::one(distill::Model::nothing());
        Template::new(provenance, Model::Distill(model))
    }

    /// Returns the settings for judging pages that the template does not fit.
    pub(crate) fn page_config(&self) -> consensus::Config {
        let config = consensus::Config::new();
        match &self.model {
            Model::Consensus(model) => config.profile(model.profile()),
            Model::Distill(_) | Model::Mine(_) | Model::Map(_) => config,
        }
    }

    /// Returns how this was learned.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Returns what the site's titles share. Only [`Method::Consensus`] looks for it.
    pub fn metadata(&self) -> &SiteMetadata {
        &self.metadata
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// Returns whether nothing was found, so that cleaning removes nothing.
    pub fn is_empty(&self) -> bool {
        match &self.model {
            Model::Distill(kinds) => kinds.iter().all(|model| model.tokens.is_empty()),
            Model::Mine(kinds) => kinds.iter().all(|model| model.strings.is_empty()),
            Model::Map(kinds) => kinds.iter().all(|model| model.nodes.is_empty()),
            // A page's own evidence counts even if the site has none.
            Model::Consensus(_) => false,
        }
    }

    /// Returns what [`Method::Consensus`] learned: mode, profile and figures.
    pub fn consensus(&self) -> Option<&consensus::Model> {
        match &self.model {
            Model::Consensus(model) => Some(model),
            Model::Distill(_) | Model::Mine(_) | Model::Map(_) => None,
        }
    }

    /// Returns the histogram that [`Method::Mine`] decided by, and the cut; if there are several kinds
    /// of pages, that of the largest.
    pub fn histogram(&self) -> Option<(Histogram, Chosen)> {
        match &self.model {
            Model::Mine(kinds) => kinds.first().histogram(),
            Model::Distill(_) | Model::Map(_) | Model::Consensus(_) => None,
        }
    }

    /// Returns one sentence about what was learned from what.
    pub fn summary(&self) -> String {
        let Provenance {
            method,
            pages,
            available,
            seed,
            ..
        } = &self.provenance;
        let what = match &self.model {
            Model::Distill(kinds) => {
                format!(
                    "{} tokens{}",
                    kinds.sum(|model| model.tokens.len()),
                    several(kinds)
                )
            }
            Model::Map(kinds) => {
                format!(
                    "{} nodes{}",
                    kinds.sum(|model| model.nodes.len()),
                    several(kinds)
                )
            }
            Model::Consensus(model) => format!(
                "{} regions and {} repeated lines, mode {}",
                model.region_count(),
                model.repeated_line_count(),
                modes(model)
            ),
            Model::Mine(kinds) => format!(
                "{} strings of {} different tokens{}",
                kinds.sum(|model| model.strings.len()),
                kinds.sum(|model| model.forms.len()),
                several(kinds)
            ),
        };
        format!("{method}: a template of {what}, from {pages} of {available} pages (seed {seed})")
    }

    /// Returns a listing for people; print it with `{}`.
    pub fn outline(&self) -> Outline<'_> {
        Outline::new(self)
    }

    /// Returns this as a JSON text that people can read, ending with a line
    /// break.
    pub fn to_json(&self) -> String {
        file::write(self)
    }

    /// Reads what [`to_json`](Template::to_json) wrote.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] with line and column if the text is damaged,
    /// [`Error::NotATemplate`] if it is JSON of another kind, and
    /// [`Error::OlderVersion`] or [`Error::NewerVersion`] if another version of demold wrote it.
    pub fn from_json(json: &str) -> Result<Template, Error> {
        file::read(json)
    }
}

/// Returns how many kinds of pages have a template, as words, if there are
/// several.
fn several<T>(kinds: &Kinds<T>) -> String {
    match kinds.iter().len() {
        1 => String::new(),
        n_kinds => format!(" for {n_kinds} kinds of pages"),
    }
}

/// Lists the modes of a site's clusters, each with the cluster's pages if there are several.
fn modes(model: &consensus::Model) -> String {
    let clusters: Vec<&consensus::Cluster> = model.clusters().collect();
    let [cluster] = clusters.as_slice() else {
        let pages = |cluster: &&consensus::Cluster| {
            format!("{} ({} pages)", cluster.mode(), cluster.page_count())
        };
        return clusters.iter().map(pages).collect::<Vec<_>>().join(" and ");
    };
    cluster.mode().to_string()
}
