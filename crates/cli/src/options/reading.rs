//! What is read, and what belongs together.

use std::path::PathBuf;

use clap::{ValueHint, builder::NonEmptyStringValueParser};
use corpus::Grouper;
use regex::Regex;

use super::{Fetching, values::bytes};

/// Which pages are read, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// Pages: files, folders, URLs, or - for standard input
    #[arg(required = true, value_name = "PAGES", value_hint = ValueHint::AnyPath,
          help_heading = None::<&str>)]
    pub(crate) inputs: Vec<PathBuf>,
    /// How pages are grouped into sites: host, domain (registrable, by the public suffix list), or
    /// a regular expression whose group captures the site from the URL [default: host; a folder is
    /// one site, and so are all single files together]
    #[arg(long, value_name = "host|domain|REGEX", value_parser = grouper)]
    pub(crate) group: Option<Group>,
    /// Read only pages whose URL matches this regular expression; may be repeated
    #[arg(long, value_name = "REGEX", value_hint = ValueHint::Other)]
    pub(crate) include: Vec<Regex>,
    /// Leave out pages whose URL matches this regular expression; may be repeated
    #[arg(long, value_name = "REGEX", value_hint = ValueHint::Other)]
    pub(crate) exclude: Vec<Regex>,
    /// Follow links in a folder that lead out of it; by default they are skipped and counted
    #[arg(long)]
    pub(crate) follow_links: bool,
    /// Leave sites with fewer pages unchanged, and count them. By default nothing is left
    /// unchanged: a page that is alone is judged by itself
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_pages: u64,
    /// Skip pages that are larger than this when decompressed; K, M and G may follow
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes)]
    pub(crate) max_page: usize,
    /// Memory for the pages to learn from; beyond it they go to a temporary file [default: 160M, but no
    /// more than half of what the machine has]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<usize>,
    /// JSON Lines, Parquet: the field or column with a page's URL
    #[arg(long, value_name = "NAME", default_value = "url",
          value_parser = NonEmptyStringValueParser::new())]
    pub(crate) url_field: String,
    /// JSON Lines, Parquet: the field or column with a page's source
    #[arg(long, value_name = "NAME", default_value = "html",
          value_parser = NonEmptyStringValueParser::new())]
    pub(crate) html_field: String,
    #[command(flatten)]
    pub(crate) fetching: Fetching,
}

/// The grouping that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Group(pub(crate) Grouper);

fn grouper(text: &str) -> Result<Group, corpus::GroupError> {
    Ok(Group(match text {
        "host" => Grouper::host(),
        "domain" => Grouper::registrable_domain(),
        pattern => Grouper::regex(pattern)?,
    }))
}
