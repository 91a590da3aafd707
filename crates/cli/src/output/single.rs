//! Output that is a single file, or goes to standard output.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use crate::{
    files::{self, Work},
    plan::Destination,
    terminal,
};

/// What the work folder of such a file is about: there is nothing in it to go on with.
const SINGLE: &str = "a single file";

/// A single output that may be written.
pub(crate) struct Checked<'a> {
    to: &'a Destination,
    /// The work folder that an earlier run has left.
    left: Option<Work>,
}

/// A single output. If it is a file, no other run writes it.
pub(crate) enum Single<'a> {
    Stdout,
    File { file: &'a Path, work: Work },
}

impl<'a> Checked<'a> {
    /// Fails if another run is writing the output, or if it would replace input, or a folder, or anything else without
    /// `force`. Nothing is written yet.
    pub(crate) fn of(to: &'a Destination, inputs: &[PathBuf], force: bool) -> anyhow::Result<Checked<'a>> {
        let Some(file) = to.file() else {
            return Ok(Checked { to, left: None });
        };
        // Whether another run is writing there is what people want to know first.
        let left = Work::left(file)?;
        files::check_apart(file, inputs)?;
        if file.is_dir() {
            bail!("{} is a folder; name a file", file.display());
        }
        files::check_replaceable(file, force)?;
        if let Some(work) = &left
            && work.is_begun()
            && !force
            && work.about() != SINGLE
        {
            bail!(
                "an earlier run was interrupted and left {}; --force starts again",
                work.path().display()
            );
        }
        Ok(Checked { to, left })
    }

    /// Has the file for this run alone.
    ///
    /// # Errors
    ///
    /// If another run has been faster, or the place cannot be written to.
    pub(crate) fn begin(self) -> anyhow::Result<Single<'a>> {
        let Some(file) = self.to.file() else {
            return Ok(Single::Stdout);
        };
        let mut work = match self.left {
            Some(work) => work,
            None => Work::create(file)?,
        };
        work.begin(SINGLE, "")?;
        Ok(Single::File { file, work })
    }
}

impl Single<'_> {
    /// Has everything written; a file appears whole or not at all.
    pub(crate) fn write(self, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let (file, work) = match self {
            Single::Stdout => {
                let mut out = terminal::output()?;
                write(&mut out)?;
                return Ok(out.flush()?);
            }
            Single::File { file, work } => (file, work),
        };
        let failed = || format!("cannot write {}", file.display());
        let mut out = BufWriter::new(work.lines()?);
        write(&mut out).with_context(failed)?;
        out.flush().with_context(failed)?;
        // What has its name is whole even after a loss of power.
        out.get_ref().sync_all().with_context(failed)?;
        drop(out);
        work.name_lines(file).with_context(failed)?;
        work.remove()
    }

    /// Has these bytes written.
    pub(crate) fn write_all(self, bytes: &[u8]) -> anyhow::Result<()> {
        self.write(|out| Ok(out.write_all(bytes)?))
    }
}
