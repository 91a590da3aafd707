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
use evaluation::python::{self, succeed};

/// What has been built and installed to be measured, or why not.
pub(crate) struct Peers {
    crates: Result<PathBuf, String>,
    /// The interpreter, and the script for it.
    python: Result<(PathBuf, PathBuf), String>,
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
    /// Builds and installs what these measurements compare with. A Python that is given has its packages already.
    pub(crate) fn prepare(root: &Path, names: &[Name], python: Option<&Path>) -> Peers {
        let source = root.join("xtask/peers");
        let target = root.join("target/peers");
        let needs_python = |name: &Name| matches!(name, Name::Clean | Name::Dom | Name::Real);
        let interpreter = match python {
            Some(python) => Ok(python.to_owned()),
            None if !names.iter().any(needs_python) => Err("not needed".to_owned()),
            None if !python::is_there() => Err("there is no python3".to_owned()),
            None => {
                let list = source.join("requirements.txt");
                let made = python::environment_of_what_there_is(&target.join("python"), &list, &mut |line| {
                    eprintln!("{line}")
                });
                made.map_err(|error| format!("{error:#}"))
            }
        };
        Peers {
            crates: build(&source, &target).map_err(|error| format!("{error:#}")),
            python: interpreter.map(|python| (python, source.join("peers.py"))),
        }
    }

    /// The program that times crates, or why there is none.
    pub(crate) fn crates(&self) -> Result<Command, &str> {
        Ok(Command::new(self.crates.as_ref().map_err(String::as_str)?))
    }

    /// The program that times packages of Python, or why there is none.
    pub(crate) fn python(&self) -> Result<Command, &str> {
        let (python, script) = self.python.as_ref().map_err(String::as_str)?;
        let mut command = Command::new(python);
        command.arg(script);
        Ok(command)
    }

    /// Times aligners over two sequences.
    pub(crate) fn align(&self, left: &[u32], right: &[u32]) -> anyhow::Result<Vec<Timed>> {
        let folder = tempfile::tempdir()?;
        let [left, right] = [("left", left), ("right", right)].map(|(name, symbols)| {
            let bytes: Vec<u8> = symbols.iter().flat_map(|s| s.to_le_bytes()).collect();
            write(folder.path().join(name), &bytes)
        });
        of(self.crates(), |command| {
            command.arg("align").args([left?, right?]);
            timed(command)
        })
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
            write(folder.path().join(format!("{idx:06}.html")), page.as_bytes())?;
        }
        let mut all = Vec::new();
        for program in [self.crates(), self.python()] {
            all.extend(of(program, |command| timed(command.arg(verb).arg(folder.path())))?);
        }
        Ok(all)
    }
}

/// Measures by a program; if it is not there, says why, and goes on without it.
fn of(
    program: Result<Command, &str>,
    measure: impl FnOnce(&mut Command) -> anyhow::Result<Vec<Timed>>,
) -> anyhow::Result<Vec<Timed>> {
    match program {
        Ok(mut command) => measure(&mut command),
        Err(reason) => {
            eprintln!("left out: {reason}");
            Ok(Vec::new())
        }
    }
}

fn build(source: &Path, target: &Path) -> anyhow::Result<PathBuf> {
    eprintln!("building the crates that we compare with");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(source.join("Cargo.toml")).arg("--target-dir").arg(target);
    succeed(&mut cargo)?;
    Ok(target.join("release/demold-peers"))
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
