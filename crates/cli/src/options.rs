//! Everything that clap sees: what can be asked for, and what it means.

#[macro_use]
mod wrong;
mod values;
mod headings;
mod reading;
mod mining;
mod learning;
mod using;
#[cfg(feature = "crawl")]
mod asking;
mod fetching;
#[cfg(feature = "crawl")]
mod crawling;
#[cfg(feature = "crawl")]
mod fetch;
#[cfg(feature = "crawl")]
mod list;
mod clean;
mod mirrors;
mod repeats;
mod rules;
mod settings;
mod examples;
mod trafilatura;
mod config;

use std::{ffi::OsString, path::PathBuf, sync::LazyLock};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueHint, builder::RangedU64ValueParser};

use crate::terminal;

pub(crate) use self::{
    clean::{Clean, Dedup},
    fetching::Fetching,
    learning::{ExpressionUse, Learn, LearningArgs},
    mirrors::Mirrors,
    reading::{Group, Reading},
    repeats::Repeats,
    rules::{Rules, RulesTask},
    settings::Settings,
    using::{Report, Using},
    wrong::Wrong,
};

#[cfg(test)]
pub(crate) use self::settings::shown;
#[cfg(feature = "crawl")]
pub(crate) use self::{
    asking::{Asking, Connecting},
    crawling::Crawl,
    fetch::Fetch,
    list::List,
};

/// Remove the template that the pages of a web site share.
#[derive(Debug, Parser)]
#[command(
    name = "demold",
    bin_name = "demold",
    version,
    long_version = long_version(),
    propagate_version = true,
    max_term_width = 100
)]
#[command(after_help = "Exit status: 0 done, 1 failed (with --strict, also if a page was broken or came out empty), \
                        2 the command line is wrong.")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
    /// The name of the command.
    #[arg(skip)]
    pub(crate) name: String,
    /// The values of all options as strings, by the options' names.
    #[arg(skip)]
    pub(crate) settings: Settings,
}

/// Returns the version of the program and that of its model: with another model, the same pages come out differently.
fn long_version() -> &'static str {
    static VERSION: LazyLock<String> =
        LazyLock::new(|| format!("{}\nmodel {}", env!("CARGO_PKG_VERSION"), demold::model()));
    &VERSION
}

impl Args {
    /// Reads the command line of the process, and what it leaves to a file of options.
    ///
    /// If something is wrong with them, the process ends as clap ends it.
    ///
    /// # Errors
    ///
    /// The help or the version, if that is asked for: it goes to standard output.
    pub(crate) fn read() -> Result<Args, Box<clap::Error>> {
        let words: Vec<OsString> = std::env::args_os().collect();
        config::read(&words).map_err(|error| if error.use_stderr() { terminal::exit(&error) } else { Box::new(error) })
    }

    /// Reads a command line.
    pub(crate) fn of(words: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
        let mut all = Args::command();
        let mut matches = all.try_get_matches_from_mut(words).map_err(trafilatura::named)?;
        // Before the matches are turned into structs, because that takes the values out of them.
        let (name, settings) = (matches.subcommand_name().unwrap_or_default().to_owned(), Settings::of(&all, &matches));
        let args = Args::from_arg_matches_mut(&mut matches)?;
        Ok(Args { name, settings, ..args })
    }
}

/// Returns the command line as clap describes it, for documentation.
pub fn command() -> clap::Command {
    Args::command()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Learn(Learn),
    Clean(Clean),
    Show(Show),
    Compare(Compare),
    Report(Report),
    Repeats(Repeats),
    Mirrors(Mirrors),
    Rules(Rules),
    #[cfg(feature = "crawl")]
    Crawl(Crawl),
    #[cfg(feature = "crawl")]
    Fetch(Fetch),
    #[cfg(feature = "crawl")]
    List(List),
    Man(Manual),
    Completions(Completions),
}

