//! A polite web crawler: a stream of URLs in, WARC out.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Config`] has the settings and builds a [`Crawler`].
//! * [`Archive`] is the WARC file that is written. Next to it is the frontier, a file from which an interrupted crawl
//!   is resumed.
//! * [`Addresses`] decides which addresses may be connected to; a [`Resolver`] turns names into addresses.
//! * [`Previous`] has what an earlier crawl has stored; only pages that have changed since are stored again.
//! * [`Event`]s report what is happening, the [`Summary`] reports what has happened, and a [`Stopper`] ends a crawl
//!   early.
//!
//! # Guarantees
//!
//! * A host never gets two requests at once, nor another request before [`Config::delay`], its `Crawl-delay` and its
//!   `Retry-After` have passed since its last response. This holds for robots.txt, redirects and retries too.
//! * Nothing is requested before the robots.txt of its origin is known, and nothing that it forbids, except
//!   robots.txt itself.
//! * No connection is made to an address that [`Addresses`] does not allow, whatever a URL, a redirect or the name
//!   service says.
//! * Every URL is counted exactly once: see [`Summary`].
//! * Memory, time per request and bytes per response are bounded, whatever servers do.

#[cfg(test)]
mod cases;

// What may be requested.
mod target;
mod address;
mod resolve;
mod robots;
mod scope;

// When it may be requested.
mod patience;
mod schedule;

// Requesting, and reading the response.
mod config;
mod error;
mod fetch;
mod start_tags;
mod links;
mod entry;
mod lists;
mod feed;
mod previous;
mod rendered;
mod visit;

// Keeping the response.
mod summary;
mod journal;
mod archive;

// All of it together.
mod event;
mod stop;
mod run;
mod crawler;
mod ranges;
mod spelling;

#[doc(hidden)]
pub mod fuzzing;

pub use crate::{
    address::Addresses,
    archive::Archive,
    config::Config,
    crawler::Crawler,
    entry::Entry,
    error::Error,
    event::Event,
    feed::{each_line, feed_lines},
    previous::Previous,
    ranges::NoPart,
    rendered::{RenderedPage, Renderer},
    resolve::{Resolution, Resolver},
    spelling::is_same_url,
    stop::{Stop, Stopper},
    summary::Summary,
    target::Unfit,
};

/// The name by which a robots.txt may refer to the crawler.
const PRODUCT: &str = "demold";

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_sendable<T: Send + 'static>() {}
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_sendable::<Archive>();
    assert_shareable::<(Addresses, Config, Crawler, Error, Previous, Stop, Stopper, Summary)>();
};
