//! The methods: a file each, and one trait for what they learn.
//!
//! What a method has learned from pages of one kind implements [`MethodTemplate`]; the rest of the crate sees nothing
//! else of it. A new method is a file below, a variant and a description in `method.rs`, and an arm in each `match`
//! of this file, of `file.rs`, and of `learner.rs` and its `papers.rs`.

mod method_template;
mod by_cluster;
mod listing;
mod classify;
#[cfg(feature = "papers")]
mod forms;
#[cfg(feature = "papers")]
mod switches;
#[cfg(feature = "papers")]
mod tokens;
#[cfg(feature = "papers")]
pub(crate) mod distill;
#[cfg(feature = "papers")]
mod mine;
#[cfg(feature = "papers")]
pub(crate) mod map;

use metadata::SiteMetadata;

use crate::{Error, Learner, Method, Reading};

pub(crate) use self::{
    by_cluster::ByCluster,
    classify::{ClassifyTemplate, alone},
    listing::count,
    method_template::{Found, MethodTemplate},
};
#[cfg(feature = "papers")]
pub(crate) use self::{
    distill::DistillTemplate,
    map::MapTemplate,
    mine::{Form, MineTemplate},
};

impl Method {
    /// Learns from a sample of pages: a template for each of their kinds, and what the pages' metadata has in common.
    pub(crate) fn learn(self, learner: &Learner, sample: &[Reading<'_>]) -> Result<(ByCluster, SiteMetadata), Error> {
        #[cfg(feature = "papers")]
        let without_metadata = |templates| (templates, SiteMetadata::default());
        match self {
            #[cfg(feature = "papers")]
            Method::Distill => ByCluster::learn(learner, sample, distill::learn).map(without_metadata),
            #[cfg(feature = "papers")]
            Method::Mine => ByCluster::learn(learner, sample, mine::learn).map(without_metadata),
            #[cfg(feature = "papers")]
            Method::Map => ByCluster::learn(learner, sample, map::learn).map(without_metadata),
            // It divides its sample itself.
            Method::Classify => Ok(classify::learn(learner, sample)),
        }
    }
}
