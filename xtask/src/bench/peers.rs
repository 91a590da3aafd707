//! Other projects, timed in processes of their own over the same pages or symbols.
//!
//! Their crates are a package outside the workspace, `xtask/peers`, so that only who compares
//! builds them; their Python packages are put into a virtual environment.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

use super::Name;
use evaluation::{files, peers};

/// What has been built and installed to be measured, or why not.
pub(crate) struct Peers {
    crates: Result<PathBuf, String>,
    /// The interpreter, and the script for it.
    python: Result<(PathBuf, PathBuf), String>,
}

/// One peer's figures.
#[derive(Debug, Deserialize)]
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
        let needs_python = |name: &Name| matches!(name, Name::Dom | Name::Real);
        let interpreter = match python {
            Some(python) => Ok(python.to_owned()),
            None if !names.iter().any(needs_python) => Err("not needed".to_owned()),
            None => peers::interpreter(root, &mut |line| eprintln!("{line}")).map_err(|error| format!("{error:#}")),
        };
        eprintln!("building the crates that we compare with");
        Peers {
            crates: peers::build(root).map_err(|error| format!("{error:#}")),
            python: interpreter.map(|python| (python, root.join(peers::SCRIPT))),
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
            let path = folder.path().join(name);
            files::write(&path, bytes).map(|()| path)
        });
        let (left, right) = (left?, right?);
        of(self.crates(), |command| peers::printed(command.arg("align").args([left, right])))
    }

    /// Times parsers that make trees of pages.
    pub(crate) fn parse(&self, pages: &[String]) -> anyhow::Result<Vec<Timed>> {
        let folder = peers::folder(pages.iter().map(String::as_str))?;
        let mut all = Vec::new();
        for program in [self.crates(), self.python()] {
            all.extend(of(program, |command| peers::printed(command.arg("parse").arg(folder.path())))?);
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
