//! The `demold` command: learn a site's template, strip it from its pages.
//!
//! A library only so that tests can run the very same [`main`]. To use demold
//! from a program, take the crate `demold`.
//!
//! Data goes to files or to standard output, everything else to standard
//! error. The exit status is 0 when the work was done, 1 when it failed (or,
//! with `--strict`, when anything was skipped), and 2 when the command line
//! makes no sense.

#[macro_use]
mod say;
mod args;
mod sniff;
mod inputs;
mod outputs;
mod write;
mod progress;
mod summary;
mod learn;
mod clean;
mod bulk;
mod show;
mod report;
mod crawl;
mod completions;
mod run;

pub use crate::run::main;
