//! One input, which can be read several times.

use std::{
    fs::{self, File},
    io::{self, Seek as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use demold::NoPage;
use formats::{At, Content, Form, Page, Place};

use super::{
    account::{Account, CHANGED, Reads, Trouble},
    item::Item,
    read_options::ReadOptions,
};
use crate::error::chain;

/// One input: a file of many pages, or a single page with a name.
#[derive(Debug)]
pub struct PageFile {
    name: Arc<str>,
    backing: Backing,
    contents: Contents,
    /// Whether the user names it itself, and not a folder that contains it.
    is_named: bool,
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

/// Where the bytes of an input are.
#[derive(Debug)]
pub enum Backing {
    /// In a file, which is opened for each pass.
    Path(PathBuf),
    /// A temporary copy of standard input or of fetched pages, which can be read only once.
    Copy(File),
}

/// What an input consists of.
#[derive(Clone, Debug)]
pub enum Contents {
    /// Any number of pages, in a file of this form.
    Many(Form),
    /// A single page.
    One(SinglePage),
}

/// A page that is a file of its own, so that the name of its output is known before it is read.
#[derive(Clone, Debug)]
pub struct SinglePage {
    /// The folder in which it was found; none for single files.
    pub folder: Option<Arc<Path>>,
    /// The key of the site to which it belongs by the place where it was found; none for single files.
    pub site: Option<Arc<str>>,
    /// The path below that folder, or the file name of a single file.
    pub relative: PathBuf,
    /// Its number among all such pages.
    pub nth: usize,
}

/// Returns the form of a file by its name, or else by its first bytes; none if it is a single page. `is_page` if its name
/// says that it is a page.
///
/// # Errors
///
/// If the file cannot be read, or is neither.
pub fn form_of(path: &Path, file: &mut File, is_page: bool) -> io::Result<Option<Form>> {
    let named = path.file_name().and_then(|name| Form::of_name(&name.to_string_lossy()));
    if named.is_some() {
        return Ok(named);
    }
    // Brotli has no first bytes of its own, so only the name tells it.
    if is_page && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("br")) {
        return Ok(None);
    }
    match Content::of_file(file, is_page)? {
        Content::Pages(form) => Ok(Some(form)),
        Content::Other(what) => Err(io::Error::other(NotAPage(what))),
        Content::Document => Err(io::Error::other("it is a single JSON document, and not a web page")),
        _ => Ok(None),
    }
}

/// The error if a file that was named is no page.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("it is {0}, and not a web page")]
pub struct NotAPage(
    /// What it is.
    pub NoPage,
);

/// The items of an opened source, and the file handle whose position shows how far it was read.
pub(super) struct Opened {
    pub(super) items: Box<dyn Iterator<Item = Item> + Send>,
    pub(super) position: Option<File>,
}

impl PageFile {
    /// Returns an input of this name. A run fails if one cannot be read that `is_named` by the user, or that holds
    /// many pages; a single page of a folder is only counted then.
    #[must_use]
    pub fn new(name: Arc<str>, backing: Backing, contents: Contents, is_named: bool) -> PageFile {
        let mut source = PageFile { name, backing, contents, is_named, account: Account::default(), found: None };
        // A page of a folder that cannot be read does not fail the run, so changes of it are not looked for.
        if source.must_be_read() {
            source.found = source.state();
        }
        source
    }

    /// Returns the name by which people know it.
    #[must_use]
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the path of its file; none if it is a copy.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.backing {
            Backing::Path(path) => Some(path),
            Backing::Copy(_) => None,
        }
    }

    /// Returns the numbers of records and of pages that were read, those that the user leaves out included.
    #[must_use]
    pub fn n_read(&self) -> (usize, usize) {
        self.account.n_read()
    }

    /// Ends a pass over it.
    pub(super) fn close(&self, reads: Reads) {
        self.account.close(reads, self.must_be_read());
    }

    /// Returns whether a run fails if it cannot be read. A single page in a folder is only counted.
    fn must_be_read(&self) -> bool {
        self.is_named || matches!(self.contents, Contents::Many(_))
    }

    /// Returns the present state of the file, or `None` for a copy, which no other program can change.
    fn state(&self) -> Option<State> {
        Some(State::of(&fs::metadata(self.path()?).ok()?))
    }

    /// Returns why not all of it was read, judged by what happened so far.
    #[must_use]
    pub fn trouble(&self) -> Option<Trouble> {
        // An account of missing records says more than that the file was touched, so it comes first.
        let is_touched = self.found.is_some() && self.found != self.state();
        self.account.trouble().or_else(|| is_touched.then(|| CHANGED.to_owned().into()))
    }

    /// Returns its size on disk in bytes, or 0 if that is unknown.
    #[must_use]
    pub fn length(&self) -> u64 {
        let about = match &self.backing {
            Backing::Path(path) => fs::metadata(path),
            Backing::Copy(file) => file.metadata(),
        };
        about.map_or(0, |about| about.len())
    }

    /// Returns a text that differs from that of another input with the same name: its length and its time of
    /// modification.
    #[must_use]
    pub fn identity(&self) -> String {
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
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.path().is_some()
    }

    /// Returns whether it is a single page that the user names itself.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.is_named && self.listed().is_some()
    }

    /// Returns the page that it consists of, if it is a single one.
    #[must_use]
    pub fn listed(&self) -> Option<&SinglePage> {
        match &self.contents {
            Contents::One(listed) => Some(listed),
            Contents::Many(_) => None,
        }
    }

    /// Returns the address that it declares for itself, if it is a single page.
    #[must_use]
    pub fn declared(&self, options: &formats::ReaderOptions) -> Option<String> {
        let place = Place { file: Arc::clone(&self.name), at: At::Whole };
        formats::declared_in(self.file().ok()?, place, &self.listed()?.relative, options)
    }

    /// Sets the key of the site to which it belongs, if it is a single page.
    pub fn set_site(&mut self, key: &Arc<str>) {
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
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in words.
    pub(super) fn open(&self, nth: usize, options: &ReadOptions, n_passed: usize) -> Result<Opened, String> {
        match &self.contents {
            Contents::One(listed) => {
                let place = Place { file: Arc::clone(&self.name), at: At::Whole };
                let page = formats::read_page(self.file(), place, &listed.relative, &options.formats);
                let item = Item {
                    page: page.map(|page| Page { url: options.address.clone().or(page.url), ..page }),
                    site: listed.site.clone(),
                    listed: Some(listed.nth),
                    source: nth,
                };
                Ok(Opened { items: Box::new(std::iter::once(item).skip(n_passed)), position: None })
            }
            Contents::Many(form) => {
                let file = self.file().map_err(|error| format!("cannot read {}: {error}", self.name))?;
                // A cloned handle shares the position of the file. Parquet is not read from the beginning to the end,
                // so there the position says nothing.
                let position = match form {
                    Form::Parquet => None,
                    _ => file.try_clone().ok(),
                };
                let hint = if *form == Form::Parquet { options.column_hint } else { "" };
                let pages = formats::open(file, *form, &self.name, &options.formats)
                    .map_err(|error| format!("cannot use {}{hint}: {}", self.name, chain(&error)))?;
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
