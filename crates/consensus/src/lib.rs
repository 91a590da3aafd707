//! Decides once per region of a site whether it is template, using all pages of the site.
//!
//! Repetition reveals the part of a template that is the same on every page. The rest of it (related articles,
//! teasers, comment forms, tag clouds) changes from page to page, but appears in the same *regions*: elements
//! with the same tag and class. This crate adds up what each region holds over all pages of a site: how much is
//! running text, how much is links, how much repeats. It then decides about the region once, for all pages.
//! What a single page shows (the title, the heaviest element) decides the rest.
//!
//! # Example
//!
//! ```
//! use consensus::{Evidence, Config, Reason};
//! use dom::Dom;
//!
//! let page = |tree: &str, next: &str| {
//!     format!(
//!         "<body><div class=top>Trees of the north</div><h1>{tree}</h1><p>The {tree} has bark.</p>\
//!          <div class=more><a href=/{next}>Read about the {next}</a></div></body>"
//!     )
//! };
//! let sources = [page("ash", "elm"), page("elm", "fir"), page("fir", "oak"), page("oak", "ash")];
//! let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
//! let model = Config::new().learn(&pages);
//!
//! let decision = model.apply(&Dom::parse(&sources[0]));
//! let reasons: Vec<_> = decision.removals().iter().map(|gone| (gone.selector(), gone.reason())).collect();
//! assert_eq!(reasons, [("div.top", Reason::Repeated), ("div.more", Reason::LinkList)]);
//! ```
//!
//! # Concepts
//!
//! * [`Evidence`] is what one page contributes: its lines and the regions around
//!   them.
//! * A [`Config`] makes a [`Model`] of a site from the evidence of some of its pages, for a
//!   [`Profile`].
//! * The [`Mode`] says how the site's pages are read: as articles, as reference, as records. It is decided
//!   once for the site by its [`Statistics`], or by the user. No other decision costs as much when it is
//!   wrong.
//! * A site whose pages are built in several ways has several [`Cluster`]s, each with a mode and regions of its
//!   own; a page is judged by the one that it is most similar to.
//! * The [`PageModel`], which comes with the crate, is asked about pages that are alone. An [`Example`] is a line
//!   as the model sees it, for those who train one.
//! * [`Model::apply`] gives a [`Decision`]: byte ranges to remove, and a [`Reason`] for each.
//!
//! # Guarantees
//!
//! Linear time in the size of the pages. A model is plain data: it gives the same decision about a page on
//! every machine, whatever the number of threads, and needs no other page. A page alone is judged by its own
//! evidence, by rules and by trees that were learned from other sites' pages. Any page is accepted.
//!
//! # When to use something else
//!
//! If only what is the same on all pages may be removed, and markup matters as much as
//! text, use `distill-tree` or `suffixarray-miner`.

mod reason;

mod unknown_name;

mod profile;

mod error;

mod settings;

mod evidence;

mod site;

mod rules;

mod page_model;

mod decision;

mod cluster;

mod kinds;

mod model;

mod stored;

mod config;

#[cfg(test)]
mod testing;

pub use crate::{
    cluster::Cluster,
    config::Config,
    decision::{Decision, Removal},
    error::Error,
    evidence::Evidence,
    kinds::Kinds,
    model::Model,
    page_model::{Example, PageModel},
    profile::Profile,
    reason::Reason,
    site::mode::{Mode, Statistics},
    unknown_name::UnknownName,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Cluster>();
    assert_shareable::<Decision>();
    assert_shareable::<Evidence>();
    assert_shareable::<Kinds>();
    assert_shareable::<Config>();
    assert_shareable::<Model>();
    assert_shareable::<PageModel>();
};

/// The README's example is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
