//! The files of a folder that is an input, without what links lead to elsewhere.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use crate::files;

/// What is in a folder.
pub(super) enum Found {
    File(PathBuf),
    /// Neither a file nor a folder: a pipe, a socket or a device.
    Special(PathBuf),
    Unfollowed(PathBuf, Why),
    Unreadable(PathBuf, io::Error),
}

/// Why a link is not followed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Why {
    /// It leads out of the folder.
    Outside,
    /// It leads to a folder around it, or to one to which another link led.
    Again,
}

/// Lists a folder and the folders below it, in the order of their names.
///
/// Links within the folder are followed, and all others only with `follow_links`. By links each folder is entered
/// once, so that there are at most twice as many files as the folder has.
pub(super) fn walk(folder: &Path, follow_links: bool, mut take: impl FnMut(Found)) {
    let mut links = match Links::new(folder, follow_links) {
        Ok(links) => links,
        Err(error) => return take(Found::Unreadable(folder.to_owned(), error)),
    };
    let all = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let mut entries = all.into_iter();
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                take(match error.loop_ancestor() {
                    Some(_) => Found::Unfollowed(path, Why::Again),
                    None => Found::Unreadable(path, error.into()),
                });
                continue;
            }
        };
        let is_folder = entry.file_type().is_dir();
        // What one of our own runs has left is not input.
        let is_ours = entry.depth() != 0 && files::is_ours(&entry.file_name().to_string_lossy());
        let problem = if is_ours { Ok(None) } else { links.problem(&entry) };
        let found = match problem {
            Ok(None) if is_folder || is_ours => None,
            Ok(None) if entry.file_type().is_file() => Some(Found::File(entry.into_path())),
            Ok(None) => Some(Found::Special(entry.into_path())),
            Ok(Some(why)) => Some(Found::Unfollowed(entry.into_path(), why)),
            Err(error) => Some(Found::Unreadable(entry.into_path(), error)),
        };
        if is_folder && (is_ours || found.is_some()) {
            entries.skip_current_dir();
        }
        found.map(&mut take);
    }
}

/// The links of a folder, as they come.
struct Links {
    /// The folder itself, without links.
    root: PathBuf,
    follow_all: bool,
    /// The folders that were entered by links.
    entered: HashSet<PathBuf>,
    /// How deep the link is that led to where we are, if one did.
    depth: Option<usize>,
}

impl Links {
    fn new(folder: &Path, follow_all: bool) -> io::Result<Links> {
        Ok(Links {
            root: fs::canonicalize(folder)?,
            follow_all,
            entered: HashSet::new(),
            depth: None,
        })
    }

    /// Returns why an entry is not read, if it is a link or below one.
    fn problem(&mut self, entry: &DirEntry) -> io::Result<Option<Why>> {
        self.depth = self.depth.filter(|&depth| depth < entry.depth());
        let is_link = entry.depth() != 0 && entry.path_is_symlink();
        let is_folder = entry.file_type().is_dir();
        let is_below_link = self.depth.is_some();
        if !(is_link || is_folder && is_below_link) {
            return Ok(None);
        }
        let path = fs::canonicalize(entry.path())?;
        if !self.follow_all && !path.starts_with(&self.root) {
            return Ok(Some(Why::Outside));
        }
        if !is_folder {
            return Ok(None);
        }
        if !self.entered.insert(path) {
            return Ok(Some(Why::Again));
        }
        self.depth = self.depth.or(Some(entry.depth()));
        Ok(None)
    }
}
