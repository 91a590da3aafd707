//! The output so far.

use std::{
    fs::File,
    io::{Seek as _, SeekFrom},
};

use anyhow::{Context as _, bail};

use super::Work;

/// Opens the file with the output so far, truncated to its known length.
///
/// # Errors
///
/// If it is shorter, or cannot be written.
pub(crate) fn partial(work: &Work, length: u64) -> anyhow::Result<File> {
    let mut file = work.lines()?;
    let failed = || format!("cannot write to {}", work.path().display());
    if file.metadata().with_context(failed)?.len() < length {
        bail!(
            "the output in {} is shorter than its journal says; --force starts again",
            work.path().display()
        );
    }
    file.set_len(length).with_context(failed)?;
    file.seek(SeekFrom::End(0)).with_context(failed)?;
    Ok(file)
}
