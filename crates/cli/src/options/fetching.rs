//! Pages that are given by their URLs.

#[cfg(feature = "crawl")]
use std::{num::NonZeroU64, time::Duration};

#[cfg(feature = "crawl")]
use super::values::{contact, count, proxy, seconds};

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
    /// Pause between two requests to the host; its robots.txt may ask for more [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) delay: Option<Duration>,
    /// How the server's operators can reach you: a mail address or a URL, sent in the User-Agent
    #[arg(long, value_name = "MAIL|URL", value_parser = contact)]
    pub(crate) contact: Option<String>,
    /// Also connect to private, loopback and link-local addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
    /// Fetch by way of this HTTP proxy. It looks names up, so that what they lead to is checked by
    /// nobody else
    #[arg(long, value_name = "URL", value_parser = proxy, value_hint = clap::ValueHint::Url)]
    pub(crate) proxy: Option<String>,
}
