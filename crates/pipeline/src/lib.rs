//! Cleans the pages of any number of sites in bounded memory.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`PageFiles`] are the inputs; [`ReadOptions`] say which of them are read, and in how much memory. [`Batches`] are
//!   [`Item`]s of all of them, in their order.
//! * [`Grouper`] maps a page's URL to the key of its site. [`DeclaredHosts`] tells the sites of a folder apart.
//! * [`Samples`] draws k pages of each site from a stream of pages. The [`PageStore`] keeps them, until pass two takes
//!   those that are parsed.
//! * [`Copies`] finds pages that show the text of an earlier page of their site, [`Duplicates`] texts that occurred
//!   anywhere before, exactly or nearly. [`Sketch`] compares large sets, such as those of the words of sites.
//! * [`Learning`] is pass one: it draws the samples, and learns the [`Templates`] of all sites.
//! * [`Pass`] is pass two: a [`Stripper`] cleans every page, [`Wanted`] pages are kept, and a [`Tally`] counts all.
//! * [`Style`] turns a cleaned page into what is written of it, in a [`Format`].
//! * [`Writing`] says what is written to which [`Outlet`]. A [`Sink`] writes it, with a [`Work`] folder beside it, so that
//!   a run that was interrupted can be resumed by one of the same [`Identity`]. An [`Obstacle`] is in the way.
//! * [`Run`] is both passes, for those who need no more of them.
//! * An [`Observer`] is told how far the work is, and what people may want to know.
//!
//! # Guarantees
//!
//! Equal input gives equal output, whatever the number of threads and the memory. The order of the pages decides
//! nothing, except which of several copies is the first. Damage costs only what is damaged, and a page that triggers a
//! bug passes through unchanged. Memory is bounded by what [`ReadOptions::memory`] allows, and by some hundred bytes for
//! each site and each page. Nothing is printed. What does not fit into memory goes to temporary files, and only
//! a [`Sink`] asks for the time, for the date of WARC records.
//!
//! # Features
//!
//! * `packed` (on by default): pages that are kept are compressed with Zstandard instead of gzip.
//! * `parquet` (on by default): records are written as Parquet, and pages read from it.

// What is told, and what can go wrong.
mod obstacle;
mod error;
mod observer;
mod limited;
mod dates;

// Files that runs write, one at a time.
mod files;

// Which pages belong together.
mod group;
mod declared_hosts;

// The inputs, page by page, as often as they are read.
mod pages;

// A few pages of each site, kept in bounded memory.
mod spill;
mod store;
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

// Where it is written, by runs that can be resumed.
mod output;

// Both passes.
mod run;

pub use crate::{
    cleaned::{Batch, Before, CleanedPage, Explain, Pass, Stripper, Tally, Wanted},
    copies::Copies,
    dates::{parse_day, parse_time},
    declared_hosts::DeclaredHosts,
    duplicates::{Duplicates, Likeness, TextHash},
    error::Error,
    files::{Work, check_apart, check_replaceable, digest, is_ours, real_path},
    group::Grouper,
    limited::{MOST_LEARNED, read_limited, read_text},
    observer::{LearnedSite, NoTemplate, Notice, Observer, Phase},
    obstacle::Obstacle,
    output::{Identity, Misnamed, Outlet, Ready, Sink, Writing},
    pages::{
        Backing, Batches, Contents, Grouping, Item, Items, NotAPage, PageFile, PageFiles, ReadOptions, SinglePage,
        Trouble, UrlFilter, form_of,
    },
    records::{Body, Format, Obeys, RecordFields, Rendering, Style, Suffix, front_matter},
    run::Run,
    sample::{Sample, Samples, Sampling},
    sketch::{Overlap, Sketch, overlapping},
    store::{Drawn, Needed, PageForm, PageStore, Staged, input},
    templates::{Known, Learning, MinedExpressions, Relearning, Survey, Templates, Volume, load_site},
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Error, Grouper, PageFiles, Stripper, Tally, PageStore, Samples)>();
};
