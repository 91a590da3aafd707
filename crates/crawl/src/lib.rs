//! A polite web crawler: a stream of URLs in, WARC out.
//!
//! It fetches from many hosts in parallel, but sends each host only one request
//! at a time, with a pause in between. It obeys robots.txt, tells servers how to
//! reach the person who crawls, and never connects to private addresses unless
//! it is allowed to. Any program that reads WARC can read its output. It can be
//! interrupted and resumed at any point.
//!
//! # Example
//!
//! ```no_run
//! use crawl::{Archive, Config, Event, Stopper};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let crawler = Config::new("https://example.org/our-crawl")
//!     .depth(2)
//!     .same_site(true)
//!     .max_pages(500)
//!     .build()?;
//!
//! // Whoever feeds a bounded channel waits while enough URLs wait in the queue.
//! let (feed, urls) = tokio::sync::mpsc::channel(16);
//! feed.send("https://example.org/".to_owned()).await?;
//! drop(feed);
//!
//! let archive = Archive::create("example.warc.gz".as_ref())?;
//! let (_stopper, stop) = Stopper::new();
//! let summary = crawler
//!     .crawl(urls, archive, stop, |_, event| {
//!         if let Event::Failed { url, reason } = event {
//!             eprintln!("{url}: {reason}");
//!         }
//!     })
//!     .await?;
//! println!("{} pages", summary.pages);
//! # Ok(())
//! # }
//! ```
//!
//! # Concepts
//!
//! * [`Config`] holds the settings and builds a [`Crawler`].
//! * [`Archive`] is the WARC file that is written, with the frontier beside it
//!   from which an interrupted crawl is resumed.
//! * [`Addresses`] says what may be connected to, [`Resolver`] how names become
//!   addresses.
//! * [`Previous`] is what an earlier crawl has stored; only what has changed
//!   since is fetched again.
//! * [`Event`]s tell what happens, the [`Summary`] what has happened, and a
//!   [`Stopper`] ends a crawl before its time.
//!
//! # Guarantees
//!
//! * No host is asked twice at once, nor again before [`Config::delay`], its
//!   `Crawl-delay` and its `Retry-After` have passed since the last answer.
//!   This holds for robots.txt, redirects and retries too.
//! * Nothing is asked for before the robots.txt of its origin is known, and
//!   nothing that it forbids, but robots.txt itself.
//! * No connection is made to an address that [`Addresses`] does not allow,
//!   whatever a URL, a redirect or the name service says.
//! * Every URL is accounted for: see [`Summary`].
//! * Memory, time per request and bytes per answer are bounded, whatever
//!   servers do.
//!
//! # When to use something else
//!
//! It runs no scripts: for pages that are made in the browser take one that is
//! remote-controlled. It runs on one machine: for a good part of the web take a
//! distributed crawler such as Nutch. To mirror one site into files,
//! `wget --mirror` does.

// What may be asked for.
mod target;
mod address;
mod resolve;
mod robots;
mod scope;

// When it may be asked for.
mod patience;
mod schedule;

// Asking, and reading the answer.
mod config;
mod error;
mod fetch;
mod body;
mod links;
mod lists;
mod feed;
mod previous;
mod visit;

// Keeping what was answered.
mod summary;
mod journal;
mod archive;

// All of it together.
mod event;
mod stop;
mod run;
mod crawler;

#[doc(hidden)]
pub mod fuzzing;

pub use crate::{
    address::Addresses,
    archive::Archive,
    config::Config,
    crawler::Crawler,
    error::Error,
    event::Event,
    feed::feed_lines,
    previous::Previous,
    resolve::{Resolution, Resolver},
    stop::{Stop, Stopper},
    summary::Summary,
};

/// The name by which a robots.txt may call the crawler.
const PRODUCT: &str = "demold";

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_sendable<T: Send + 'static>() {}
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_sendable::<Archive>();
    assert_shareable::<Addresses>();
    assert_shareable::<Config>();
    assert_shareable::<Crawler>();
    assert_shareable::<Error>();
    assert_shareable::<Previous>();
    assert_shareable::<Stop>();
    assert_shareable::<Stopper>();
    assert_shareable::<Summary>();
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
