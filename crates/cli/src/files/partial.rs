//! The output that an earlier run has written so far.

use std::{
    fs::File,
    io::{Seek as _, SeekFrom},
};

use anyhow::{Context as _, bail};

use super::Work;

/// Opens the file with the output so far, truncated to `length`, and positioned at its end.
///
/// # Errors
///
/// If the file is shorter than `length`, or cannot be written.
pub(crate) fn partial(work: &Work, length: u64) -> anyhow::Result<File> {
    let mut file = work.lines()?;
    let failed = || format!("cannot write to {}", work.path().display());
    if file.metadata().with_context(failed)?.len() < length {
        // After a loss of power the journal can be on disk where the output is not. Extending the file would fill it
        // with zeros.
        bail!("the output in {} is shorter than its journal says; --force starts again", work.path().display());
    }
    // Bytes after this length were written by a step that the journal does not have, so they are written again.
    file.set_len(length).with_context(failed)?;
    file.seek(SeekFrom::End(0)).with_context(failed)?;
    Ok(file)
}
