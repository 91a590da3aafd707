//! Generates web sites and records for each byte whether it is template or content.
//!
//! # Example
//!
//! ```
//! use sitegen::{Config, Origin};
//!
//! let site = Config::new().seed(1).pages(10).build()?;
//! for page in site.pages() {
//!     for span in page.spans().iter().filter(|span| span.origin == Origin::Content) {
//!         let own = &page.html()[span.range.clone()];
//!         assert!(!own.is_empty());
//!     }
//! }
//! # Ok::<(), sitegen::Error>(())
//! ```
//!
//! # Concepts
//!
//! * [`Config`] defines a site. [`Noise`] adds what makes its template hard to learn.
//! * [`GeneratedSite`] holds one template and makes pages on demand.
//! * [`GeneratedPage`] is a source with the [`Origin`] of its bytes, and with the text and the values that a perfect cleaner
//!   keeps.
//! * [`Crawl`] mixes the pages of many sites.
//! * [`sample`] reads a small hand-written site for people to look at.
//! * [`Random`] generates all random numbers.
//!
//! # Guarantees
//!
//! A configuration gives the same bytes on every machine, and in every version of this crate unless its tests say
//! otherwise. Making a page takes time and memory linear in its size, whatever the size of its site. Sentences of
//! content repeat on other pages only where this is intended: in summaries of listings, stock phrases of references,
//! and values of records.
//!
//! # When to use something else
//!
//! To learn how well a method does on real sites, measure on real sites: generated ones are cleaner, whatever the
//! noise.

// In reading order: chance and settings, words, what a page is, its parts, whole sites.
mod random;

mod config;
mod error;
mod language;
mod noise;

mod english;
mod invented;
mod lexicon;
mod prose;

mod page;
mod writer;

mod body;
mod filler;
mod frame;
mod theme;

mod crawl;
mod sample;
mod site;

pub use crate::{
    config::Config,
    crawl::Crawl,
    error::Error,
    language::Language,
    noise::Noise,
    page::{GeneratedPage, Origin, PageType, Span, Value},
    random::Random,
    sample::sample,
    site::GeneratedSite,
};

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Config, Crawl, Error, GeneratedPage, GeneratedSite)>();
};
