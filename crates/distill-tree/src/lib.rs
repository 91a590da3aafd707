//! Distils what many sequences share, by a binary consensus tree of alignments.
//!
//! The pages of a site, as sequences of symbols, are aligned in pairs. Each pair is merged into one sequence whose
//! symbols know how many pages have them. The merged sequences are aligned in pairs again, until one is left: the
//! template. Symbols with too little support are pruned on the way. The method is that of Geraci and Maggini, "A
//! multi-sequence alignment algorithm for web template detection" (2011), section 2.2. The crate knows no HTML.
//!
//! # Example
//!
//! ```
//! use distill_tree::Config;
//!
//! let pages: [&[u32]; 4] =
//!     [&[1, 2, 50, 3], &[1, 2, 60, 61, 3], &[1, 2, 3], &[1, 2, 80, 3]];
//! let consensus = Config::new().build()?.distill(&pages)?;
//! assert_eq!(consensus.symbols(), [1, 2, 3]);
//! assert_eq!(consensus.supports(), [4, 4, 4]);
//!
//! let locator = Config::new().locator()?;
//! assert_eq!(locator.locate(&consensus, &[1, 2, 90, 91, 3])?.ranges(), [0..2, 4..5]);
//! # Ok::<(), distill_tree::Error>(())
//! ```
//!
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
//! # When to use something else
//!
//! * For runs that occur in many pages, in any order, use `suffixarray-miner`.
//! * For what trees share, use `rtdm-tree-mapping`.
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
pub use align_nw::Scratch;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Config, Consensus, Distiller, Error, LocatedTokens, ConsensusLocator)>();
};
