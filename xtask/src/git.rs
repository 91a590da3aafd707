//! What git says about the checkout.

use std::{path::Path, process::Command};

/// Returns what a command of git prints; none if it fails, as where the sources have come without their history.
pub(crate) fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Returns the commit that is checked out, and whether files were changed since.
pub(crate) fn commit(root: &Path) -> Option<String> {
    git(root, &["describe", "--always", "--dirty", "--abbrev=12"])
}
