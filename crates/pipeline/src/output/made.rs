//! Makes one file of all lines of a run, once they are there.

use std::{
    fs::File,
    io::{BufReader, BufWriter, Seek as _, Write as _},
    path::Path,
};

use crate::{
    error::{Context as _, Error},
    files::Work,
};

/// Makes the file by `write`, which is given the lines and an empty file, and renames it to `out`.
pub(super) fn make<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    work: &Work,
    out: &Path,
    write: impl FnOnce(BufReader<File>, BufWriter<File>) -> Result<BufWriter<File>, E>,
) -> Result<(), Error> {
    let failed = || format!("cannot write {}", out.display());
    let mut lines = work.lines()?;
    lines.rewind().with_context(failed)?;
    let file = BufWriter::new(work.new_table().with_context(failed)?);
    let mut file = write(BufReader::new(lines), file).with_context(failed)?;
    file.flush().with_context(failed)?;
    file.get_ref().sync_all().with_context(failed)?;
    drop(file);
    work.name_table(out).with_context(failed)
}
