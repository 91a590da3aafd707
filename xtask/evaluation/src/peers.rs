//! Programs of other projects: crates, which are a package outside the workspace, `xtask/peers`, so that only who compares
//! builds them, and packages of [`python`]. They print a JSON object per line.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};
use serde::de::DeserializeOwned;
use tempfile::TempDir;

use crate::{files, python};

/// The script of Python's extractors.
pub const SCRIPT: &str = "xtask/peers/peers.py";

/// Builds the package of crates, and returns its program.
///
/// # Errors
///
/// If it cannot be built.
pub fn build(root: &Path) -> anyhow::Result<PathBuf> {
    let target = root.join("target/peers");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(root.join("xtask/peers/Cargo.toml")).arg("--target-dir").arg(&target);
    python::succeed(&mut cargo)?;
    Ok(target.join("release/demold-peers"))
}

/// Has the script of Python's extractors do something with a folder of pages, in an environment that is made for it.
pub fn by_packages<T: DeserializeOwned>(
    root: &Path,
    verb: &str,
    pages: &Path,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<Vec<T>> {
    printed(Command::new(interpreter(root, note)?).arg(root.join(SCRIPT)).arg(verb).arg(pages))
}

/// Returns a Python with the packages, in an environment that is made for it.
///
/// # Errors
///
/// If there is no Python, or the environment cannot be made.
pub fn interpreter(root: &Path, note: &mut dyn FnMut(String)) -> anyhow::Result<PathBuf> {
    let list = root.join("xtask/peers/requirements.txt");
    python::environment(&root.join("target/peers/python"), &list, note)
}

/// Has the program of crates do something with a folder of pages.
pub fn by_crates<T: DeserializeOwned>(root: &Path, verb: &str, pages: &Path) -> anyhow::Result<Vec<T>> {
    printed(Command::new(build(root)?).arg(verb).arg(pages))
}

/// Writes pages into a folder, in the order of their names.
pub fn folder<'a>(pages: impl IntoIterator<Item = &'a str>) -> anyhow::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    for (idx, page) in pages.into_iter().enumerate() {
        files::write(folder.path().join(format!("{idx:06}.html")), page)?;
    }
    Ok(folder)
}

/// Runs a program, and reads what it prints.
///
/// # Errors
///
/// If it cannot be started, fails, or prints something else.
pub fn printed<T: DeserializeOwned>(command: &mut Command) -> anyhow::Result<Vec<T>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {program}"))?;
    ensure!(output.status.success(), "{program} failed: {}", output.status);
    let lines = std::str::from_utf8(&output.stdout)?.lines();
    let found: Result<Vec<T>, _> = lines.map(serde_json::from_str).collect();
    found.with_context(|| format!("cannot read what {program} printed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_read_line_by_line() {
        let echo = |text: &str| printed::<[u8; 2]>(Command::new("printf").arg(text));
        assert_eq!(echo("[1,2]\\n[3,4]\\n").unwrap(), [[1, 2], [3, 4]]);
        assert!(echo("Traceback\\n").is_err());
    }

    #[test]
    fn programs_that_are_not_there_are_named() {
        assert!(printed::<u8>(&mut Command::new("no-such-program-here")).is_err());
    }
}
