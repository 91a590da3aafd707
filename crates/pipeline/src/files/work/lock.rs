//! Taking a work folder: it belongs to the process that has locked the journal in it.

use std::{
    ffi::OsString,
    fs::{File, TryLockError},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{
    super::{folder_of, real_path},
    FIRST, Folder, JOURNAL, WORK, Work,
};
use crate::{
    error::{Context as _, Error},
    observer::{Notice, Observer},
};

/// How often a folder is opened again whose journal was replaced while it was being locked. Once is enough, unless
/// runs end and begin at the same moment again and again. Chosen: by eye.
const LOOKS: usize = 16;

impl Work {
    /// Takes the folder that an earlier run has left, if there is one.
    ///
    /// # Errors
    ///
    /// If another run has the folder, or if what has its name is not a work folder.
    pub fn left(out: &Path, observer: &dyn Observer) -> Result<Option<Work>, Error> {
        let Some((parent, name)) = place(out)? else {
            return Ok(None);
        };
        for _ in 0..LOOKS {
            let parent = match Folder::open(&parent) {
                Err(error) if is_missing(&error) => return Ok(None),
                opened => opened.with_context(|| format!("cannot use {}", parent.display()))?,
            };
            let Some((folder, journal)) = opened(&parent, &name, out)? else {
                return Ok(None);
            };
            let Some(work) = Work::locked(parent, &name, folder, journal, out, observer)? else {
                continue;
            };
            // A journal that was cut off within its first bytes is ours too, so either may be the beginning of the
            // other.
            if !FIRST.starts_with(&work.said) && !work.said.starts_with(FIRST) {
                return Err(Error::refused(in_the_way(work.path())));
            }
            return Ok(Some(work));
        }
        Err(in_use(out, None))
    }

    /// Creates the folder.
    ///
    /// # Errors
    ///
    /// If another run has it or has left one, or if it cannot be written.
    pub fn create(out: &Path, observer: &dyn Observer) -> Result<Work, Error> {
        let failed = || format!("cannot write {}", out.display());
        let Some((parent, name)) = place(out)? else {
            return Err(Error::refused(format!("{} is not the name of a file or folder", out.display())));
        };
        // Noted before they are made, so that a run that fails removes these and no others.
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let made = parent.ancestors().take_while(is_missing);
        let made = made.map(Path::to_owned).collect();
        let parent = Folder::create(&parent).with_context(failed)?;
        let folder = match parent.new_folder(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(in_use(out, None));
            }
            made => made.with_context(failed)?,
        };
        let work = match new_journal(&folder, out)? {
            Some(journal) => Work::locked(parent, &name, folder, journal, out, observer)?,
            None => None,
        };
        let mut work = work.ok_or_else(|| in_use(out, None))?;
        work.made = made;
        Ok(work)
    }

    /// Locks a journal. Returns none if the folder has no journal by then, or another one. In that case the run that
    /// had the journal ended after it was opened here, and a lock on a file that was removed protects nothing.
    fn locked(
        parent: Folder,
        name: &OsString,
        folder: Folder,
        mut journal: File,
        out: &Path,
        observer: &dyn Observer,
    ) -> Result<Option<Work>, Error> {
        let is_ours = match journal.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(error)) => {
                // Some file systems have no locks. Not to work there at all would be worse than a warning.
                observer.notice(Notice::NotLocked { work: folder.path().to_owned(), out: out.to_owned(), error });
                true
            }
        };
        let mut said = Vec::new();
        // Read after the lock was tried: what is read before could still grow.
        let read = journal.read_to_end(&mut said);
        if !is_ours {
            // Where a lock also keeps others from reading, nothing was read and the process stays unknown.
            return Err(in_use(out, process(&said)));
        }
        let failed = || format!("cannot read {}", folder.path().display());
        read.with_context(failed)?;
        // Asked after the lock was taken. From now on no other run removes the journal.
        if !folder.names_file(JOURNAL, &journal).with_context(failed)? {
            return Ok(None);
        }
        Ok(Some(Work {
            parent,
            name: name.clone(),
            folder,
            journal,
            // A later run cannot resume from an empty journal.
            is_kept: !said.is_empty(),
            said,
            made: Vec::new(),
        }))
    }
}

