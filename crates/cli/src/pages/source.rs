//! One input, which can be read several times.

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

/// One input: a file of many pages, or a single page with a name.
#[derive(Debug)]
pub(crate) struct Source {
    pub(super) name: Arc<str>,
    pub(super) backing: Backing,
    pub(super) contents: Contents,
    /// Whether the command line names it itself, and not a folder that contains it.
    pub(super) is_named: bool,
    pub(super) account: Account,
    /// The state of its file when it was found; none if changes are not checked.
    found: Option<State>,
}

/// By this it is noticed that a file was written to, or that another one was put in its place.
#[derive(Debug, Eq, PartialEq)]
struct State {
    length: u64,
    modified: Option<SystemTime>,
    /// The device, the inode number, and the time of the last change to the file or to what is known about it, in
    /// seconds and nanoseconds. Programs can set the time of modification, but not this one.
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
    /// A temporary copy of standard input or of fetched pages, which can be read only once.
    Copy(File),
}

#[derive(Clone, Debug)]
pub(super) enum Contents {
    Many(Form),
    One(Listed),
}

/// A page whose output name is known before it is read.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The folder in which it was found; none for single files.
    pub(super) folder: Option<Arc<Path>>,
    /// The key of the site to which it belongs by the place where it was found; none for single files.
    pub(super) site: Option<Arc<str>>,
    /// The path below that folder, or the file name of a single file.
    pub(super) relative: PathBuf,
    /// Its number among all listed pages.
    pub(super) nth: usize,
}

/// The items of an opened source, and the file handle whose position shows how far it was read.
pub(super) struct Opened {
    pub(super) items: Box<dyn Iterator<Item = Item> + Send>,
    pub(super) position: Option<File>,
}

impl Source {
    pub(super) fn new(name: Arc<str>, backing: Backing, contents: Contents, is_named: bool) -> Source {
        let mut source = Source { name, backing, contents, is_named, account: Account::default(), found: None };
        // A page of a folder that cannot be read does not fail the run, so changes of it are not looked for.
        if source.must_be_read() {
            source.found = source.state();
        }
        source
    }

    /// Returns whether a run fails if it cannot be read. A single page in a folder is only counted.
    pub(super) fn must_be_read(&self) -> bool {
        self.is_named || matches!(self.contents, Contents::Many(_))
    }

    /// Returns the present state of the file; none for a copy, which nobody else can change.
    fn state(&self) -> Option<State> {
        let Backing::Path(path) = &self.backing else {
            return None;
        };
        Some(State::of(&fs::metadata(path).ok()?))
    }

    /// Returns why not all of it was read, judged by what happened so far.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        // An account of missing records says more than that the file was touched, so it comes first.
        let is_touched = self.found.is_some() && self.found != self.state();
        self.account.trouble().or_else(|| is_touched.then_some(Trouble::Touched))
    }

    /// Returns its size on disk in bytes, or 0 if that is unknown.
    pub(crate) fn length(&self) -> u64 {
        let about = match &self.backing {
            Backing::Path(path) => fs::metadata(path),
            Backing::Copy(file) => file.metadata(),
        };
        about.map_or(0, |about| about.len())
    }

    /// Returns a text that differs from that of another input with the same name: its length and its time of
    /// modification.
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

    /// Returns whether it is a page that the command line names itself.
    pub(super) fn is_single(&self) -> bool {
        self.is_named && self.listed().is_some()
    }

    /// Returns the page that it consists of, if it is a single one.
    pub(super) fn listed(&self) -> Option<&Listed> {
        match &self.contents {
            Contents::One(listed) => Some(listed),
            Contents::Many(_) => None,
        }
    }

    /// Returns the address that it declares for itself, if it is a single page.
    pub(super) fn declared(&self, options: &corpus::Options) -> Option<String> {
        let place = Place { file: Arc::clone(&self.name), at: At::Whole };
        corpus::declared_in(self.file().ok()?, place, &self.listed()?.relative, options)
    }

    /// Sets the key of the site to which it belongs, if it is a single page.
    pub(super) fn set_site(&mut self, key: &Arc<str>) {
        if let Contents::One(listed) = &mut self.contents {
            listed.site = Some(Arc::clone(key));
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

    /// Reads it from the beginning, but gives only the items after the first `n_passed`.
    ///
    /// `nth` is its number among all sources.
    pub(super) fn open(&self, nth: usize, reading: &Reading, n_passed: usize) -> anyhow::Result<Opened> {
        let options = reading.options();
        match &self.contents {
            Contents::One(listed) => {
                let place = Place { file: Arc::clone(&self.name), at: At::Whole };
                let page = corpus::read_page(self.file(), place, &listed.relative, &options);
                let item = Item {
                    page: page.map(|page| Page { url: reading.address.clone().or(page.url), ..page }),
                    site: listed.site.clone(),
                    listed: Some(listed.nth),
                    source: nth,
                };
                Ok(Opened { items: Box::new(std::iter::once(item).skip(n_passed)), position: None })
            }
            Contents::Many(form) => {
                let failed = || format!("cannot read {}", self.name);
                let file = self.file().with_context(failed)?;
                // A cloned handle shares the position of the file. Parquet is not read from the beginning to the end,
                // so there the position says nothing.
                let position = match form {
                    Form::Parquet => None,
                    _ => file.try_clone().ok(),
                };
                let pages = corpus::open(file, *form, &self.name, &options)
                    .with_context(|| format!("cannot use {}{}", self.name, hint(*form)))?;
                Ok(Opened {
                    items: Box::new(pages.skip(n_passed).map(move |page| Item {
                        page,
                        site: None,
                        listed: None,
                        source: nth,
                    })),
                    position,
                })
            }
        }
    }
}

/// Returns advice for a table whose columns have other names.
fn hint(form: Form) -> &'static str {
    match form {
        Form::Parquet => " (--html-field names the column of pages)",
        _ => "",
    }
}
