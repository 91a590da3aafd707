//! Virtual environments of Python, for other projects' packages.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};

/// Returns whether there is a Python to make environments with.
pub fn is_there() -> bool {
    let found = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Makes an environment with the packages that `requirements` lists, and returns its interpreter; `note` is told of it,
/// since that takes a while.
///
/// # Errors
///
/// If there is no Python, or a package cannot be installed.
pub fn environment(folder: &Path, requirements: &Path, note: &mut dyn FnMut(String)) -> anyhow::Result<PathBuf> {
    let interpreter = bare(folder, requirements, note)?;
    let list: [&OsStr; 2] = ["--requirement".as_ref(), requirements.as_ref()];
    install(&interpreter, &list)?;
    Ok(interpreter)
}

/// As [`environment`], but leaves out packages that cannot be installed; `note` is told which.
///
/// # Errors
///
/// If there is no Python, or the list cannot be read.
pub fn environment_of_what_there_is(
    folder: &Path,
    requirements: &Path,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<PathBuf> {
    let interpreter = bare(folder, requirements, note)?;
    let list: [&OsStr; 2] = ["--requirement".as_ref(), requirements.as_ref()];
    if install(&interpreter, &list).is_err() {
        for package in packages(&fs::read_to_string(requirements)?) {
            if let Err(error) = install(&interpreter, &[package.as_ref()]) {
                note(format!("left out: {package}: {error:#}"));
            }
        }
    }
    Ok(interpreter)
}

/// Makes an environment without any package.
fn bare(folder: &Path, requirements: &Path, note: &mut dyn FnMut(String)) -> anyhow::Result<PathBuf> {
    let interpreter = folder.join("bin/python");
    note(format!("installing the Python packages of {}", requirements.display()));
    let venv: [&OsStr; 3] = ["-m".as_ref(), "venv".as_ref(), folder.as_ref()];
    succeed(Command::new("python3").args(venv))?;
    // Older releases of pip cannot install one of them.
    install(&interpreter, &["--upgrade".as_ref(), "pip".as_ref()])?;
    Ok(interpreter)
}

fn install(interpreter: &Path, what: &[&OsStr]) -> anyhow::Result<()> {
    let mut pip = Command::new(interpreter);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    succeed(pip.args(what))
}

/// Lists what a file of requirements asks for.
fn packages(requirements: &str) -> impl Iterator<Item = &str> {
    let lines = requirements.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Runs a command, and fails if it does.
pub fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} failed: {status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_listed() {
        let list: Vec<&str> = packages("# some\na==1\n\n b==2 \n").collect();
        assert_eq!(list, ["a==1", "b==2"]);
    }

    #[test]
    fn programs_that_fail_are_named() {
        let error = succeed(&mut Command::new("false")).unwrap_err().to_string();
        assert!(error.starts_with("false failed"), "{error}");
    }
}
