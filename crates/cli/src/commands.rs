//! The commands, one file for each.

pub(crate) mod clean;
pub(crate) mod compare;
pub(crate) mod completions;
#[cfg(feature = "crawl")]
pub(crate) mod crawl;
#[cfg(feature = "crawl")]
pub(crate) mod fetch;
pub(crate) mod learn;
#[cfg(feature = "crawl")]
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod mirrors;
pub(crate) mod repeats;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod show;
mod survey;

pub use self::man::manual;
