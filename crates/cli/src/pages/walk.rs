//! Lists the files of a folder that is an input, and decides which links are followed.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use crate::files::is_ours;

/// An entry of a folder.
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
    /// It leads to a folder around it, or to one that another link has led to already.
    Again,
}

/// Lists a folder and the folders below it, in the order of their names.
///
/// Links that stay within the folder are followed, all others only with `follow_links`. Each folder is entered by a
/// link at most once, so that there are at most twice as many files as the folder has.
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
                // A link to a folder around it is reported as an error, but is not one.
                take(match error.loop_ancestor() {
                    Some(_) => Found::Unfollowed(path, Why::Again),
                    None => Found::Unreadable(path, error.into()),
                });
                continue;
            }
        };
        let is_folder = entry.file_type().is_dir();
        // Temporary files and work folders of demold are not input. The folder itself was named, so it may have any
        // name.
        let is_own = entry.depth() != 0 && is_ours(&entry.file_name().to_string_lossy());
        let problem = if is_own { Ok(None) } else { links.problem(&entry) };
        let found = match problem {
            Ok(None) if is_folder || is_own => None,
            Ok(None) if entry.file_type().is_file() => Some(Found::File(entry.into_path())),
            Ok(None) => Some(Found::Special(entry.into_path())),
            Ok(Some(why)) => Some(Found::Unfollowed(entry.into_path(), why)),
            Err(error) => Some(Found::Unreadable(entry.into_path(), error)),
        };
        // A folder that is reported as anything is not entered.
        if is_folder && (is_own || found.is_some()) {
            entries.skip_current_dir();
        }
        found.map(&mut take);
    }
}

/// The links that were met so far.
struct Links {
    /// The real path of the folder itself.
    root: PathBuf,
    follow_all: bool,
    /// The folders that were entered by links.
    entered: HashSet<PathBuf>,
    /// The depth of the link below which the walk is, if it is below one.
    depth: Option<usize>,
}

impl Links {
    fn new(folder: &Path, follow_all: bool) -> io::Result<Links> {
        Ok(Links { root: fs::canonicalize(folder)?, follow_all, entered: HashSet::new(), depth: None })
    }

    /// Returns why an entry is not read, if it is a link or below one.
    fn problem(&mut self, entry: &DirEntry) -> io::Result<Option<Why>> {
        // The walk has left the link's folder once it is no deeper than the link.
        self.depth = self.depth.filter(|&depth| depth < entry.depth());
        let is_link = entry.depth() != 0 && entry.path_is_symlink();
        let is_folder = entry.file_type().is_dir();
        let is_below_link = self.depth.is_some();
        // Only links, and folders reached by one, can be elsewhere or twice. Resolving the path of each file would be
        // slow.
        if !(is_link || is_folder && is_below_link) {
            return Ok(None);
        }
        let path = fs::canonicalize(entry.path())?;
        if !self.follow_all && !path.starts_with(&self.root) {
            return Ok(Some(Why::Outside));
        }
        // A file can be given by several links; only folders could multiply without end.
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
