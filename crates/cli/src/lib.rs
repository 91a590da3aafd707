//! The `demold` command: learn a site's template, strip it from its pages.
//!
//! A library only so that tests can run the very same [`main`]. To use demold
//! from a program, take the crate `demold`.
//!
//! Data goes to files or to standard output, everything else to standard
//! error. The exit status is 0 when the work was done, 1 when it failed (or,
//! with `--strict`, when anything was skipped), and 2 when the command line
//! makes no sense.
//!
//! The modules are layers: each imports only from those above it in this list,
//! which a test holds them to.

// What touches the system.
#[macro_use]
mod terminal;
mod files;

// From the command line to pages, to templates, to cleaned pages, to files.
mod options;
mod pages;
mod templates;
mod cleaned;
mod out;

// What people ask for.
mod commands;
mod run;

pub use crate::{options::command, run::main};
