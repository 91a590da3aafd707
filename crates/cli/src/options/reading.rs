//! What is read, and what belongs together.

use std::path::PathBuf;

use clap::{ValueHint, builder::NonEmptyStringValueParser};
use pipeline::Grouper;
use regex::Regex;

use super::{
    Fetching,
    headings::{INPUT, RUNNING},
    values::bytes,
};

/// Which pages are read, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct Reading {
    /// Files, folders or URLs of pages, or - for standard input
    #[arg(value_name = "PAGES", value_hint = ValueHint::AnyPath, help_heading = None::<&str>)]
    #[cfg_attr(feature = "crawl", arg(required_unless_present = "urls"))]
    #[cfg_attr(not(feature = "crawl"), arg(required = true))]
    pub(crate) inputs: Vec<PathBuf>,
    /// How pages are grouped into sites [default: host; a folder is one site]
    ///
    /// The value domain groups by registrable domain, as the public suffix list has it. A regular
    /// expression must have a group, which captures the site from the URL of a page. By default, all
    /// single files together are one site. A folder is several sites if its pages declare addresses
    /// of several hosts, each of them at least two pages; with the value folder, it is one site
    /// whatever they declare.
    #[arg(long, value_name = "host|domain|folder|REGEX", value_parser = grouper)]
    pub(crate) group: Option<Group>,
    /// Read only pages whose URL matches this regular expression; may be repeated
    ///
    /// With --site, links to other pages are not followed.
    #[arg(long, value_name = "REGEX", value_hint = ValueHint::Other, hide_short_help = true)]
    pub(crate) include: Vec<Regex>,
    /// Do not read pages whose URL matches this regular expression; may be repeated
    ///
    /// With --site, links to them are not followed.
    #[arg(long, value_name = "REGEX", value_hint = ValueHint::Other, hide_short_help = true)]
    pub(crate) exclude: Vec<Regex>,
    /// Follow symbolic links that lead out of a folder
    ///
    /// By default they are skipped and counted.
    #[arg(long, hide_short_help = true)]
    pub(crate) follow_links: bool,
    /// Skip pages that have more bytes than this when decompressed
    ///
    /// K, M, G or T may follow the number.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes, hide_short_help = true)]
    pub(crate) max_page: usize,
    /// Field of JSON Lines or column of Parquet that has the URL of a page
    #[arg(long, value_name = "NAME", default_value = "url", value_parser = NonEmptyStringValueParser::new(),
        hide_short_help = true)]
    pub(crate) url_field: String,
    /// Field of JSON Lines or column of Parquet that has the source of a page
    #[arg(long, value_name = "NAME", default_value = "html", value_parser = NonEmptyStringValueParser::new(),
        hide_short_help = true)]
    pub(crate) html_field: String,
    #[command(flatten)]
    pub(crate) fetching: Fetching,
    /// Memory for the pages that templates are learned from, in bytes [default: 160M]
    ///
    /// Pages beyond it wait in a temporary file. By default it is no more than half of the memory of the
    /// machine. K, M, G or T may follow the number.
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = RUNNING, hide_short_help = true)]
    pub(crate) memory: Option<usize>,
}

/// The grouping that was asked for.
#[derive(Clone, Debug)]
pub(crate) enum Group {
    /// All pages by their addresses.
    By(Grouper),
    /// The pages of a folder by the folder alone, and others by their hosts.
    Folder,
}

fn grouper(text: &str) -> Result<Group, pipeline::Error> {
    Ok(match text {
        "folder" => Group::Folder,
        "host" => Group::By(Grouper::host()),
        "domain" => Group::By(Grouper::registrable_domain()),
        pattern => Group::By(Grouper::regex(pattern)?),
    })
}
