//! What a run does: the options as typed, checked, with defaults filled in.
//!
//! Later code does not look at the options, and nothing fails because of them after this.

mod paths;
mod address;
mod reading;
mod origin;
mod identity;
mod clean;
mod learn;
mod report;
mod mirrors;
mod repeats;
mod rules;
#[cfg(feature = "crawl")]
mod asking;
#[cfg(feature = "crawl")]
mod crawl;
#[cfg(feature = "crawl")]
mod fetch;
#[cfg(feature = "crawl")]
mod said;
#[cfg(feature = "crawl")]
mod list;

use std::path::{Path, PathBuf};

use crate::options::{self, Args};

pub(crate) use crate::options::{Common, Compare, Completions, Show, Wrong};

#[cfg(feature = "crawl")]
pub(crate) use self::{
    address::listed,
    crawl::Crawl,
    fetch::{Fetch, From},
    list::List,
    reading::Renderer,
};
pub(crate) use self::{
    address::{input_meant, url},
    clean::{Clean, FOR_MANY, shown},
    learn::{Learn, Store},
    mirrors::Mirrors,
    origin::{Cleaning, Origin},
    reading::Reading,
    repeats::Repeats,
    report::Report,
    rules::CheckRules,
};

/// A command that can be run.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) common: Common,
    pub(crate) work: Work,
}

/// The command, with its checked options.
#[derive(Debug)]
pub(crate) enum Work {
    // Plans differ much in size, so the large ones are boxed.
    Learn(Box<Learn>),
    Clean(Box<Clean>),
    Show(Show),
    Compare(Compare),
    Report(Box<Report>),
    Repeats(Box<Repeats>),
    Mirrors(Box<Mirrors>),
    Rules(Box<CheckRules>),
    #[cfg(feature = "crawl")]
    Crawl(Box<Crawl>),
    #[cfg(feature = "crawl")]
    Fetch(Box<Fetch>),
    #[cfg(feature = "crawl")]
    List(Box<List>),
    Man,
    Completions(Completions),
}

impl Plan {
    /// Checks a command line.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if an option cannot be used, contradicts another one, or would do nothing. Anything else if a file
    /// that holds settings cannot be read.
    pub(crate) fn of(args: Args) -> anyhow::Result<Plan> {
        let settings = args.settings;
        let work = match args.command {
            options::Command::Learn(args) => Work::Learn(Box::new(Learn::of(args)?)),
            options::Command::Clean(args) => Work::Clean(Box::new(Clean::of(args, &settings)?)),
            options::Command::Show(show) => {
                let is_one = matches!(&show.templates[..], [template] if !template.is_dir());
                if show.page.is_some() && !is_one {
                    wrong!("--page goes with a single template file");
                }
                Work::Show(show)
            }
            options::Command::Compare(compare) => Work::Compare(compare),
            options::Command::Report(args) => Work::Report(Box::new(Report::of(args)?)),
            options::Command::Repeats(args) => Work::Repeats(Box::new(Repeats::of(args)?)),
            options::Command::Mirrors(args) => Work::Mirrors(Box::new(Mirrors::of(args)?)),
            options::Command::Rules(args) => Work::Rules(Box::new(CheckRules::of(args)?)),
            #[cfg(feature = "crawl")]
            options::Command::Crawl(args) => Work::Crawl(Box::new(Crawl::of(args)?)),
            #[cfg(feature = "crawl")]
            options::Command::Fetch(args) => Work::Fetch(Box::new(Fetch::of(args, &settings)?)),
            #[cfg(feature = "crawl")]
            options::Command::List(args) => Work::List(Box::new(List::of(args))),
            options::Command::Man(_) => Work::Man,
            options::Command::Completions(completions) => Work::Completions(completions),
        };
        Ok(Plan { common: args.common, work })
    }
}

/// Where a single file of output goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// Returns what a name stands for; `-` is standard output.
    fn of(name: PathBuf) -> Destination {
        // A file of this name can still be written as `./-`.
        if name.as_os_str() == "-" { Destination::Stdout } else { Destination::File(name) }
    }

    /// Returns the file that is written, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Destination::Stdout => None,
            Destination::File(file) => Some(file),
        }
    }
}

impl std::fmt::Display for Destination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Destination::Stdout => f.write_str("standard output"),
            Destination::File(file) => write!(f, "{}", file.display()),
        }
    }
}
