//! A folder for one run of the command, and what is in it afterwards.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;

/// A folder that goes away, with the command to run in it.
pub(super) struct Sandbox {
    folder: TempDir,
    program: PathBuf,
}

impl Sandbox {
    pub(super) fn new(program: &Path) -> anyhow::Result<Sandbox> {
        Ok(Sandbox { folder: tempfile::tempdir()?, program: program.to_owned() })
    }

    /// One in which the input is linked as `in.jsonl`.
    pub(super) fn with(program: &Path, input: &Path) -> anyhow::Result<Sandbox> {
        let sandbox = Sandbox::new(program)?;
        sandbox.link(input, "in.jsonl")?;
        Ok(sandbox)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn exists(&self, name: &str) -> bool {
        self.path(name).symlink_metadata().is_ok()
    }

    pub(super) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).current_dir(self.folder.path());
        command
    }

    pub(super) fn run(&self, args: &[&str]) -> anyhow::Result<Output> {
        Ok(self.command(args).stdin(Stdio::null()).output()?)
    }

    /// Runs the command, which must succeed, and returns how long it took and what it said.
    pub(super) fn done(&self, args: &[&str]) -> anyhow::Result<(Duration, String)> {
        let start = Instant::now();
        let output = self.run(args)?;
        let said = said(&output);
        ensure!(output.status.success(), "{args:?} ended with {}: {said}", output.status);
        Ok((start.elapsed(), said))
    }

    /// Starts the command and kills it after a while. Returns how it ended.
    pub(super) fn killed(&self, args: &[&str], after: Duration) -> anyhow::Result<ExitStatus> {
        let mut child = self.command(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        thread::sleep(after);
        // One that has ended cannot be killed.
        let _ = child.kill();
        Ok(child.wait()?)
    }

    /// All files below the folder whose names begin so, with what is in them.
    pub(super) fn files(&self, prefix: &str) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
        let mut files = BTreeMap::new();
        for entry in walkdir::WalkDir::new(self.folder.path()) {
            let entry = entry?;
            let name = entry.path().strip_prefix(self.folder.path())?;
            let name = name.to_string_lossy().into_owned();
            if entry.file_type().is_file() && name.starts_with(prefix) {
                files.insert(name, fs::read(entry.path())?);
            }
        }
        Ok(files)
    }

    /// The names at the top of the folder.
    pub(super) fn names(&self) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in self.folder.path().read_dir()? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Nothing but these names may be at the top of the folder.
    pub(super) fn is_left_with(&self, expected: &[impl AsRef<str>]) -> anyhow::Result<()> {
        let names = self.names()?;
        let is_expected = names.iter().eq(expected.iter().map(AsRef::as_ref));
        ensure!(is_expected, "{names:?} is left");
        Ok(())
    }

    /// Makes a link to a file that many runs read.
    fn link(&self, from: &Path, name: &str) -> anyhow::Result<()> {
        #[cfg(unix)]
        std::os::unix::fs::symlink(from, self.path(name)).with_context(|| name.to_owned())?;
        #[cfg(not(unix))]
        fs::copy(from, self.path(name)).with_context(|| name.to_owned())?;
        Ok(())
    }
}

pub(super) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The run failed as it should: with status 1 and a message that has these words.
pub(super) fn failed(output: &Output, words: &str) -> anyhow::Result<()> {
    let said = said(output);
    ensure!(output.status.code() == Some(1), "it ended with {}: {said}", output.status);
    ensure!(said.contains("error: ") && said.contains(words), "no {words:?} in: {said}");
    ensure!(!said.contains("panicked"), "it panicked: {said}");
    Ok(())
}
