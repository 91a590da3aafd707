//! The `demold` command: learn a site's template, strip it from its pages.
//!
//! It is a library only so that tests can run the same [`main`]. To use demold
//! from a program, use the crate `demold`.
//!
//! Data goes to files or to standard output, everything else to standard error.
//! The exit status is 0 if the work was done, 1 if it failed (or, with
//! `--strict`, if anything was skipped), and 2 if the command line is invalid.
//!
//! The modules are layers: each imports only from those above it in this list,
//! and a test checks this.

#[cfg(test)]
mod cases;

// What touches the system.
#[macro_use]
mod terminal;
mod files;

// From the command line to a plan, to pages, to templates, to cleaned pages, to files.
#[macro_use]
mod options;
mod plan;
mod pages;
mod templates;
mod screen;
mod cleaned;
mod output;

// What people ask for.
mod commands;
mod run;

pub use crate::{commands::manual, options::command, run::main};
