//! `demold repeats`.

use std::path::PathBuf;

use clap::ValueHint;

use super::{Reading, examples};

/// Find long strings of words that pages of different sites share, word for word
///
/// Reads everything twice, in bounded memory, and writes one JSON object per line. The input can be
/// pages, or the output of `clean`, so that templates are not reported.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::REPEATS)]
#[command(mut_arg("min_pages", |arg| arg.hide(true)))]
#[command(mut_arg("memory", |arg| arg.help(
    "Memory to use: a quarter of it is for finding what several sites may share, and what is found \
     must fit into the rest [default: half of what the machine has]"
)))]
pub(crate) struct Repeats {
    /// The file to write, as JSON Lines [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// The least number of words in a string
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_words: u32,
    /// The least number of sites that share a string; 1 also finds what pages of a single site
    /// share
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_sites: u32,
    #[command(flatten)]
    pub(crate) reading: Reading,
}
