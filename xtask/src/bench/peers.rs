//! Other projects, timed in processes of their own over the same pages or symbols.
//!
//! Their crates are a package outside the workspace, `xtask/peers`, so that only who compares
//! builds them; their Python packages are put into a virtual environment.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use super::{Name, pages::Pages};
use crate::python::{self, succeed};

/// What has been built and installed to be measured.
pub(crate) struct Peers {
    crates: PathBuf,
    /// The interpreter, and the script for it. Missing where there is no Python, or no need.
    python: Option<(PathBuf, PathBuf)>,
}

/// One peer's figures.
#[derive(Debug, Deserialize, PartialEq)]
pub(crate) struct Timed {
    pub(crate) name: String,
    /// Seconds on a processor, of the best of several calls.
    pub(crate) seconds: f64,
    /// How many inputs it gave nothing for.
    pub(crate) failures: usize,
}

impl Peers {
    /// Builds and installs what these measurements compare with.
    pub(crate) fn prepare(root: &Path, names: &[Name]) -> anyhow::Result<Peers> {
        let source = root.join("xtask/peers");
        let target = root.join("target/peers");
        eprintln!("building the crates that we compare with");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args([
            "build",
            "--release",
            "--quiet",
            "--locked",
            "--manifest-path",
        ]);
        cargo
            .arg(source.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target);
        succeed(&mut cargo)?;
        let python = match names.contains(&Name::Clean) || names.contains(&Name::Dom) {
            true => install(&source, &target)?,
            false => None,
        };
        Ok(Peers {
            crates: target.join("release/demold-peers"),
            python: python.map(|python| (python, source.join("peers.py"))),
        })
    }

    /// Times aligners over two sequences.
    pub(crate) fn align(&self, left: &[u32], right: &[u32]) -> anyhow::Result<Vec<Timed>> {
        let folder = tempfile::tempdir()?;
        let [left, right] = [("left", left), ("right", right)].map(|(name, symbols)| {
            let bytes: Vec<u8> = symbols.iter().flat_map(|s| s.to_le_bytes()).collect();
            write(folder.path().join(name), &bytes)
        });
        timed(
            Command::new(&self.crates)
                .arg("align")
                .args([left?, right?]),
        )
    }

    /// Times page-level extractors over pages.
    pub(crate) fn extract(&self, pages: &Pages) -> anyhow::Result<Vec<Timed>> {
        self.over("extract", pages)
    }

    /// Times parsers that make trees of pages.
    pub(crate) fn parse(&self, pages: &Pages) -> anyhow::Result<Vec<Timed>> {
        self.over("parse", pages)
    }

    fn over(&self, verb: &str, pages: &Pages) -> anyhow::Result<Vec<Timed>> {
        let folder = tempfile::tempdir()?;
        for (idx, page) in pages.iter().enumerate() {
            write(
                folder.path().join(format!("{idx:06}.html")),
                page.as_bytes(),
            )?;
        }
        let mut all = timed(Command::new(&self.crates).arg(verb).arg(folder.path()))?;
        if let Some((python, script)) = &self.python {
            let mut python = Command::new(python);
            all.extend(timed(python.arg(script).arg(verb).arg(folder.path()))?);
        }
        Ok(all)
    }
}

/// Makes the virtual environment, if there is a Python to make it with.
fn install(source: &Path, target: &Path) -> anyhow::Result<Option<PathBuf>> {
    let environment = target.join("python");
    if !python::is_there() {
        eprintln!("python3 is not there, so its extractors are left out");
        return Ok(None);
    }
    let interpreter = python::environment(&environment, &source.join("requirements.txt"))?;
    Ok(Some(interpreter))
}

fn timed(command: &mut Command) -> anyhow::Result<Vec<Timed>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {program}"))?;
    if !output.status.success() {
        bail!("{program} failed: {}", output.status);
    }
    read(&output.stdout).with_context(|| format!("cannot read what {program} printed"))
}

/// Reads one JSON object a line.
fn read(printed: &[u8]) -> anyhow::Result<Vec<Timed>> {
    let lines = std::str::from_utf8(printed)?.lines();
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn write(path: PathBuf, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_line_by_line() {
        let printed = b"{\"name\":\"a 1.0\",\"seconds\":0.5,\"failures\":2}\n";
        let expected = Timed {
            name: "a 1.0".to_owned(),
            seconds: 0.5,
            failures: 2,
        };
        assert_eq!(read(printed).unwrap(), [expected]);
        assert!(read(b"Traceback\n").is_err());
    }

    #[test]
    fn programs_that_are_not_there_are_named() {
        assert!(timed(&mut Command::new("no-such-program-here")).is_err());
    }
}
