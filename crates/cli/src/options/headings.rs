//! The groups of options in `--help`, by what one wants to do.
//!
//! They appear in the order in which a command first uses them.

/// Where and how results are written.
pub(super) const OUTPUT: &str = "Output";
/// What of a page stays. `--profile` comes first.
pub(super) const CONTENT: &str = "Content";
/// Which of the cleaned pages are written.
pub(super) const SELECTION: &str = "Selecting pages";
/// Where templates come from.
pub(super) const TEMPLATES: &str = "Templates";
/// Which pages are read.
pub(super) const INPUT: &str = "Input";
/// How pages are fetched that are given by their URLs.
#[cfg(feature = "crawl")]
pub(super) const FETCHING: &str = "Fetching URLs";
/// How a command runs.
pub(super) const RUNNING: &str = "Running";
/// Settings that several of the papers' methods share.
pub(super) const PAPERS: &str = "Methods of the papers";
pub(super) const DISTILL: &str = "Method distill";
pub(super) const MINE: &str = "Method mine";
pub(super) const MAP: &str = "Method map";
/// What every command takes.
pub(super) const GLOBAL: &str = "Global options";
