//! How good is it? Reads collections of pages with gold, cleans them in every way there is, and measures what is left.
//!
//! `cargo xtask eval` prints what this finds. Collections are read ([`datasets`]), every [`subject`] learns and cleans
//! their sites ([`outcome`], kept by [`cache`]), and what is left of each page is judged ([`mod@judge`]) by the
//! [`measures`]; the figures become a [`report`], [`tables`] and a verdict ([`floors`], for the quick run [`quick`] as well).
//! Pages that are judged [`alone`], beside other projects' extractors, go through the same measure.
//!
//! The papers' experiments are built with the feature `papers` alone.

#![expect(missing_docs, reason = "of a chore, and never published")]

pub mod alone;
pub mod bootstrap;
pub mod cache;
pub mod content;
pub mod datasets;
pub mod files;
pub mod floors;
pub mod intervals;
pub mod judge;
pub mod measures;
pub mod metadata;
pub mod others;
pub mod outcome;
pub mod outputs;
#[cfg(feature = "papers")]
pub mod papers;
pub mod peers;
pub mod python;
pub mod quick;
pub mod reading;
pub mod report;
pub mod stages;
pub mod subject;
pub mod tables;
pub mod worst;
#[cfg(test)]
mod tests;

/// The repository.
#[cfg(test)]
fn root() -> &'static std::path::Path {
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}
