//! Where pages are written, and whether they can be written there.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    error::{Context as _, Error},
    files::{Work, check_apart, check_replaceable},
    obstacle::Obstacle,
    records::{Format, Rendering, Suffix},
};

/// Where pages are written.
#[derive(Clone, Debug)]
pub enum Outlet {
    /// A stream, such as standard output. `is_one` if the format holds a single page.
    Stream {
        /// Whether it holds a single page.
        is_one: bool,
    },
    /// A file.
    File {
        /// The path of the file.
        out: PathBuf,
        /// Whether it holds a single page.
        is_one: bool,
    },
    /// One file per page below this folder.
    Tree(PathBuf),
}

/// Why the name of an output does not say where pages are written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Misnamed {
    /// Its suffix is not known. The message lists those that are.
    Unknown(String),
    /// It is not that of a file of this format.
    Format(Format),
    /// A file of this name is compressed with Zstandard, for which the program was not built.
    NotPacked,
}

impl Outlet {
    /// Decides where pages are written, and in which format. If none is given, the name says it.
    ///
    /// # Errors
    ///
    /// If the name does not say a format, or another one than is given.
    pub fn of(out: &Path, format: Option<Format>) -> Result<(Outlet, Format), Misnamed> {
        let suffix = Suffix::of(out).map_err(Misnamed::Unknown)?;
        // In a folder each page is a file of its own, with JSON Lines a file of one line. Raw pages are HTML too, so they
        // share its suffix.
        let fits = match (suffix, format) {
            (_, None) | (Suffix::Folder, Some(Format::Jsonl)) => true,
            (Suffix::Folder, Some(format)) => format.is_single(),
            (Suffix::Many(said), Some(format)) => said == format,
            (Suffix::One(Format::Html), Some(Format::Raw)) | (Suffix::One(Format::Tei), Some(Format::Xml)) => true,
            (Suffix::One(said), Some(format)) => said == format,
        };
        if let Some(format) = format.filter(|_| !fits) {
            return Err(Misnamed::Format(format));
        }
        // Known now, and not after hours of work when the first bytes are packed.
        if cfg!(not(feature = "packed")) && out.extension().is_some_and(|end| end == "zst") {
            return Err(Misnamed::NotPacked);
        }
        let out = out.to_owned();
        let (outlet, said) = match suffix {
            Suffix::Many(said) => (Outlet::File { out, is_one: false }, said),
            Suffix::One(said) => (Outlet::File { out, is_one: true }, said),
            Suffix::Folder => (Outlet::Tree(out), Format::Html),
        };
        Ok((outlet, format.unwrap_or(said)))
    }

    /// Returns the file or folder that is written, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Outlet::Stream { .. } => None,
            Outlet::File { out, .. } | Outlet::Tree(out) => Some(out),
        }
    }
}

/// What is written where, and what becomes of what is there.
#[derive(Clone, Debug)]
pub struct Writing {
    /// Where pages are written.
    pub outlet: Outlet,
    /// What is written of them.
    pub rendering: Rendering,
    /// The date of WARC records for pages that have none; without it, that of the run.
    pub date: Option<String>,
    /// Whether an output is replaced.
    pub force: bool,
    /// Whether an interrupted run is resumed.
    pub resume: bool,
}

impl Writing {
    /// Returns whether there is an output, and no interrupted run of it, so that there is nothing to resume. `left` is what
    /// an interrupted run has left there.
    #[must_use]
    pub fn is_complete(&self, left: Option<&Work>) -> bool {
        let has_pages = |out: &Path| match fs::read_dir(out) {
            Ok(mut entries) => entries.next().is_some(),
            Err(_) => out.is_file(),
        };
        left.is_none() && self.outlet.path().is_some_and(has_pages)
    }

    /// Checks what can be checked before any input is read, which may take long.
    ///
    /// # Errors
    ///
    /// If the output would be mixed with the input, or if it would replace a file that it may not.
    pub fn check_place(&self, inputs: &[PathBuf], left: Option<&Work>) -> Result<(), Error> {
        if let Some(out) = self.outlet.path() {
            check_apart(out, inputs)?;
        }
        if let Outlet::File { out, .. } = &self.outlet {
            // An interrupted run may already have renamed the output, which so exists without being somebody else's.
            let is_ours = self.resume && left.is_some_and(Work::is_finished);
            check_replaceable(out, self.force || is_ours)?;
        }
        Ok(())
    }

    /// Checks that the output can hold the pages. `n_pages` is their number, if it is known before they are read.
    ///
    /// # Errors
    ///
    /// If there are several pages and it can hold only one, or if its folder has files already.
    pub fn check_pages(&self, n_pages: Option<usize>, left: Option<&Work>) -> Result<(), Error> {
        match &self.outlet {
            Outlet::Stream { is_one: true } | Outlet::File { is_one: true, .. } if n_pages > Some(1) => {
                Err(Obstacle::Several { n_pages, out: self.outlet.path().map(Path::to_owned) }.into())
            }
            Outlet::Stream { .. } | Outlet::File { .. } => Ok(()),
            Outlet::Tree(out) => self.check_folder(out, n_pages, left),
        }
    }

    /// Checks that the folder is empty, or may be written to.
    fn check_folder(&self, out: &Path, n_pages: Option<usize>, left: Option<&Work>) -> Result<(), Error> {
        let is_empty = match fs::read_dir(out) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(Error::refused(format!("the output {} is a file, and a folder is needed", out.display())));
            }
            opened => opened.with_context(|| format!("cannot use {}", out.display()))?.next().is_none(),
        };
        // The names of the pages of a crawl depend on the files that exist, so an overwriting run could not choose the
        // same names.
        let is_crawl = n_pages.is_none();
        let may_be_written = is_empty || self.resume && left.is_some_and(Work::is_begun) || self.force && !is_crawl;
        if may_be_written { Ok(()) } else { Err(Obstacle::Filled { out: out.to_owned(), is_crawl }.into()) }
    }
}