/// Opens a work folder and its journal, if there is such a folder.
fn opened(parent: &Folder, name: &OsString, out: &Path) -> Result<Option<(Folder, File)>, Error> {
    if !parent.has(name) {
        return Ok(None);
    }
    let path = parent.path().join(name);
    let folder = match parent.folder(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.with_context(|| in_the_way(&path))?,
    };
    let journal = match folder.file(JOURNAL) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A run was killed before it made its journal, or is about to make it.
            let names = folder.names();
            let names = names.with_context(|| format!("cannot use {}", path.display()))?;
            if names.iter().any(|name| name == JOURNAL) {
                return Err(in_use(out, None));
            }
            if !names.is_empty() {
                return Err(Error::refused(in_the_way(&path)));
            }
            match new_journal(&folder, out)? {
                Some(journal) => journal,
                None => return Ok(None),
            }
        }
        opened => opened.with_context(|| in_the_way(&path))?,
    };
    Ok(Some((folder, journal)))
}

fn in_the_way(path: &Path) -> String {
    format!("{} is in the way: no run of demold has made it; remove it, or name another output", path.display())
}

/// Makes the journal. Returns none if the folder has been removed meanwhile.
///
/// # Errors
///
/// If another run has made the journal first, so that the folder belongs to it.
fn new_journal(folder: &Folder, out: &Path) -> Result<Option<File>, Error> {
    match folder.new_file(JOURNAL) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(in_use(out, None)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        made => (made.map(Some)).with_context(|| format!("cannot write to {}", folder.path().display())),
    }
}

/// Returns the error that another run has the folder. It names the process, if that is known.
fn in_use(out: &Path, process: Option<u64>) -> Error {
    let process = process.map_or_else(String::new, |id| format!(", process {id}"));
    Error::refused(format!("another run is writing {}{process}; wait for it, or end it", out.display()))
}

/// Returns the folder that contains an output, and the name of the output's work folder. An output that is a folder
/// is known by its real name, so that two runs cannot write into it by two names.
fn place(out: &Path) -> Result<Option<(PathBuf, OsString)>, Error> {
    let known = if out.is_dir() {
        real_path(out).with_context(|| format!("cannot use {}", out.display()))?
    } else {
        out.to_owned()
    };
    // The root of a file system has no name, and so no place beside it.
    let Some(name) = known.file_name() else {
        return Ok(None);
    };
    let mut name = name.to_owned();
    name.push(WORK);
    // People are shown the path that they have typed, if it has the same last name.
    let shown = if out.file_name() == known.file_name() && !out.is_symlink() { out } else { &known };
    Ok(Some((folder_of(shown).to_owned(), name)))
}

fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    // A file where a folder should be means that nothing can be below it. Whoever writes there reports that.
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Returns the id of the process that has the journal, from its contents.
fn process(said: &[u8]) -> Option<u64> {
    let text = String::from_utf8_lossy(said);
    // A resumed run appends its own line, so the last one counts. An incomplete line is skipped.
    let lines = text.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter_map(|line| line["process"].as_u64()).next()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_journal_that_was_replaced_is_not_locked() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("o.jsonl");
        let name = OsString::from("o.jsonl.demold-work");
        let mut ending = Work::create(&out, &()).unwrap();
        ending.begin("ending", "").unwrap();
        // One process opens the journal.
        let parent = Folder::open(place.path()).unwrap();
        let (folder, journal) = opened(&parent, &name, &out).unwrap().unwrap();
        // The run ends: it removes the journal, and before it removes the folder, another process takes that.
        fs::remove_file(ending.path().join(JOURNAL)).unwrap();
        let mut faster = Work::left(&out, &()).unwrap().unwrap();
        faster.begin("faster", "").unwrap();
        drop(ending.journal.unlock());
        // The first process can lock what it has opened, but nobody finds that any more.
        let late = Work::locked(parent, &name, folder, journal, &out, &()).unwrap();
        assert!(late.is_none(), "two processes have one folder");
        // It looks again, and finds the one that has it.
        let error = Work::left(&out, &()).unwrap_err().to_string();
        assert!(error.contains("another run is writing"), "{error}");
        faster.remove(&()).unwrap();
        assert!(Work::left(&out, &()).unwrap().is_none());
    }

    #[test]
    fn a_journal_that_is_gone_is_not_locked() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("o.jsonl");
        let name = OsString::from("o.jsonl.demold-work");
        let ending = Work::create(&out, &()).unwrap();
        let parent = Folder::open(place.path()).unwrap();
        let (folder, journal) = opened(&parent, &name, &out).unwrap().unwrap();
        ending.remove(&()).unwrap();
        let late = Work::locked(parent, &name, folder, journal, &out, &()).unwrap();
        assert!(late.is_none());
        assert!(Work::left(&out, &()).unwrap().is_none());
    }
}
