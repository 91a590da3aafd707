//! The folder beside an output for what is not complete yet. One run at a time has it.
//!
//! It belongs to whoever has locked the journal in it. The system takes the lock back when the process ends, however it
//! ends. Only files that this module names are ever removed, and only from a folder that has a journal of ours: another
//! folder of that name, or a link, is in the way.

mod lock;

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Folder, PARTIAL};

/// What such a folder can contain besides the journal: files, and folders of files.
const JOURNAL: &str = "journal";
const LINES: &str = "partial";
const TABLE: &str = "table";
const SET: &str = "sites.demold";
const NEW_SET: &str = "new.demold";

/// An archive that is to replace one, by the ends of their names, and its frontier.
const ARCHIVES: [&str; 3] = ["new.warc", "new.warc.gz", "new.warc.zst"];

/// How every journal begins.
const FIRST: &[u8] = b"{\"about\":";

/// The line of a run that has only names left to give.
const FINISHED: &str = "\n{\"finished\":true}\n";

/// The suffix of the folder.
pub(crate) const WORK: &str = ".demold-work";

/// The locked folder beside an output.
#[derive(Debug)]
pub(crate) struct Work {
    parent: Folder,
    name: OsString,
    folder: Folder,
    journal: File,
    /// What the journal said when it was opened.
    said: Vec<u8>,
    /// Whether something in it is worth going on with.
    is_kept: bool,
    /// The folders above it that this run has made, the innermost first.
    made: Vec<PathBuf>,
}

impl Work {
    /// Begins a run that others are to know by `about`, with nothing of what an earlier one has left.
    pub(crate) fn begin(&mut self, about: &(impl Serialize + ?Sized), date: &str) -> anyhow::Result<()> {
        self.is_kept = false;
        self.clear()?;
        self.go_on_after(0)?;
        // The description comes first, because folders of ours are known by it.
        let (about, date) = (json!(about), json!(date));
        self.write(&format!("{{\"about\":{about},\"date\":{date}}}\n"))?;
        self.write_process()
    }

    /// Goes on after all that the journal says.
    #[cfg(feature = "crawl")]
    pub(crate) fn go_on(&mut self) -> anyhow::Result<()> {
        let whole = self.said.iter().rposition(|byte| *byte == b'\n');
        self.go_on_after(whole.map_or(0, |at| at as u64 + 1))
    }

    /// Goes on after this many bytes of the journal: a partly written line does not count.
    pub(crate) fn go_on_after(&mut self, length: u64) -> anyhow::Result<()> {
        let done = self.journal.set_len(length).and_then(|()| {
            self.journal.seek(io::SeekFrom::Start(length))?;
            Ok(())
        });
        done.with_context(|| self.failed())?;
        match length {
            0 => Ok(()),
            _ => self.write_process(),
        }
    }

    fn write_process(&mut self) -> anyhow::Result<()> {
        self.line(&json!({ "process": std::process::id() }))
    }

    /// Appends a line to the journal.
    pub(crate) fn line(&mut self, value: &Value) -> anyhow::Result<()> {
        self.write(&format!("{value}\n"))
    }

    fn write(&mut self, line: &str) -> anyhow::Result<()> {
        let written = self.journal.write_all(line.as_bytes());
        written.with_context(|| self.failed())
    }

    fn failed(&self) -> String {
        format!("cannot write {}", self.folder.path().join(JOURNAL).display())
    }

    /// Returns what the journal said when it was opened.
    pub(crate) fn said(&self) -> &[u8] {
        &self.said
    }

