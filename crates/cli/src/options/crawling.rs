//! The options of `demold crawl`.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
    time::Duration,
};

use clap::ValueHint;
use regex::Regex;

use super::{
    asking::Connecting,
    examples,
    values::{bytes, contact, count, seconds},
};

/// Fetch pages politely into a WARC file
///
/// Fetches from many hosts in parallel, but sends each host only one request at a time, with a
/// pause in between. Obeys robots.txt. Ctrl-C ends the crawl after the requests in progress, and
/// --resume continues it.
#[derive(Debug, clap::Args)]
#[command(after_help = examples::short(examples::CRAWL), after_long_help = examples::CRAWL)]
pub(crate) struct Crawl {
    /// URLs to fetch, or - to read them from standard input, one per line
    ///
    /// A sitemap or feed stands for the pages that it lists.
    #[arg(value_name = "URLS", required_unless_present = "resume", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,
    /// File to write: .warc, .warc.gz or .warc.zst, or - for standard output
    ///
    /// Standard output is not compressed.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// Mail address or URL by which the operators of servers can reach you
    ///
    /// It is sent in the User-Agent.
    #[arg(long, value_name = "MAIL|URL", value_parser = contact)]
    pub(crate) contact: String,
    /// Continue the crawl in --out
    ///
    /// URLs that the file already has are not fetched again.
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// WARC file of an earlier crawl; may be repeated, oldest first
    ///
    /// Pages that have not changed since are not fetched again. They are recorded as revisits.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) previous: Vec<PathBuf>,
    /// Fail at the end if a URL could not be fetched
    #[arg(long, hide_short_help = true)]
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
    /// Follow links this many steps from the given URLs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) depth: u32,
    /// Follow links only within the site of the given URLs
    ///
    /// A site is a registrable domain, such as example.co.uk.
    #[arg(long)]
    pub(crate) same_site: bool,
    /// Also fetch the pages that sitemaps and feeds of the given URLs list
    ///
    /// Sitemaps are those that robots.txt names, and feeds those that the given pages name.
    #[arg(long)]
    pub(crate) sitemaps: bool,
    /// Stop after this many pages
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>)]
    pub(crate) max_pages: Option<NonZeroU64>,
    /// Follow only links that match this regular expression; may be repeated
    #[arg(long, value_name = "REGEX")]
    pub(crate) include: Vec<Regex>,
    /// Do not follow links that match this regular expression; may be repeated
    #[arg(long, value_name = "REGEX")]
    pub(crate) exclude: Vec<Regex>,
    /// Also store files other than HTML
    #[arg(long, hide_short_help = true)]
    pub(crate) all_types: bool,
    /// Cut bodies off after this many bytes
    ///
    /// K, M, G or T may follow the number.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes, hide_short_help = true)]
    pub(crate) max_body: usize,
    #[command(flatten)]
    pub(crate) connecting: Connecting,
}

/// How servers are treated.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How servers are treated")]
pub(crate) struct Manners {
    /// Number of hosts to fetch from in parallel
    #[arg(long, value_name = "N", default_value = "16", value_parser = count::<NonZeroUsize>, hide_short_help = true)]
    pub(crate) workers: NonZeroUsize,
    /// Seconds between two requests to the same host
    ///
    /// The robots.txt of the host may ask for more.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub(crate) delay: Duration,
    /// Give up on a host that asks to wait for more seconds than this
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds, hide_short_help = true)]
    pub(crate) patience: Duration,
    /// Give up on a request after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, hide_short_help = true)]
    pub(crate) timeout: Duration,
    /// Number of retries if a connection fails or a server is busy
    #[arg(long, value_name = "N", default_value_t = 2, hide_short_help = true)]
    pub(crate) retries: u32,
    /// Read no more URLs from standard input while this many are waiting
    #[arg(long, value_name = "N", default_value = "10000", value_parser = count::<NonZeroUsize>, hide_short_help = true)]
    pub(crate) queue: NonZeroUsize,
}
