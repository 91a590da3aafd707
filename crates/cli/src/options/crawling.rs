//! The options of `demold crawl`.

use std::{path::PathBuf, time::Duration};

use clap::ValueHint;
use regex::Regex;

use super::values::{bytes, seconds};

/// Fetch pages politely into a WARC file
///
/// Many hosts are asked at the same time, each for one thing at a time and with
/// a pause in between. robots.txt is obeyed. Ctrl-C ends the crawl after the
/// requests that are under way, and --resume goes on with it.
#[derive(Debug, clap::Args)]
pub(crate) struct Crawl {
    /// URLs to fetch, or - for a list on standard input, one a line. A sitemap or feed stands for the
    /// pages that it names
    #[arg(value_name = "URLS", required_unless_present = "resume", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,
    /// File to write: .warc, .warc.gz or .warc.zst; - for standard output, not compressed
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// Whom those who run a server can write to about this crawl: a mail address, or the URL of a
    /// page that says so. It becomes part of the User-Agent
    #[arg(long, value_name = "MAIL|URL")]
    pub(crate) contact: String,
    /// Go on with the crawl that --out holds a part of. URLs that it knows are not fetched again
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// WARC files of earlier crawls, the oldest first: pages that have not changed since are not
    /// fetched again, but noted as revisits
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) previous: Vec<PathBuf>,
    /// Fail at the end if a URL could not be fetched
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) reach: Reach,
    #[command(flatten)]
    pub(crate) manners: Manners,
}

/// What is fetched.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is fetched")]
pub(crate) struct Reach {
    /// Follow links so many steps from the given URLs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) depth: u32,
    /// Follow links only within the site: one registrable domain, such as example.co.uk
    #[arg(long)]
    pub(crate) same_site: bool,
    /// End after so many pages
    #[arg(long, value_name = "N")]
    pub(crate) max_pages: Option<u64>,
    /// Follow only links that this regular expression is found in; may be repeated
    #[arg(long, value_name = "REGEX")]
    pub(crate) include: Vec<Regex>,
    /// Do not follow links that this regular expression is found in; may be repeated
    #[arg(long, value_name = "REGEX")]
    pub(crate) exclude: Vec<Regex>,
    /// Store files other than HTML too
    #[arg(long)]
    pub(crate) all_types: bool,
    /// Cut bodies off after so many bytes; K, M and G may follow
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes)]
    pub(crate) max_body: usize,
    /// Also connect to private, loopback and link-local addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
}

/// How servers are treated.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How servers are treated")]
pub(crate) struct Manners {
    /// Ask so many hosts at the same time
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) workers: usize,
    /// Leave a host alone for so long between two requests; its robots.txt may ask for more
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub(crate) delay: Duration,
    /// Leave a host alone altogether that asks for a longer wait than this
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) patience: Duration,
    /// Give a request up after so long
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Ask again so often when a connection fails or a server is busy
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) retries: u32,
    /// Take no more URLs from standard input while so many wait
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) queue: usize,
}
