//! Groups the pages of a crawl into sites, and draws a sample of each site in bounded memory.
//!
//! # Example
//!
//! ```
//! use corpus::{At, Page, Place};
//! use pipeline::{Grouper, Samples, Sampling};
//!
//! let sampling = Sampling::<Page> { k: 24, budget: 1 << 20, ..Sampling::default() };
//! let mut samples = Samples::new(sampling, || Err(std::io::ErrorKind::Unsupported.into()));
//! for nth in 0..100 {
//!     let url = format!("https://news.example/{nth}");
//!     let site = Grouper::host().key(&url).unwrap_or_default();
//!     let place = Place { file: "a.jsonl".into(), at: At::Line(nth) };
//!     let page = Page { url: Some(url), ..Page::new(place, format!("<p>Rain {nth}").into_bytes()) };
//!     samples.offer(&site, None, &page)?;
//! }
//! let sample = samples.take("news.example").expect("pages were offered");
//! assert_eq!((sample.n_pages(), sample.n_drawn()), (100, 24));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Concepts
//!
//! * [`Grouper`] maps a page's URL to the key of its site. [`DeclaredHosts`] tells the sites of a folder apart.
//! * [`Samples`] draws k pages of each site from a stream of pages, and keeps what was parsed from them.
//! * [`Copies`] finds pages that show the text of an earlier page of their site, [`Duplicates`] texts that occurred
//!   anywhere before, exactly or nearly. [`Sketch`] compares large sets, such as those of the words of sites.
//!
//! # Guarantees
//!
//! The order of the pages decides nothing, except which of several copies is the first. Memory is bounded by what
//! [`Sampling`] allows, and by some hundred bytes for each site and each page that is drawn. Nothing is printed.
//!
//! # When to use something else
//!
//! To learn one site from pages that are in memory, use `demold`. To read pages from files, use `demold-corpus`.
//!
//! # Features
//!
//! * `packed` (on by default): pages that are kept are compressed with Zstandard instead of gzip.
//! * `parquet` (on by default): records are written as Parquet, and pages read from it.

// What is told, and what can go wrong.
mod error;
mod observer;
mod limited;

// Which pages belong together.
mod group;
mod declared_hosts;

// The inputs, page by page, as often as they are read.
mod pages;

// A few pages of each site.
mod sample;

// Pages that say the same.
mod copies;
mod duplicates;
mod sketch;

// Pass one: what the pages of each site share.
mod templates;

// Pass two: what is left of every page.
mod cleaned;

// What is written of it.
mod records;

pub use crate::{
    cleaned::{Batch, Before, CleanedPage, Explain, Pass, Stripper, Tally, Wanted},
    copies::Copies,
    declared_hosts::DeclaredHosts,
    duplicates::{Duplicates, Likeness, TextHash},
    error::Error,
    group::{GroupError, Grouper},
    limited::{MOST_LEARNED, read_limited, read_text},
    observer::{LearnedSite, NoTemplate, Notice, Observer, Phase},
    pages::{
        Backing, Batches, Contents, Grouping, Item, Items, ReadOptions, SinglePage, Source, Sources, Trouble,
        UrlFilter, largest_first,
    },
    records::{Body, Fields, Format, Rendering, Style, write_llms},
    sample::{Cacheable, Sample, Samples, Sampling, Staged},
    sketch::{Overlap, Sketch, overlapping},
    templates::{Known, Learning, MinedExpressions, Readings, Relearning, Survey, Templates, Volume, input, load_site},
};

#[cfg(feature = "parquet")]
pub use crate::records::write_table;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Grouper>();
    assert_shareable::<Sample<corpus::Page>>();
};
