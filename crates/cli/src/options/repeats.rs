//! `demold repeats`.

use std::path::PathBuf;

use clap::ValueHint;

use super::{Reading, examples};

/// Find long strings of words that pages of different sites share, word for word
///
/// Reads everything twice, in bounded memory, and writes one JSON object per line. The input can be
/// pages, or the output of `clean`, so that templates are not reported.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::short(examples::REPEATS), after_long_help = examples::REPEATS)]
#[command(mut_arg("memory", |arg| {
    let short = "Memory to use, in bytes [default: half of what the machine has]";
    arg.help(short).long_help(format!(
        "{short}\n\nA quarter of it is for finding what several sites may share. What is found must fit into the rest. \
         K, M, G or T may follow the number."
    ))
}))]
pub(crate) struct Repeats {
    /// JSON Lines file to write [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Minimum number of words of a string
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_words: u32,
    /// Minimum number of sites that share a string
    ///
    /// With 1, strings that pages of a single site share are found too.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_sites: u32,
    #[command(flatten)]
    pub(crate) reading: Reading,
}
