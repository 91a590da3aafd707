//! Pages that are given by their URLs.

#[cfg(feature = "crawl")]
use std::time::Duration;

#[cfg(feature = "crawl")]
use super::values::seconds;

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
    /// With --site, stop after this many pages
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) max_pages: u64,
    /// With --site, follow links this many steps deep
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) depth: u32,
    /// Pause between two requests to the host; its robots.txt may ask for more
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub(crate) delay: Duration,
    /// How the server's operators can reach you: a mail address or a URL, sent in the User-Agent
    #[arg(long, value_name = "MAIL|URL")]
    pub(crate) contact: Option<String>,
    /// Also connect to private, loopback and link-local addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
}
