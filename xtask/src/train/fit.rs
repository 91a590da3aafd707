//! Runs the trainer, a Python script, in an environment of its own.

use std::{path::Path, process::Command};

use evaluation::python;

/// Fits trees to the table in `folder`, and measures them if `figures` are wanted.
pub(super) fn fit(root: &Path, folder: &Path, figures: bool) -> anyhow::Result<()> {
    let source = root.join("xtask/train");
    let list = source.join("requirements.txt");
    let note = &mut |line| eprintln!("{line}");
    let interpreter = python::environment(&folder.join("python"), &list, note)?;
    let mut command = Command::new(interpreter);
    command.arg(source.join("fit.py")).arg(folder);
    if figures {
        command.arg("--figures");
    }
    python::succeed(&mut command)
}
