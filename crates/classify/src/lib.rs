//! Decides which parts of a web page are content, by gradient-boosted trees over what the page and its site show.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Evidence`] is what one page contributes: its lines and the regions around
//!   them.
//! * A [`Config`] makes a [`Model`] of a site from the evidence of some of its pages, for a
//!   [`Profile`].
//! * A site whose pages are built in several ways has several clusters; a page is judged by the one that it is most similar
//!   to. [`PageClusters`] tell them apart for other methods.
//! * The [`Forest`], which comes with the crate, turns what is known about a line into a probability. A
//!   [`TrainingRow`] has the features of a line, for training a forest.
//! * [`Model::apply`] gives a [`Decision`]: byte ranges to remove, a [`Reason`] for each, and how good all this is
//!   expected to be.
//!
//! # Guarantees
//!
//! Linear time in the size of the pages, but for sorting the lines of a page. A model is plain data: it gives the same
//! decision about a page on every machine, whatever the number of threads, and needs no other page. Any page is
//! accepted, and no page with words comes out empty.

mod profile;
mod evidence;
mod site;
mod features;
mod forest;
mod training_row;
mod reason;
mod structures;
mod decision;
mod page_cluster;
mod page_clusters;
mod model;
mod stored;
mod config;

#[cfg(test)]
mod testing;

/// The trees that functions of this crate take.
pub use dom;

/// What is removed from a page: a type of `demold-cleaner`, which renders the rest.
pub use cleaner::Regions;

pub use crate::{
    config::Config,
    decision::{Decision, Removal},
    evidence::Evidence,
    forest::Forest,
    model::{ClusterSizes, Model},
    page_clusters::PageClusters,
    profile::{Profile, UnknownName},
    reason::Reason,
    structures::Structures,
    training_row::TrainingRow,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Decision>();
    assert_shareable::<Evidence>();
    assert_shareable::<PageClusters>();
    assert_shareable::<Config>();
    assert_shareable::<Model>();
    assert_shareable::<Forest>();
};
