//! How good is it? Reads collections of pages with gold, cleans them in every way there is, and measures what is left.
//!
//! `cargo xtask eval` prints what this finds. Collections are read ([`datasets`]), every [`subject`] learns and cleans
//! their sites ([`outcome`]), and what is left of each page is judged by the [`measures`] ([`content`]); the figures become
//! [`table`]s ([`mod@run`]) and a [`verdict`]. Pages that are judged [`alone`], beside other projects' extractors
//! ([`peers`]), go through the same measure.
//!
//! The papers' experiments are built with the feature `papers` alone.

#![expect(missing_docs, reason = "of a chore, and never published")]

pub mod alone;
pub mod content;
pub mod datasets;
pub mod files;
mod intervals;
pub mod measures;
pub mod metadata;
pub mod outcome;
#[cfg(feature = "papers")]
mod papers;
pub mod peers;
pub mod python;
pub mod reading;
pub mod run;
pub mod subject;
pub mod table;
pub mod verdict;

/// The repository.
#[cfg(test)]
fn root() -> &'static std::path::Path {
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}
