//! Pages that are given by their URLs.

#[cfg(feature = "crawl")]
use std::{num::NonZeroU64, time::Duration};

use super::Wrong;
#[cfg(feature = "crawl")]
use super::values::{contact, count, seconds};

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
    max_pages: Option<NonZeroU64>,
    /// With --site, follow links this many steps deep [default: 3]
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Pause between two requests to the host; its robots.txt may ask for more [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<Duration>,
    /// How the server's operators can reach you: a mail address or a URL, sent in the User-Agent
    #[arg(long, value_name = "MAIL|URL", value_parser = contact)]
    pub(crate) contact: Option<String>,
    /// Also connect to private, loopback and link-local addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
}

#[cfg(not(feature = "crawl"))]
impl Fetching {
    #[expect(clippy::unused_self, reason = "as it is with the feature")]
    pub(super) fn check(&self, _has_url: bool) -> Result<(), Wrong> {
        Ok(())
    }
}

#[cfg(feature = "crawl")]
impl Fetching {
    /// Rejects what does nothing without a URL, or without --site.
    pub(super) fn check(&self, has_url: bool) -> Result<(), Wrong> {
        let of_sites = [
            ("--max-pages", self.max_pages.is_some()),
            ("--depth", self.depth.is_some()),
        ];
        let of_urls = [
            ("--site", self.site),
            ("--delay", self.delay.is_some()),
            ("--contact", self.contact.is_some()),
            ("--allow-private", self.allow_private),
        ];
        for (option, is_given) in of_sites.into_iter().chain(of_urls) {
            if is_given && !has_url {
                wrong!("{option} is about fetching, and no URL is given");
            }
        }
        for (option, is_given) in of_sites {
            if is_given && !self.site {
                wrong!("{option} goes with --site");
            }
        }
        if self.contact.is_none() && crawl::Config::FEW_PAGES < self.max_pages() {
            wrong!(
                "--max-pages above {} needs --contact, so that the server's operators can reach you",
                crawl::Config::FEW_PAGES
            );
        }
        Ok(())
    }

    pub(crate) fn max_pages(&self) -> u64 {
        self.max_pages.map_or(50, NonZeroU64::get)
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth.unwrap_or(3)
    }

    pub(crate) fn delay(&self) -> Duration {
        self.delay.unwrap_or(Duration::from_secs(1))
    }
}