    /// Notes that only names are left to be given.
    pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
        self.line(&json!({ "finished": true }))
    }

    /// Returns whether an earlier run had only names left to give.
    pub(crate) fn is_finished(&self) -> bool {
        String::from_utf8_lossy(&self.said).contains(FINISHED)
    }

    /// Returns whether an earlier run has said what it does.
    pub(crate) fn is_begun(&self) -> bool {
        self.said.starts_with(FIRST) && self.said.contains(&b'\n')
    }

    /// Returns what the earlier run has said that it is about; null if it has said nothing.
    pub(crate) fn about(&self) -> Value {
        let first = self.said.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let mut first: Value = serde_json::from_slice(first).unwrap_or_default();
        first["about"].take()
    }

    /// Notes that what is in the folder is to stay if the run fails.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns where the templates of this run are.
    pub(crate) fn set(&self) -> PathBuf {
        self.folder.path().join(SET)
    }

    /// Returns whether there is output from an earlier run.
    pub(crate) fn has_lines(&self) -> bool {
        self.folder.has(LINES)
    }

    /// Opens the output so far.
    pub(crate) fn lines(&self) -> anyhow::Result<File> {
        let opened = if self.folder.has(LINES) {
            self.folder.file(LINES)
        } else {
            self.folder.new_file(LINES)
        };
        opened.with_context(|| format!("cannot write {}", self.folder.path().join(LINES).display()))
    }

    /// Gives the output so far its name.
    pub(crate) fn name_lines(&self, out: &Path) -> io::Result<()> {
        self.name(LINES, out)
    }

    /// Returns where an archive is written that is to replace the one at `out`.
    #[cfg(feature = "crawl")]
    pub(crate) fn archive(&self, out: &Path) -> PathBuf {
        let out = out.to_string_lossy().to_ascii_lowercase();
        let end = |name: &&&str| out.ends_with(name.trim_start_matches("new"));
        self.folder
            .path()
            .join(ARCHIVES.iter().find(end).unwrap_or(&ARCHIVES[0]))
    }

    /// Opens a new file for a table that is made of the output.
    #[cfg(feature = "parquet")]
    pub(crate) fn new_table(&self) -> io::Result<File> {
        self.folder.remove_file(TABLE)?;
        self.folder.new_file(TABLE)
    }

    /// Gives the table its name.
    #[cfg(feature = "parquet")]
    pub(crate) fn name_table(&self, out: &Path) -> io::Result<()> {
        self.name(TABLE, out)
    }

    /// Gives a file of this folder the name of the output.
    pub(crate) fn name(&self, file: impl AsRef<Path>, out: &Path) -> io::Result<()> {
        let name = out.file_name().unwrap_or_default();
        self.folder.rename(file, &self.parent, name)?;
        self.parent.sync()
    }

    /// Has a folder of templates written, which appears whole, in the work folder or with the name of the output. What is
    /// for others is on disk before that; what this run keeps for itself can be learned again after a loss of power.
    pub(crate) fn write_set(
        &mut self,
        out: Option<&Path>,
        write: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
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
                    // Of a run that was killed before its journal said that they were there.
                    self.clear_set(SET)?;
                    self.folder.rename(NEW_SET, &self.folder, SET)?;
                }
            }
            self.parent.sync()
        });
        named.with_context(|| format!("cannot write {}", out.unwrap_or(&self.set()).display()))?;
        self.is_kept |= out.is_none();
        Ok(())
    }

    /// Removes what a run has left, but for the journal.
    fn clear(&self) -> anyhow::Result<()> {
        let frontiers = ARCHIVES.map(|name| format!("{name}.frontier"));
        let mut files = [LINES, TABLE]
            .into_iter()
            .chain(ARCHIVES)
            .chain(frontiers.iter().map(String::as_str));
        let cleared = files
            .try_for_each(|name| self.folder.remove_file(name))
            .and_then(|()| [SET, NEW_SET].iter().try_for_each(|name| self.clear_set(name)));
        cleared.with_context(|| format!("cannot remove {}", self.folder.path().display()))
    }

    /// Removes a folder of templates; a link of that name is removed itself.
    fn clear_set(&self, name: &str) -> io::Result<()> {
        if !self.folder.has(name) {
            return Ok(());
        }
        let Ok(set) = self.folder.folder(name) else {
            return self.folder.remove_file(name);
        };
        let is_ours = |name: &OsStr| {
            let name = name.to_string_lossy();
            [".json", ".jsonl"].iter().any(|end| name.ends_with(end)) || name.starts_with(PARTIAL)
        };
        for name in set.names()?.iter().filter(|name| is_ours(name)) {
            set.remove_file(name)?;
        }
        self.folder.remove_folder(name)
    }

    /// Removes the folder: the run is complete. The journal goes last: as long as it exists, whoever continues knows
    /// what is done.
    pub(crate) fn remove(mut self) -> anyhow::Result<()> {
        self.is_kept = true;
        self.take_away()
            .with_context(|| format!("cannot remove {}", self.folder.path().display()))
    }

    fn take_away(&self) -> anyhow::Result<()> {
        self.clear()?;
        self.folder.remove_file(JOURNAL)?;
        match self.parent.remove_folder(&self.name) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                // The next run may have it already.
                if !self.folder.has(JOURNAL) {
                    warn!(
                        "not removed",
                        "{} stays: there are files in it that demold has not made",
                        self.folder.path().display()
                    );
                }
            }
            other => other?,
        }
        Ok(())
    }
}

impl Drop for Work {
    /// A run that failed before it had anything to go on with leaves nothing.
    fn drop(&mut self) {
        if !self.is_kept {
            // The error that ends the run says more.
            let _ = self.take_away();
            for folder in &self.made {
                // Not if somebody has put something there.
                let _ = fs::remove_dir(folder);
            }
        }
    }
}
