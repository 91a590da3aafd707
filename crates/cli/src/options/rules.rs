//! `demold rules`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use super::{Reading, examples};

/// Test a file of rules for known sites: which of its selectors match something
///
/// Prints each selector with the number of pages in which it matches an element, of the pages of its
/// hosts. Fails if a selector matches nothing.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::short(examples::RULES), after_long_help = examples::RULES)]
pub(crate) struct Rules {
    /// What to do with the file
    #[arg(value_enum, value_name = "TASK")]
    pub(crate) task: RulesTask,
    /// TOML file of rules, as for `clean --rules`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum RulesTask {
    /// Print what the rules match in pages
    Check,
}
