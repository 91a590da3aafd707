//! One input, which can be read as often as necessary.

use std::{
    fs::{self, File},
    io::{self, Seek as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use anyhow::Context as _;
use corpus::{At, Form, Page, Place};

use super::{
    account::{Account, Trouble},
    item::Item,
};
use crate::plan::Reading;

/// One input: a file of many pages, or a page with its name.
#[derive(Debug)]
pub(crate) struct Source {
    pub(super) name: Arc<str>,
    pub(super) backing: Backing,
    pub(super) contents: Contents,
    /// Whether the command line names it, rather than a folder around it.
    pub(super) is_named: bool,
    pub(super) account: Account,
    /// What it was when it was found.
    found: Option<State>,
}

/// What shows that a file was written to, or another one put in its place.
#[derive(Debug, Eq, PartialEq)]
struct State {
    length: u64,
    modified: Option<SystemTime>,
    /// The device, the number on it, and the time at which anything about the file was changed, which no program can
    /// set: seconds and nanoseconds.
    #[cfg(unix)]
    inode: (u64, u64, i64, i64),
}

impl State {
    fn of(about: &fs::Metadata) -> State {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        State {
            length: about.len(),
            modified: about.modified().ok(),
            #[cfg(unix)]
            inode: (about.dev(), about.ino(), about.ctime(), about.ctime_nsec()),
        }
    }
}

#[derive(Debug)]
pub(super) enum Backing {
    Path(PathBuf),
    /// Standard input or the web, which are read once, into a temporary file.
    Copy(File),
}

#[derive(Clone, Debug)]
pub(super) enum Contents {
    Many(Form),
    One(Listed),
}

/// A page whose name is known before it is read.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The folder in which it was found; none for single files.
    pub(super) folder: Option<Arc<Path>>,
    /// The path below that folder, or the bare name of a single file.
    pub(super) relative: PathBuf,
    /// Its number among all listed pages.
    pub(super) nth: usize,
}

/// What a source gives, and the file that knows how far that is.
pub(super) struct Opened {
    pub(super) items: Box<dyn Iterator<Item = Item> + Send>,
    pub(super) position: Option<File>,
}

impl Source {
    pub(super) fn new(name: Arc<str>, backing: Backing, contents: Contents, is_named: bool) -> Source {
        let mut source = Source {
            name,
            backing,
            contents,
            is_named,
            account: Account::default(),
            found: None,
        };
        if source.must_be_read() {
            source.found = source.state();
        }
        source
    }

    /// Returns whether a run fails if it cannot be read: a page among those of a folder is only counted.
    pub(super) fn must_be_read(&self) -> bool {
        self.is_named || matches!(self.contents, Contents::Many(_))
    }

    /// Returns what shows a change; nothing of a copy, which is ours alone.
    fn state(&self) -> Option<State> {
        let Backing::Path(path) = &self.backing else {
            return None;
        };
        Some(State::of(&fs::metadata(path).ok()?))
    }

    /// Returns why not all of it was read, as far as it has been.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        let is_touched = self.found.is_some() && self.found != self.state();
        self.account
            .trouble()
            .or_else(|| is_touched.then_some(Trouble::Touched))
    }

    /// Returns its size in bytes on disk.
    pub(crate) fn length(&self) -> u64 {
        let about = match &self.backing {
            Backing::Path(path) => fs::metadata(path),
            Backing::Copy(file) => file.metadata(),
        };
        about.map_or(0, |about| about.len())
    }

    /// Returns what distinguishes this input from another one with the same
    /// name.
    pub(crate) fn identity(&self) -> String {
        let changed = match &self.backing {
            Backing::Path(path) => fs::metadata(path).and_then(|about| about.modified()),
            Backing::Copy(_) => Ok(SystemTime::UNIX_EPOCH),
        };
        let changed = changed.unwrap_or(SystemTime::UNIX_EPOCH);
        let since = changed.duration_since(SystemTime::UNIX_EPOCH);
        let since = since.unwrap_or_default().as_nanos();
        format!("{}: {} bytes, {since}", self.name, self.length())
    }

    /// Returns whether another process can read it again.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.backing, Backing::Path(_))
    }

    /// Returns whether it is a page that the command line names.
    pub(super) fn is_single(&self) -> bool {
        self.is_named && self.listed().is_some()
    }

    /// Returns the page that it is, if it is one.
    pub(super) fn listed(&self) -> Option<&Listed> {
        match &self.contents {
            Contents::One(listed) => Some(listed),
            Contents::Many(_) => None,
        }
    }

    fn file(&self) -> io::Result<File> {
        match &self.backing {
            Backing::Path(path) => File::open(path),
            Backing::Copy(file) => {
                let mut file = file.try_clone()?;
                file.rewind()?;
                Ok(file)
            }
        }
    }

    /// Reads it from the beginning, or after so many items.
    ///
    /// `nth` is its number among all sources.
    pub(super) fn open(&self, nth: usize, reading: &Reading, n_passed: usize) -> anyhow::Result<Opened> {
        let options = reading.options();
        match &self.contents {
            Contents::One(listed) => {
                let place = Place {
                    file: Arc::clone(&self.name),
                    at: At::Whole,
                };
                let page = corpus::read_page(self.file(), place, &listed.relative, &options);
                let item = Item {
                    page: page.map(|page| Page {
                        url: reading.address.clone().or(page.url),
                        ..page
                    }),
                    // If grouping was asked for, pages are grouped by their
                    // addresses.
                    folder: (listed.folder.clone()).filter(|_| reading.group.is_none()),
                    listed: Some(listed.nth),
                    source: nth,
                };
                Ok(Opened {
                    items: Box::new(std::iter::once(item).skip(n_passed)),
                    position: None,
                })
            }
            Contents::Many(form) => {
                let failed = || format!("cannot read {}", self.name);
                let file = self.file().with_context(failed)?;
                // A copy of the handle shares its position; tables are read in
                // no particular order.
                let position = match form {
                    Form::Parquet => None,
                    _ => file.try_clone().ok(),
                };
                let pages = corpus::open(file, *form, &self.name, &options)
                    .with_context(|| format!("cannot use {}{}", self.name, hint(*form)))?;
                Ok(Opened {
                    items: Box::new(pages.skip(n_passed).map(move |page| Item {
                        page,
                        folder: None,
                        listed: None,
                        source: nth,
                    })),
                    position,
                })
            }
        }
    }
}

/// What to do about a table whose columns have other names.
fn hint(form: Form) -> &'static str {
    match form {
        Form::Parquet => " (--html-field names the column of pages)",
        _ => "",
    }
}
