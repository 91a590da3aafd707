//! Damaged files given to the command: its sums hold, and it says what is wrong.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use anyhow::{Context as _, ensure};
use regex::Regex;

use super::{change, files::Whole};

/// Damages a file for the `nth` time and has the command clean it.
pub(super) fn clean(program: &Path, whole: &Whole, nth: u64) -> anyhow::Result<()> {
    let (bytes, damage) = whole.damaged(nth);
    let folder = tempfile::tempdir()?;
    let input = folder.path().join(format!("in{}", whole.suffix));
    fs::write(&input, bytes)?;
    let output = Command::new(program).args(["clean", "--format", "jsonl"]).arg(&input).output()?;
    checked(&output).with_context(|| format!("{}, damage {nth}: {damage:?}", whole.name))
}

/// A folder of templates that the command has learned, and what it learned them from.
pub(super) struct Folder {
    folder: tempfile::TempDir,
    files: Vec<String>,
}

impl Folder {
    pub(super) fn learn(program: &Path, whole: &Whole) -> anyhow::Result<Folder> {
        let folder = tempfile::tempdir()?;
        let input = folder.path().join(format!("in{}", whole.suffix));
        let sites = folder.path().join("sites.demold");
        fs::write(&input, &whole.bytes)?;
        let status = Command::new(program).args(["learn", "--quiet", "--out"]).args([&sites, &input]).status()?;
        ensure!(status.success(), "the sites cannot be learned");
        let mut files = Vec::new();
        for entry in sites.read_dir()? {
            files.push(entry?.file_name().to_string_lossy().into_owned());
        }
        files.sort();
        Ok(Folder { folder, files })
    }

    /// Damages one of the files for the `nth` time and has the command clean with the folder. Returns whether it did.
    pub(super) fn clean(&self, program: &Path, whole: &Whole, nth: u64) -> anyhow::Result<bool> {
        let from = self.folder.path().join("sites.demold");
        let folder = tempfile::tempdir()?;
        let to = folder.path().join("sites.demold");
        fs::create_dir(&to)?;
        let n_files = self.files.len() as u64;
        for (at, file) in self.files.iter().enumerate() {
            let mut bytes = fs::read(from.join(file))?;
            if nth % n_files == at as u64 {
                change::damage(&mut bytes, nth / n_files);
            }
            fs::write(to.join(file), bytes)?;
        }
        let output = Command::new(program)
            .args(["clean", "--format", "jsonl", "--threads", "1", "--template"])
            .arg(&to)
            .arg(self.folder.path().join(format!("in{}", whole.suffix)))
            .output()?;
        checked(&output).with_context(|| format!("folder of templates, damage {nth}"))?;
        Ok(output.status.success())
    }
}

/// Either the run failed with a message of its own, or its sums hold.
fn checked(output: &Output) -> anyhow::Result<()> {
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(!said.contains("panicked") && !said.contains("because of a bug"), "it panicked: {said}");
    match output.status.code() {
        Some(0) => {}
        Some(1) => {
            ensure!(said.contains("error: "), "it failed and did not say why: {said}");
            return Ok(());
        }
        _ => anyhow::bail!("it ended with {}: {said}", output.status),
    }
    sum_holds(&said, output.stdout.iter().filter(|&&byte| byte == b'\n').count())
}

/// What a run says that it did adds up, and is what it wrote.
pub(crate) fn sum_holds(said: &str, n_lines: usize) -> anyhow::Result<()> {
    let cleaned = Regex::new(r"(?m)^(\d+) pages? cleaned")?;
    let sum = Regex::new(r"(?m)^(\d+) in = (\d+) out \+ (\d+) skipped")?;
    let number = |found: &regex::Captures<'_>, nth: usize| found[nth].parse::<usize>();
    let n_out = match sum.captures(said) {
        Some(found) => {
            let [n_in, n_out, n_skipped] = [number(&found, 1)?, number(&found, 2)?, number(&found, 3)?];
            ensure!(n_in == n_out + n_skipped, "the sum is wrong: {said}");
            n_out
        }
        // If nothing was skipped, no sum is printed.
        None => {
            let found = cleaned.captures(said);
            let found = found.with_context(|| format!("it did not say what it did: {said}"))?;
            number(&found, 1)?
        }
    };
    ensure!(n_out == n_lines, "{n_lines} lines came out: {said}");
    Ok(())
}
