//! Title, authors, dates, language and more of a web page, each with its source.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! - [`read`] reads a page's tree. [`MetadataOptions`] pass what else is known about the page.
//! - [`Metadata`] is the result; [`Sources`] and [`Source`] tell where each value was found.
//! - [`Facts`] are what both look at, collected once for callers who do both: learn from a page, and read it.
//! - [`SiteLearner`] takes the [`Signs`] of a site's pages and learns [`SiteMetadata`]: what the titles of the pages
//!   share, and where on the pages dates and authors are.
//!
//! # Guarantees
//!
//! Any tree can be read; no function fails. Time and memory are linear in the page. Limits apply to everything that a
//! page can repeat: the depth and number of things in JSON-LD, bylines, tags. Equal pages give equal metadata; no
//! clock is read.
//!
//! # When to use something else
//!
//! To get everything that a page's scripts say, use a parser for JSON-LD.

mod lists;
mod text;
mod days;
mod json_ld;
mod article_body;
mod metadata;
mod site;
mod teasers;
mod page;
mod kinds;
mod address;
mod title;
mod authors;
mod dates;
mod language;
mod languages;
mod read;
#[cfg(test)]
mod tests;

/// The crate whose trees the functions of this crate take.
pub use dom;

pub use crate::{
    article_body::article_body,
    days::first_date,
    languages::{language_code, languages},
    metadata::{Metadata, MetadataValue, PageType, Source, Sources},
    page::Facts,
    read::{MetadataOptions, read},
    site::{Signs, SiteLearner, SiteMetadata},
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Facts, Metadata, SiteMetadata)>();
};
