//! Writes one file per page below a folder. Links in it are not followed, so no page is written elsewhere.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, Write as _},
    path::{Component, Path, PathBuf},
};

use formats::FreeNames;

use crate::{
    cleaned::CleanedPage,
    error::{Context as _, Error},
    files::Folder,
    records::Style,
};

/// The name of the file to which a page is written before it gets its own name.
const SCRATCH: &str = ".demold-partial";

/// A page that is ready to be written.
#[derive(Debug)]
pub struct Ready {
    url: Option<String>,
    /// Its number among the pages whose output names are known beforehand.
    listed: Option<usize>,
    pub(super) bytes: Vec<u8>,
}

impl Ready {
    /// Renders a page. Returns it with its length in bytes.
    ///
    /// # Errors
    ///
    /// As [`Style::render`].
    pub fn of(made: &CleanedPage<'_>, style: &Style) -> Result<(Ready, usize), Error> {
        let bytes = style.render(made)?;
        let n_bytes = bytes.len();
        Ok((Ready { url: made.page.url.clone(), listed: made.listed, bytes }, n_bytes))
    }
}

/// A folder of pages.
#[derive(Debug)]
pub(super) struct Tree {
    out: PathBuf,
    /// The folder itself; none until something is written.
    root: Option<Folder>,
    /// The folder below it to which the last page was written, with its path.
    last: Option<(PathBuf, Folder)>,
    /// The names of the pages whose names are known beforehand.
    planned: Vec<PathBuf>,
    reserved: HashSet<PathBuf>,
    free: FreeNames,
}

impl Tree {
    pub(super) fn new(out: &Path, planned: Vec<PathBuf>) -> Tree {
        Tree {
            out: out.to_owned(),
            root: None,
            last: None,
            reserved: planned.iter().cloned().collect(),
            planned,
            free: FreeNames::default(),
        }
    }

    /// Removes the files that an earlier run was writing when it ended: those in `unsure`, and the one without a
    /// name.
    pub(super) fn tidy(&mut self, unsure: &[String]) -> Result<(), Error> {
        if !self.out.exists() {
            return Ok(());
        }
        let out = self.out.clone();
        let failed = |name: &Path| format!("cannot replace {}", out.join(name).display());
        let scratch = Path::new(SCRATCH);
        let removed = self.root().and_then(|root| root.remove_file(scratch));
        removed.with_context(|| failed(scratch))?;
        for name in unsure.iter().map(Path::new) {
            let removed = self.remove(name);
            removed.with_context(|| failed(name))?;
        }
        Ok(())
    }

    fn remove(&mut self, name: &Path) -> io::Result<()> {
        let file = name.file_name().unwrap_or_default().to_owned();
        match self.folder_of(name, false) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            folder => folder?.remove_file(file),
        }
    }

    /// Returns the name of each page. `first` is the number of the first page without a name of its own.
    pub(super) fn names(&mut self, pages: &[Ready], first: u64, extension: &str) -> Vec<PathBuf> {
        let mut names: Vec<PathBuf> = Vec::with_capacity(pages.len());
        for (page, nth) in pages.iter().zip(first..) {
            let name = match page.listed.and_then(|listed| self.planned.get(listed)) {
                Some(name) => name.clone(),
                None => {
                    let url = page.url.as_deref();
                    let taken = &self.reserved;
                    let name = self.free.name(&self.out, url, nth, extension, taken);
                    // No other page of the batch may get the name before the file exists.
                    self.reserved.insert(name.clone());
                    name
                }
            };
            names.push(name);
        }
        names
    }

    /// Writes pages in such a way that nobody ever sees half of one.
    pub(super) fn write(&mut self, pages: &[Ready], names: &[PathBuf]) -> Result<(), Error> {
        for (page, name) in pages.iter().zip(names) {
            self.write_one(name, &page.bytes)
                .with_context(|| format!("cannot write {}", self.out.join(name).display()))?;
            // From now on the file exists, and the next search for a free name finds it on disk. So the set stays
            // small.
            if page.listed.is_none() {
                self.reserved.remove(name);
            }
        }
        Ok(())
    }

    fn write_one(&mut self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let file_name = name.file_name().unwrap_or_default().to_owned();
        let mut file = self.scratch()?;
        let written = file.write_all(bytes);
        drop(file);
        let named = written.and_then(|()| {
            self.folder_of(name, true)?;
            // Both are present after `folder_of`, which cannot return two borrows of `self` at once.
            match (&self.root, &self.last) {
                (Some(root), Some((_, folder))) => root.rename(SCRATCH, folder, &file_name),
                _ => Err(io::Error::from(io::ErrorKind::NotFound)),
            }
        });
        if named.is_err() {
            // Half a page is of no use. If it cannot be removed, the first error says more.
            let _ = self.root()?.remove_file(SCRATCH);
        }
        named
    }

    fn scratch(&mut self) -> io::Result<File> {
        let scratch = self.out.join(SCRATCH);
        match self.root()?.new_file(SCRATCH) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let shown = scratch.display();
                Err(io::Error::other(format!("{shown} is in the way: this run has not made it; remove it")))
            }
            made => made,
        }
    }

    fn root(&mut self) -> io::Result<&Folder> {
        if self.root.is_none() {
            self.root = Some(Folder::create(&self.out)?);
        }
        self.root.as_ref().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Opens the folder of a page. With `make`, it is created if it does not exist.
    fn folder_of(&mut self, name: &Path, make: bool) -> io::Result<&Folder> {
        let parent = name.parent().unwrap_or(Path::new(""));
        // Neighboring pages are mostly in the same folder, which stays open.
        if self.last.as_ref().is_none_or(|(last, _)| last != parent) {
            let mut folder = self.root()?.again()?;
            for part in parent.components() {
                // Names come from URLs, which must not lead out of the folder by `..`.
                let Component::Normal(part) = part else {
                    return Err(io::Error::other("it leads out of the output"));
                };
                folder = match folder.folder(part) {
                    Err(error) if make && error.kind() == io::ErrorKind::NotFound => folder.new_folder(part)?,
                    opened => opened.map_err(|error| explained(&folder, part, error))?,
                };
            }
            self.last = Some((parent.to_owned(), folder));
        }
        match &self.last {
            Some((_, folder)) => Ok(folder),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// Replaces the error of the system by a clear one if the path is a link.
fn explained(folder: &Folder, part: &std::ffi::OsStr, error: io::Error) -> io::Error {
    let path = folder.path().join(part);
    if path.is_symlink() {
        io::Error::other(format!("{} is a link, and links are not followed", path.display()))
    } else {
        error
    }
}
