//! The work folder: it stands beside an output and holds what is not complete yet. One run at a time has it.
//!
//! It belongs to the run that has locked the journal in it. The system releases the lock when the process ends, for
//! whatever reason. Only files that this module names are ever removed, and only from a folder that has a journal of
//! ours. A link, or another folder of that name, is reported as being in the way.

mod lock;

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::{Value, json};

use super::{Folder, PARTIAL};
use crate::{
    error::{Context as _, Error},
    observer::{Notice, Observer},
    obstacle::Obstacle,
};

/// The files, and folders of files, that a work folder can contain.
const JOURNAL: &str = "journal";
const LINES: &str = "partial";
const TABLE: &str = "table";
const SET: &str = "sites.demold";
const NEW_SET: &str = "new.demold";

/// Names of an archive that is to replace another one, by the suffix. Beside each there can be its frontier.
const ARCHIVES: [&str; 3] = ["new.warc", "new.warc.gz", "new.warc.zst"];

/// The bytes with which every journal begins.
const FIRST: &[u8] = b"{\"about\":";

/// The line of a run that has written everything and only has to rename its output.
const FINISHED: &str = "\n{\"finished\":true}\n";

/// The suffix of the folder.
pub(super) const WORK: &str = ".demold-work";

/// The locked folder beside an output.
#[derive(Debug)]
pub struct Work {
    parent: Folder,
    name: OsString,
    folder: Folder,
    journal: File,
    /// The contents of the journal when it was opened.
    said: Vec<u8>,
    /// Whether the folder holds something that a later run can resume.
    is_kept: bool,
    /// The parent folders that this run has created, the innermost first.
    made: Vec<PathBuf>,
}

