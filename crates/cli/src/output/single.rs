//! Output that is a single file, or goes to standard output.

use std::{io::Write as _, path::PathBuf};

use anyhow::bail;

use crate::{files, plan::Destination, terminal};

/// Fails if the output would replace input, or a folder, or anything else without `--force`.
pub(crate) fn check_single(
    to: &Destination,
    inputs: &[PathBuf],
    force: bool,
) -> anyhow::Result<()> {
    let Some(file) = to.file() else {
        return Ok(());
    };
    files::check_apart(file, inputs)?;
    if file.is_dir() {
        bail!("{} is a folder; name a file", file.display());
    }
    files::check_replaceable(file, force)
}

/// Writes everything; a file appears whole or not at all.
pub(crate) fn write_single(to: &Destination, bytes: &[u8]) -> anyhow::Result<()> {
    match to.file() {
        Some(file) => files::whole(file, bytes),
        None => {
            let mut out = terminal::output()?;
            out.write_all(bytes)?;
            Ok(out.flush()?)
        }
    }
}
