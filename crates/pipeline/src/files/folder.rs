//! An open folder out of which no name leads: links in it are not followed, and new files replace none.
//!
//! Paths are resolved anew at each use, so somebody could put a link into one between two uses. An open folder stays
//! the same.

use std::{
    ffi::OsString,
    fs::File,
    io,
    path::{Component, Path, PathBuf},
};

use cap_fs_ext::{DirExt as _, FollowSymlinks, MetadataExt as _, OpenOptionsFollowExt as _};
use cap_std::{
    ambient_authority,
    fs::{Dir, Metadata, OpenOptions},
};
use rayon::prelude::*;

/// An open folder. The names that its functions take are those of its own entries, never paths.
#[derive(Debug)]
pub(crate) struct Folder {
    dir: Dir,
    path: PathBuf,
}

impl Folder {
    /// Opens a folder that the command line names. Links are followed here.
    pub(crate) fn open(path: &Path) -> io::Result<Folder> {
        Ok(Folder { dir: Dir::open_ambient_dir(path, ambient_authority())?, path: path.to_owned() })
    }

    /// Opens a folder as [`open`](Folder::open) does, and creates it and its parents as needed.
    pub(crate) fn create(path: &Path) -> io::Result<Folder> {
        std::fs::create_dir_all(path)?;
        Folder::open(path)
    }

    /// Returns another handle of the same folder.
    pub(crate) fn again(&self) -> io::Result<Folder> {
        Ok(Folder { dir: self.dir.try_clone()?, path: self.path.clone() })
    }

    /// Returns the path by which the folder was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a folder in this one. A link to a folder is an error.
    pub(crate) fn folder(&self, name: impl AsRef<Path>) -> io::Result<Folder> {
        let name = bare(name.as_ref())?;
        Ok(Folder { dir: self.dir.open_dir_nofollow(name)?, path: self.path.join(name) })
    }

    /// Makes a folder in this one.
    ///
    /// # Errors
    ///
    /// If something of that name exists.
    pub(crate) fn new_folder(&self, name: impl AsRef<Path>) -> io::Result<Folder> {
        self.dir.create_dir(bare(name.as_ref())?)?;
        self.folder(name)
    }

    /// Makes a file, and opens it for reading and writing.
    ///
    /// # Errors
    ///
    /// If something of that name exists, even a link that leads nowhere.
    pub(crate) fn new_file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.open_with(name.as_ref(), OpenOptions::new().create_new(true))
    }

    /// Opens an existing file for reading and writing.
    ///
    /// # Errors
    ///
    /// If there is none, or if the name is that of a link or of anything else.
    pub(crate) fn file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let name = name.as_ref();
        // Checked before opening, because opening a pipe waits for somebody at its other end.
        if !self.kind(name)?.is_file() {
            return Err(io::Error::other("it is not a file but a link or something else"));
        }
        self.open_with(name, &mut OpenOptions::new())
    }

    fn open_with(&self, name: &Path, how: &mut OpenOptions) -> io::Result<File> {
        // A link could be put there after the check, so the system is told not to follow one either.
        how.read(true).write(true).follow(FollowSymlinks::No);
        Ok(self.dir.open_with(bare(name)?, how)?.into_std())
    }

    fn kind(&self, name: &Path) -> io::Result<cap_std::fs::FileType> {
        Ok(self.dir.symlink_metadata(bare(name)?)?.file_type())
    }

    /// Returns whether something of that name exists, including a link that leads nowhere.
    pub(crate) fn has(&self, name: impl AsRef<Path>) -> bool {
        self.kind(name.as_ref()).is_ok()
    }

    /// Returns whether `name` still names the open `file`, and not another one that was put in its place.
    pub(crate) fn names_file(&self, name: impl AsRef<Path>, file: &File) -> io::Result<bool> {
        let named = match self.dir.symlink_metadata(bare(name.as_ref())?) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            about => about?,
        };
        let opened = Metadata::from_file(file)?;
        // A file is the same if its device and its number there are: an open file keeps its number in use.
        Ok((named.dev(), named.ino()) == (opened.dev(), opened.ino()))
    }

    /// Returns the names of all entries, in no particular order.
    pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
        let entries = self.dir.entries()?;
        entries.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// Removes a file or a link, if there is one.
    pub(crate) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        gone(self.dir.remove_file_or_symlink(bare(name.as_ref())?))
    }

    /// Removes a folder, if there is one and it is empty.
    pub(crate) fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        gone(self.dir.remove_dir(bare(name.as_ref())?))
    }

    /// Moves a file or folder to a name in another folder. A file of that name is replaced.
    pub(crate) fn rename(&self, from: impl AsRef<Path>, into: &Folder, to: impl AsRef<Path>) -> io::Result<()> {
        let (from, to) = (bare(from.as_ref())?, bare(to.as_ref())?);
        self.dir.rename(from, &into.dir, to)
    }

    /// Waits until the files in the folder are on disk. They are synced in parallel, because most of the time is
    /// spent waiting.
    pub(crate) fn sync_files(&self) -> io::Result<()> {
        (self.names()?.par_iter()).try_for_each(|name| self.file(name)?.sync_all())
    }

    /// Waits until the names in the folder are on disk, where the system can do that.
    pub(crate) fn sync(&self) -> io::Result<()> {
        if cfg!(unix) {
            // Some file systems cannot sync a folder and call that an invalid argument. There is nothing more to be
            // done there.
            match File::open(&self.path).and_then(|folder| folder.sync_all()) {
                Err(error) if error.kind() != io::ErrorKind::InvalidInput => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Treats the removal of something that does not exist as a success.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Returns the name, or an error if it is a path.
fn bare(name: &Path) -> io::Result<&Path> {
    let mut parts = name.components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(_)), None) => Ok(name),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{} is not a bare name", name.display()))),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    #[test]
    fn links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir(at("elsewhere")).unwrap();
        fs::write(at("elsewhere/file"), "kept").unwrap();
        fs::create_dir(at("here")).unwrap();
        symlink(at("elsewhere"), at("here/folder")).unwrap();
        symlink(at("elsewhere/file"), at("here/file")).unwrap();
        symlink(at("elsewhere/new"), at("here/nowhere")).unwrap();
        let here = Folder::open(&at("here")).unwrap();
        assert!(here.folder("folder").is_err());
        for name in ["file", "nowhere"] {
            assert!(here.file(name).is_err(), "{name}");
            assert!(here.new_file(name).is_err(), "{name}");
            assert!(here.has(name));
            here.remove_file(name).unwrap();
        }
        assert_eq!(fs::read_to_string(at("elsewhere/file")).unwrap(), "kept");
        assert!(!at("elsewhere/new").exists());
    }

    #[test]
    fn paths_are_not_names() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        for name in ["", ".", "..", "a/b", "../a", "/etc/passwd"] {
            assert!(folder.new_file(name).is_err(), "{name}");
            assert!(folder.remove_file(name).is_err(), "{name}");
        }
    }
}
