//! Pages that are given by their URLs.

#[cfg(feature = "crawl")]
use std::num::NonZeroU64;

#[cfg(feature = "crawl")]
use super::{asking::Asking, values::count};

/// A program that cannot fetch has no options for it.
#[cfg(not(feature = "crawl"))]
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Fetching {}

/// How pages are fetched that are given by their URLs.
#[cfg(feature = "crawl")]
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Fetching URLs")]
pub(crate) struct Fetching {
    /// Fetch the whole site of each URL, following links within its host, instead of a single page
    #[arg(long)]
    pub(crate) site: bool,
    /// With --site, stop after this many pages [default: 50]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>)]
    pub(crate) max_pages: Option<NonZeroU64>,
    /// With --site, follow links this many steps deep [default: 3]
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) asking: Asking,
}