impl Work {
    /// Begins a new run, and removes what an earlier one has left. `about` describes the run to those that may resume
    /// it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn begin(&mut self, about: &(impl Serialize + ?Sized), date: &str) -> Result<(), Error> {
        // Until the run has something to resume, a failure removes the folder.
        self.is_kept = false;
        self.clear()?;
        self.go_on_after(0)?;
        // The description comes first, because a work folder of ours is recognized by it.
        let (about, date) = (json!(about), json!(date));
        self.write(&format!("{{\"about\":{about},\"date\":{date}}}\n"))?;
        self.write_process()
    }

    /// Resumes after the last complete line of the journal.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn go_on(&mut self) -> Result<(), Error> {
        let whole = self.said.iter().rposition(|byte| *byte == b'\n');
        self.go_on_after(whole.map_or(0, |at| at as u64 + 1))
    }

    /// Resumes after the first `length` bytes of the journal, and truncates it there: an incomplete line does not
    /// count.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn go_on_after(&mut self, length: u64) -> Result<(), Error> {
        let done = self.journal.set_len(length).and_then(|()| {
            self.journal.seek(io::SeekFrom::Start(length))?;
            Ok(())
        });
        done.with_context(|| self.failed())?;
        // An empty journal has to begin with the description of a run, before the line about the process.
        match length {
            0 => Ok(()),
            _ => self.write_process(),
        }
    }

    fn write_process(&mut self) -> Result<(), Error> {
        self.line(&json!({ "process": std::process::id() }))
    }

    /// Appends a line to the journal.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn line(&mut self, value: &Value) -> Result<(), Error> {
        self.write(&format!("{value}\n"))
    }

    fn write(&mut self, line: &str) -> Result<(), Error> {
        // The line and its end are written at once, so a line without an end is one that was cut off.
        let written = self.journal.write_all(line.as_bytes());
        written.with_context(|| self.failed())
    }

    fn failed(&self) -> String {
        format!("cannot write {}", self.folder.path().join(JOURNAL).display())
    }

    /// Returns the contents of the journal when it was opened.
    #[must_use]
    pub fn said(&self) -> &[u8] {
        &self.said
    }

    /// Notes in the journal that the output is complete and only has to be renamed.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.line(&json!({ "finished": true }))
    }

    /// Returns whether an earlier run had completed its output, and only had to rename it.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        String::from_utf8_lossy(&self.said).contains(FINISHED)
    }

    /// Returns whether the journal of an earlier run has a complete first line.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.said.starts_with(FIRST) && self.said.contains(&b'\n')
    }

    /// Returns the description with which the earlier run began, or null if there is none.
    #[must_use]
    pub fn about(&self) -> Value {
        let first = self.said.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let mut first: Value = serde_json::from_slice(first).unwrap_or_default();
        first["about"].take()
    }

    /// Sets whether the contents of the folder are kept if the run fails.
    pub fn keep(&mut self, is_kept: bool) {
        self.is_kept = is_kept;
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of the folder for this run's templates.
    #[must_use]
    pub fn set(&self) -> PathBuf {
        self.folder.path().join(SET)
    }

    /// Returns whether there is output of an earlier run.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        self.folder.has(LINES)
    }

    /// Opens the output so far.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn lines(&self) -> Result<File, Error> {
        let opened = if self.folder.has(LINES) { self.folder.file(LINES) } else { self.folder.new_file(LINES) };
        opened.with_context(|| format!("cannot write {}", self.folder.path().join(LINES).display()))
    }

    /// Opens the output so far, truncated to `length`, and positioned at its end.
    ///
    /// # Errors
    ///
    /// If the file is shorter than `length`, or cannot be written.
    pub fn partial(&self, length: u64) -> Result<File, Error> {
        let mut file = self.lines()?;
        let failed = || format!("cannot write to {}", self.path().display());
        if file.metadata().with_context(failed)?.len() < length {
            // After a loss of power the journal can be on disk where the output is not. Extending the file would fill it
            // with zeros.
            return Err(Obstacle::Shorter { work: self.path().to_owned() }.into());
        }
        // Bytes after this length were written by a step that the journal does not have, so they are written again.
        file.set_len(length).with_context(failed)?;
        file.seek(io::SeekFrom::End(0)).with_context(failed)?;
        Ok(file)
    }

    /// Renames the output so far to `out`.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn name_lines(&self, out: &Path) -> io::Result<()> {
        self.name(LINES, out)
    }

    /// Returns the path of the new archive that is to replace the one at `out`.
    #[must_use]
    pub fn archive(&self, out: &Path) -> PathBuf {
        let out = out.to_string_lossy().to_ascii_lowercase();
        let end = |name: &&&str| out.ends_with(name.trim_start_matches("new"));
        self.folder.path().join(ARCHIVES.iter().find(end).unwrap_or(&ARCHIVES[0]))
    }

    /// Creates the file for a table, or whatever else is made from all lines of the output.
    pub(crate) fn new_table(&self) -> io::Result<File> {
        // A run that was killed while making the table has left a part of it. The table is made again from all lines.
        self.folder.remove_file(TABLE)?;
        self.folder.new_file(TABLE)
    }

    /// Renames the table to `out`.
    pub(crate) fn name_table(&self, out: &Path) -> io::Result<()> {
        self.name(TABLE, out)
    }

    /// Moves a file of this folder to `out`.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn name(&self, file: impl AsRef<Path>, out: &Path) -> io::Result<()> {
        let name = out.file_name().unwrap_or_default();
        self.folder.rename(file, &self.parent, name)?;
        self.parent.sync()
    }

    /// Has a folder of templates written by `write`, and renames it once it is complete: to `out` if that is given,
    /// or else within the work folder. A set with the name `out` is on disk before it is renamed. One that this run
    /// keeps for itself is not synced, because it can be learned again after a loss of power.
    pub(crate) fn write_set(
        &mut self,
        out: Option<&Path>,
        write: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // An earlier run may have been killed while it wrote a set.
        self.clear_set(NEW_SET).with_context(|| self.failed())?;
        let new = self.folder.new_folder(NEW_SET).with_context(|| self.failed())?;
        write(new.path())?;
        let on_disk = match out {
            Some(_) => new.sync_files().and_then(|()| new.sync()),
            None => Ok(()),
        };
        let named = on_disk.and_then(|()| {
            match out.and_then(Path::file_name) {
                Some(name) => self.folder.rename(NEW_SET, &self.parent, name)?,
                None => {
                    // A run that was killed before its journal mentioned its set has left one, and a folder cannot
                    // replace another one that has files.
                    self.clear_set(SET)?;
                    self.folder.rename(NEW_SET, &self.folder, SET)?;
                }
            }
            self.parent.sync()
        });
        named.with_context(|| format!("cannot write {}", out.unwrap_or(&self.set()).display()))?;
        // Learning can take most of the time of a run, so from here on a run that fails can be resumed.
        self.is_kept |= out.is_none();
        Ok(())
    }

    /// Removes everything that a run has left, except the journal.
    fn clear(&self) -> Result<(), Error> {
        let frontiers = ARCHIVES.map(|name| format!("{name}.frontier"));
        let mut files = [LINES, TABLE].into_iter().chain(ARCHIVES).chain(frontiers.iter().map(String::as_str));
        let cleared = files
            .try_for_each(|name| self.folder.remove_file(name))
            .and_then(|()| [SET, NEW_SET].iter().try_for_each(|name| self.clear_set(name)));
        cleared.with_context(|| self.cannot_remove())
    }

    fn cannot_remove(&self) -> String {
        format!("cannot remove {}", self.folder.path().display())
    }

    /// Removes a folder of templates. A link of that name is removed itself, and not what it leads to.
    fn clear_set(&self, name: &str) -> io::Result<()> {
        if !self.folder.has(name) {
            return Ok(());
        }
        let Ok(set) = self.folder.folder(name) else {
            return self.folder.remove_file(name);
        };
        // If anything else is in it, the folder is not empty in the end, and removing it fails.
        let is_ours = |name: &OsStr| {
            let name = name.to_string_lossy();
            [".json", ".jsonl"].iter().any(|end| name.ends_with(end)) || name.starts_with(PARTIAL)
        };
        for name in set.names()?.iter().filter(|name| is_ours(name)) {
            set.remove_file(name)?;
        }
        self.folder.remove_folder(name)
    }

    /// Removes the folder of a run that is complete. The journal is removed last: while it exists, a later run can
    /// find out what is done.
    ///
    /// # Errors
    ///
    /// If a file cannot be removed.
    pub fn remove(mut self, observer: &dyn Observer) -> Result<(), Error> {
        // So that dropping the value does not remove the folder once more, which may be another run's by then.
        self.is_kept = true;
        self.take_away(observer)
    }

    fn take_away(&self, observer: &dyn Observer) -> Result<(), Error> {
        self.clear()?;
        self.folder.remove_file(JOURNAL).with_context(|| self.cannot_remove())?;
        match self.parent.remove_folder(&self.name) {
            // The lock is held until the value is dropped, but it means nothing once the journal has no name.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                // With a journal in it, the folder is already that of the next run.
                if !self.folder.has(JOURNAL) {
                    observer.notice(Notice::NotRemoved { work: self.folder.path().to_owned() });
                }
            }
            other => return other.with_context(|| self.cannot_remove()),
        }
        Ok(())
    }
}

impl Drop for Work {
    /// Removes the folder if the run failed before there was anything to resume, and releases the lock.
    fn drop(&mut self) {
        if !self.is_kept {
            // An error here is not reported, because the error that ends the run says more.
            let _ = self.take_away(&());
            for folder in &self.made {
                // Fails, as it should, if somebody has put something there meanwhile.
                let _ = fs::remove_dir(folder);
            }
        }
        // A child that another thread is starting holds the file open for a moment, and with it the lock.
        let _ = self.journal.unlock();
    }
}
