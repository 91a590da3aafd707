//! Virtual environments of Python, for other projects' packages.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};

/// Returns whether there is a Python to make environments with.
pub fn is_there() -> bool {
    let found = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Makes an environment with the packages that `requirements` lists, and returns its interpreter; `note` is told of it,
/// since that takes a while, and of packages that cannot be installed, which are left out.
///
/// # Errors
///
/// If there is no Python, or the list cannot be read.
pub fn environment(folder: &Path, requirements: &Path, note: &mut dyn FnMut(String)) -> anyhow::Result<PathBuf> {
    ensure!(is_there(), "Python's packages, since there is no python3");
    let interpreter = folder.join("bin/python");
    note(format!("installing the Python packages of {}", requirements.display()));
    succeed(Command::new("python3").args(["-m".as_ref(), "venv".as_ref(), folder.as_os_str()]))?;
    let install = |what: [&OsStr; 2]| {
        let mut pip = Command::new(&interpreter);
        succeed(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(what))
    };
    // Older releases of pip cannot install one of them.
    install(["--upgrade".as_ref(), "pip".as_ref()])?;
    if install(["--requirement".as_ref(), requirements.as_ref()]).is_err() {
        let list = fs::read_to_string(requirements)?;
        for package in list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Err(error) = install(["--upgrade".as_ref(), package.as_ref()]) {
                note(format!("left out: {package}: {error:#}"));
            }
        }
    }
    Ok(interpreter)
}

/// Runs a command, and fails if it does.
pub fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    ensure!(status.success(), "{program} failed: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_fail_are_named() {
        let error = succeed(&mut Command::new("false")).unwrap_err().to_string();
        assert!(error.starts_with("false failed"), "{error}");
    }
}
