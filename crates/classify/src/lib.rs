//! Decides which parts of a web page are content, by gradient-boosted trees over what the page and its site show.
//!
//! Repetition reveals the part of a template that is the same on every page. The rest of it (related articles,
//! teasers, comment forms, tag clouds) changes from page to page, but appears in the same *regions*: elements
//! with the same tag and class. This crate counts on how many of the other pages each line is, and sums up what each
//! region holds over all pages of a site. The trees turn this, and what the page itself shows, into a probability for
//! each line; one cut for each page decides. They come with the crate and were trained once, on annotated pages of many
//! other sites: users train nothing. A page without a site is judged in the same way; what is known of other pages is
//! then missing.
//!
//! # Example
//!
//! ```
//! use classify::{Evidence, Config};
//! use dom::Dom;
//!
//! let page = |tree: &str, next: &str| {
//!     format!(
//!         "<body><div class=top><a href=/>Trees of the north</a></div><h1>{tree}</h1><p>The {tree} has bark, \
//!          leaves and roots, and it grows where nothing else does, as those who live there know.</p>\
//!          <div class=more><a href=/{next}>Read about the {next}</a></div></body>"
//!     )
//! };
//! let sources = [page("ash", "elm"), page("elm", "fir"), page("fir", "oak"), page("oak", "ash")];
//! let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
//! let model = Config::new().learn(&pages);
//!
//! let decision = model.apply(&Dom::parse(&sources[0]));
//! for gone in decision.removals() {
//!     println!("{}: {} ({})", gone.selector(), gone.reason(), gone.because());
//! }
//! assert!(decision.removals().iter().any(|gone| gone.selector() == "div.top"));
//! ```
//!
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
//!
//! # When to use something else
//!
//! If only what is the same on all pages may be removed, and markup matters as much as
//! text, use `distill-tree` or `suffixarray-miner`.

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

/// The README's example is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
