//! Pages that are given by their URLs.

#[cfg(feature = "crawl")]
use std::num::NonZeroU64;

#[cfg(feature = "crawl")]
use clap::{ValueHint, builder::NonEmptyStringValueParser};

#[cfg(feature = "crawl")]
use super::{asking::Asking, headings::FETCHING, values::count};

/// A program that cannot fetch has no options for it.
#[cfg(not(feature = "crawl"))]
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Fetching {}

/// How pages are fetched that are given by their URLs.
#[cfg(feature = "crawl")]
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = FETCHING)]
pub(crate) struct Fetching {
    /// Fetch the whole site of each URL, not only the page
    ///
    /// Links are followed within the host of the URL.
    #[arg(long, hide_short_help = true)]
    pub(crate) site: bool,
    /// With --site: stop after this many pages [default: 50]
    ///
    /// More than 50 need --contact.
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>, hide_short_help = true)]
    pub(crate) max_pages: Option<NonZeroU64>,
    /// With --site: follow links this many steps from the URL [default: 3]
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(crate) depth: Option<u32>,
    /// Program that is given each URL as its last argument, and prints the page as HTML
    ///
    /// It is started in place of fetching the page, such as a browser without a window for pages that
    /// scripts fill. Spaces separate its arguments.
    #[arg(long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new(),
        value_hint = ValueHint::CommandString,
        conflicts_with_all = ["site", "delay", "contact", "allow_private", "proxy"], hide_short_help = true)]
    pub(crate) render: Option<String>,
    #[command(flatten)]
    pub(crate) asking: Asking,
}
