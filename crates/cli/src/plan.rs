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
    origin::{Cleaning, Origin},
    reading::{Reading, half_of_the_machine},
    rules::read as read_rules,
};

/// Where a single file of output goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// Returns what a name stands for; `-` is standard output.
    pub(crate) fn of(name: PathBuf) -> Destination {
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
