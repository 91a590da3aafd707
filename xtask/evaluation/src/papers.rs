//! The papers' experiments, one module each, and their tables.
//!
//! Built with the feature `papers` alone: they take `smartcore`, and nothing else of the evaluation needs them.

mod bayes;
mod claims;
mod clustering;
mod experiments;
mod expressions;
mod facts;
mod furthest;
mod kmeans;
mod matrix;
mod similar;
mod sweep;
pub(crate) mod tables;
mod thesis;
mod vectors;

pub use self::experiments::Results;
pub(crate) use self::experiments::run;
