//! Best global alignment of two sequences of symbols, by Needleman and Wunsch.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Config`] holds the scores and the memory limit, which [`Config::build`] checks once.
//! * [`Aligner`] is built from a `Config` and can be shared between threads.
//! * [`Interner`] numbers words, lines or other items, so that they can be aligned.
//! * [`Scratch`] is working memory for reuse in several calls.
//! * [`Alignment`] is the result: a score, and one [`Step`] per column.
//! * [`mod@reference`] is the plain full-matrix kernel. Its simple code defines what every other kernel must return.
//!
//! # Guarantees
//!
//! The score is exact. If several alignments are best, the rule in [`Alignment`] determines which one is returned.
//! The result depends only on the two inputs and the scores: not on the kernel, the memory limit, or the machine.
//!
//! With `m` and `n` the lengths, time is `O(m · n)`. Two kernels share the work:
//!
//! * Scores in the proportion +1, 0, −1 (the default) use a bit-parallel kernel that computes 64 cells at a time.
//! * All other scores use a plain kernel, some tens of times slower.
//!
//! Neither holds the matrix. Both store checkpoints within [`Config::memory`] bytes and compute again what the path
//! needs. Two sequences of 20,000 symbols take a few megabytes.

mod aligner;
mod alignment;
mod bit_parallel;
mod config;
mod ends;
mod error;
mod general;
mod interner;
pub mod reference;
mod scores;

pub use crate::{
    aligner::{Aligner, Scratch},
    alignment::{Alignment, Step},
    config::Config,
    error::Error,
    interner::Interner,
    scores::Scores,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Aligner, Alignment, Config, Error, Scratch)>();
};
