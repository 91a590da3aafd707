//! Programs of other projects' crates and packages, which print a JSON object per line.
//!
//! The crates are a package outside the workspace, `xtask/peers`, so that only who compares builds them.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};
use serde::de::DeserializeOwned;

use crate::python::succeed;

/// Builds the package of crates at `source` below `target`, and returns its program.
///
/// # Errors
///
/// If it cannot be built.
pub fn build(source: &Path, target: &Path) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(source.join("Cargo.toml")).arg("--target-dir").arg(target);
    succeed(&mut cargo)?;
    Ok(target.join("release/demold-peers"))
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
    read(&output.stdout).with_context(|| format!("cannot read what {program} printed"))
}

fn read<T: DeserializeOwned>(printed: &[u8]) -> anyhow::Result<Vec<T>> {
    let lines = std::str::from_utf8(printed)?.lines();
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_read_line_by_line() {
        assert_eq!(read::<[u8; 2]>(b"[1,2]\n[3,4]\n").unwrap(), [[1, 2], [3, 4]]);
        assert!(read::<[u8; 2]>(b"Traceback\n").is_err());
    }

    #[test]
    fn programs_that_are_not_there_are_named() {
        assert!(printed::<u8>(&mut Command::new("no-such-program-here")).is_err());
    }
}