/// What every command understands.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = headings::GLOBAL)]
pub(crate) struct Common {
    /// Print nothing but errors
    #[arg(short, long, global = true, conflicts_with = "verbose", hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Print more: what was learned from, what was skipped, what came out empty
    #[arg(short, long, global = true, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// Read options from this TOML file
    ///
    /// Each key is the long name of an option, with its value, or true. A table with the name of a command
    /// holds options of that command. Options on the command line win. No file is read by default.
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) config: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, global = true, value_name = "N", hide_short_help = true,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    pub(crate) threads: Option<usize>,
}

/// The number of cores of the largest machines. Starting some thousands of threads takes longer than most runs. Chosen:
/// by eye.
const MOST_THREADS: u64 = 512;

/// Print a template file, or a folder of them, as a readable listing
#[derive(Debug, clap::Args)]
#[command(after_help = examples::SHOW)]
pub(crate) struct Show {
    /// Template files, or folders of templates
    #[arg(value_name = "TEMPLATE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) templates: Vec<PathBuf>,
    /// Show what the template removes from this page, why, and what stays
    ///
    /// A template of the default method keeps no text, so that it takes a page to show the parts that go.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) page: Option<PathBuf>,
}

/// Show what changed between two templates of a site: what was kept, is new, or is gone
///
/// Compares two template files, or two folders of templates. --verbose lists what is new and what
/// is gone. Of two files of records (.jsonl) it shows which pages came out otherwise, as with
/// another version, model or option.
#[derive(Debug, clap::Args)]
#[command(after_help = examples::COMPARE)]
pub(crate) struct Compare {
    /// Older template file or folder, or the records (.jsonl) of the older run
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: PathBuf,
    /// Newer template file or folder, or the records (.jsonl) of the newer run
    ///
    /// Both templates must have been learned by the same method.
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: PathBuf,
}

/// Print the man page
#[derive(Debug, clap::Args)]
#[command(after_help = examples::MAN)]
pub(crate) struct Manual {}

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = examples::COMPLETIONS)]
pub(crate) struct Completions {
    /// Shell to complete for
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the options of each command, without help, version and the ones that are hidden everywhere.
    fn options() -> Vec<(String, Vec<clap::Arg>)> {
        let mut all = Args::command();
        all.build();
        let commands = all.get_subcommands().filter(|command| command.get_name() != "help");
        let options = commands.map(|command| {
            let is_meant = |arg: &&clap::Arg| {
                !arg.is_positional() && !arg.is_hide_set() && !matches!(arg.get_id().as_str(), "help" | "version")
            };
            let options = command.get_arguments().filter(is_meant);
            (command.get_name().to_owned(), options.cloned().collect())
        });
        options.collect()
    }

    #[test]
    fn short_help_lists_at_most_twelve_options() {
        for (name, options) in options() {
            let short = options.iter().filter(|option| !option.is_hide_short_help_set());
            let short: Vec<_> = short.map(shown).collect();
            assert!(short.len() <= 12, "{name}: {short:?}");
        }
    }

    #[test]
    fn each_option_has_a_sentence_for_short_help() {
        for (name, options) in options() {
            for option in options {
                let help = option.get_help().map(ToString::to_string).unwrap_or_default();
                let is_short = (1..=110).contains(&help.chars().count());
                // A second sentence belongs to long help.
                assert!(is_short && !help.contains(". "), "{name} {}: {help}", shown(&option));
            }
        }
    }

    #[test]
    fn the_former_name_of_sample_pages_is_understood() {
        let words = ["demold", "learn", "site", "--pages", "3"].map(OsString::from);
        let Command::Learn(learn) = Args::of(words).unwrap().command else {
            panic!("it is another command");
        };
        assert_eq!(learn.how.sample_pages.map(std::num::NonZero::get), Some(3));
    }

    #[test]
    fn each_option_of_clean_is_in_a_group() {
        let (_, clean) = options().into_iter().find(|(name, _)| name == "clean").unwrap();
        for option in clean {
            assert!(option.get_help_heading().is_some(), "{}", shown(&option));
        }
    }
}
