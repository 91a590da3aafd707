//! The options of `demold fetch`.

use std::{num::NonZeroU64, path::PathBuf};

use clap::ValueHint;

use super::{asking::Asking, examples, values::count};

/// Fetch pages of a crawl that others made, by its index, into a WARC file
///
/// Reads lines of an index and copies the record of each page from the crawl's WARC files, as it is.
/// Only responses with status 200 that are HTML are taken, as far as the index says.
#[derive(Debug, clap::Args)]
#[command(
    after_help = examples::FETCH,
    mut_arg("delay", |delay| delay.help("Pause between two requests [default: 0.1]")),
    mut_arg("contact", |contact| contact.help(
        "How the server's operators can reach you: a mail address or a URL, sent in the User-Agent; needed for more than \
         50 pages"
    ))
)]
pub(crate) struct Fetch {
    /// The index: lines of CDXJ, JSON or CDX, packed or not, or Common Crawl's columns in Parquet;
    /// may be repeated
    #[arg(long, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) cdx: Vec<PathBuf>,
    /// Where the WARC files are that the index names: a folder, or what their URLs begin with
    #[arg(long, value_name = "DIR|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) from: PathBuf,
    /// Follow links in the folder of --from that lead out of it
    #[arg(long)]
    pub(crate) follow_links: bool,
    /// The file to write: .warc.gz
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// Take no more pages than this of each host: the first in the index
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>)]
    pub(crate) per_host: Option<NonZeroU64>,
    /// Go on with an interrupted run of the same command
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Fail at the end if a page could not be fetched
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten, next_help_heading = "With a URL")]
    pub(crate) asking: Asking,
}
