//! Distils what many sequences share, by a binary consensus tree of alignments.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Config`] holds the settings, which [`Config::build`] checks once.
//! * [`Distiller`] draws a sample of the pages and distils it.
//! * [`Consensus`] is the template: symbols with their supports.
//! * [`ConsensusLocator`] finds a consensus in a page. [`LocatedTokens`] tells which tokens belong to the template, and how well the
//!   page fits.
//!
//! # Guarantees
//!
//! The result depends only on the pages, their order and the settings: not on the number of threads, nor on the
//! machine. The alignments of one level of the tree run in parallel, on the caller's rayon pool.
//!
//! `t` pages take `t − 1` alignments, each within the memory limit of
//! [`align_nw::Config::memory`].
//!
//! # Features
//!
//! * `rayon` (default): the alignments of a level run in parallel. Without it they
//!   run one after another, with the same result.

mod config;
mod consensus;
mod distiller;
mod error;
mod locate;
mod node;
mod sample;

pub use crate::{
    config::{Config, Pruning},
    consensus::{Consensus, UNKNOWN},
    distiller::Distiller,
    error::Error,
    locate::{ConsensusLocator, LocatedTokens},
};
/// The crate that computes the alignments, with their settings.
pub use align_nw;

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Config, Consensus, Distiller, Error, LocatedTokens, ConsensusLocator)>();
};
