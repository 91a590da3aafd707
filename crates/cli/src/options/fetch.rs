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
    after_help = examples::short(examples::FETCH),
    after_long_help = examples::FETCH,
    mut_arg("delay", |delay| {
        let help = "Seconds between two requests [default: 0.1]";
        delay.help(help).long_help(help)
    }),
    mut_arg("contact", |contact| contact.hide_short_help(false).long_help(
        "Mail address or URL by which the operators of the server can reach you\n\nIt is sent in the User-Agent. More \
         than 50 pages need it."
    ))
)]
pub(crate) struct Fetch {
    /// File of the index; may be repeated
    ///
    /// It has lines of CDXJ, JSON or CDX, compressed or not, or the columns of Common Crawl in Parquet.
    #[arg(long, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) cdx: Vec<PathBuf>,
    /// Folder or URL below which the WARC files are that the index names
    #[arg(long, value_name = "DIR|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) from: PathBuf,
    /// Follow symbolic links that lead out of the folder of --from
    #[arg(long, hide_short_help = true)]
    pub(crate) follow_links: bool,
    /// File to write: .warc.gz
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// Take no more pages than this of each host
    ///
    /// The first ones in the index are taken.
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>)]
    pub(crate) per_host: Option<NonZeroU64>,
    /// Continue an interrupted run of the same command
    #[arg(long, conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Fail at the end if a page could not be fetched
    #[arg(long, hide_short_help = true)]
    pub(crate) strict: bool,
    #[command(flatten, next_help_heading = "With a URL")]
    pub(crate) asking: Asking,
}
