//! Pages that are given by their URLs.

use std::path::PathBuf;
#[cfg(feature = "crawl")]
use std::{num::NonZeroU64, time::Duration};

#[cfg(feature = "crawl")]
use clap::{ValueHint, builder::NonEmptyStringValueParser};

#[cfg(feature = "crawl")]
use super::{
    asking::Asking,
    headings::FETCHING,
    values::{count, seconds},
};

/// A program that cannot fetch has no options for it.
#[cfg(not(feature = "crawl"))]
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Fetching {}

/// How pages are fetched that are given by their URLs.
#[cfg(feature = "crawl")]
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = FETCHING)]
pub(crate) struct Fetching {
    /// File of addresses to fetch, one a line, or - for standard input; may be repeated
    ///
    /// Blank lines and lines that begin with # are passed over. An address that gives no page is named, with its
    /// line, and the run then ends with status 1. A file whose name ends in .txt and that has only addresses needs
    /// no --urls.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) urls: Vec<PathBuf>,
    /// Fetch the whole site of each URL, not only the page
    ///
    /// Links are followed within the host of the URL.
    #[arg(long, hide_short_help = true)]
    pub(crate) site: bool,
    /// With --site, a sitemap or a feed: stop after this many pages of a host [default: 50]
    ///
    /// If more addresses of a host are given, that many are the default. More than 50 need --contact.
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>, hide_short_help = true)]
    pub(crate) max_pages: Option<NonZeroU64>,
    /// With --site: follow links this many steps from the URL [default: 3]
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(crate) depth: Option<u32>,
    /// Program that is given each URL as its last argument, and prints the page as HTML
    ///
    /// It is started in place of fetching the page, such as a browser without a window for pages that
    /// scripts fill. Spaces separate its arguments. With --site, it makes each page of the site.
    #[arg(long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new(),
        value_hint = ValueHint::CommandString, conflicts_with = "proxy", hide_short_help = true)]
    pub(crate) render: Option<String>,
    /// With --render: give up on a page after this many seconds [default: 30]
    ///
    /// The program is ended then, and on Unix all that it has started.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "render", hide_short_help = true)]
    pub(crate) render_timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) asking: Asking,
}

impl Fetching {
    /// Returns the files of addresses.
    pub(crate) fn lists(&self) -> &[PathBuf] {
        #[cfg(feature = "crawl")]
        return &self.urls;
        #[cfg(not(feature = "crawl"))]
        &[]
    }
}
