//! `demold mirrors`.

use std::path::PathBuf;

use clap::ValueHint;

use super::{Reading, examples, values::positive_share};

/// Find sites that are copies of each other, and by how much
///
/// Compares the texts of all sites, by the runs of eight words that they have. Reads everything once,
/// in bounded memory, and writes one JSON object per line: a pair of sites, with the share of each
/// site's text that the other one has too. The input can be pages, or the output of `clean`, so that
/// sites are compared without their templates.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::short(examples::MIRRORS), after_long_help = examples::MIRRORS)]
#[command(mut_arg("memory", |arg| {
    let short = "Memory to use, in bytes [default: half of what the machine has]";
    arg.help(short).long_help(format!(
        "{short}\n\nA site takes up to 16 K. K, M, G or T may follow the number."
    ))
}))]
pub(crate) struct Mirrors {
    /// JSON Lines file to write [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Share of the text of one of two sites that the other one must have too
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = positive_share)]
    pub(crate) min_share: f64,
    #[command(flatten)]
    pub(crate) reading: Reading,
}
