//! Virtual environments of Python, for other projects' packages.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};

/// Says whether there is a Python to make environments with.
pub(crate) fn is_there() -> bool {
    let found = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

/// Makes an environment with the packages that `requirements` lists, and returns its interpreter.
///
/// # Errors
///
/// If there is no Python, or a package cannot be installed.
pub(crate) fn environment(folder: &Path, requirements: &Path) -> anyhow::Result<PathBuf> {
    let interpreter = folder.join("bin/python");
    eprintln!(
        "installing the Python packages of {}",
        requirements.display()
    );
    let venv: [&OsStr; 3] = ["-m".as_ref(), "venv".as_ref(), folder.as_ref()];
    succeed(Command::new("python3").args(venv))?;
    let pip = |arguments: &[&OsStr]| {
        let mut pip = Command::new(&interpreter);
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]);
        succeed(pip.args(arguments))
    };
    // Older releases of pip cannot install one of them.
    pip(&["--upgrade".as_ref(), "pip".as_ref()])?;
    pip(&["--requirement".as_ref(), requirements.as_ref()])?;
    Ok(interpreter)
}

/// Runs a command, and fails if it does.
pub(crate) fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} failed: {status}");
    }
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
