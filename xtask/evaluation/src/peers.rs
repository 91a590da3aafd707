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

/// Builds the package of crates at `source` below `target`, and returns its program.
///
/// # Errors
///
/// If it cannot be built.
pub fn build(source: &Path, target: &Path) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(source.join("Cargo.toml")).arg("--target-dir").arg(target);
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
    let source = root.join("xtask/peers");
    let interpreter = python::environment(&root.join("target/peers/python"), &source.join("requirements.txt"), note)?;
    printed(Command::new(interpreter).arg(source.join("peers.py")).arg(verb).arg(pages))
}

/// Has the program of crates do something with a folder of pages.
pub fn by_crates<T: DeserializeOwned>(root: &Path, verb: &str, pages: &Path) -> anyhow::Result<Vec<T>> {
    let program = build(&root.join("xtask/peers"), &root.join("target/peers"))?;
    printed(Command::new(program).arg(verb).arg(pages))
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
