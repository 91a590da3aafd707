//! Output that is a single file or goes to standard output, and what is known about a run that writes cleaned pages.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use pipeline::{Error, Identity, Obstacle, Templates};

use crate::{
    files::{Warner, Work, check_apart, check_replaceable, digest},
    plan::{Clean, Destination, Origin},
    terminal,
};

/// The description in the journal of such a run. An interrupted one leaves nothing that could be resumed.
const SINGLE: &str = "a single file";

/// A single output that was checked and may be written.
pub(crate) struct Checked<'a> {
    to: &'a Destination,
    /// The work folder that an earlier run has left.
    left: Option<Work>,
}

/// A single output. If it is a file, its work folder is locked, so that no other run writes it.
pub(crate) enum Single<'a> {
    Stdout,
    File { file: &'a Path, work: Work },
}

impl<'a> Checked<'a> {
    /// Checks that the output can be written. Nothing is written yet.
    ///
    /// # Errors
    ///
    /// If another run is writing it, or if it would replace input, a folder, or, without `force`, anything else.
    pub(crate) fn of(to: &'a Destination, inputs: &[PathBuf], force: bool) -> anyhow::Result<Checked<'a>> {
        let Some(file) = to.file() else {
            return Ok(Checked { to, left: None });
        };
        // First, because another run that is writing there is the reason for most other errors.
        let left = Work::left(file, &Warner)?;
        check_apart(file, inputs)?;
        if file.is_dir() {
            bail!("{} is a folder; name a file", file.display());
        }
        check_replaceable(file, force)?;
        if let Some(work) = &left
            && work.is_begun()
            && !force
            && work.about() != SINGLE
        {
            let work = work.path().to_owned();
            return Err(Error::Output(Obstacle::Interrupted { work, is_resumable: false }).into());
        }
        Ok(Checked { to, left })
    }

    /// Locks the file for this run.
    ///
    /// # Errors
    ///
    /// If another run was faster, or the place cannot be written to.
    pub(crate) fn begin(self) -> anyhow::Result<Single<'a>> {
        let Some(file) = self.to.file() else {
            return Ok(Single::Stdout);
        };
        let mut work = match self.left {
            Some(work) => work,
            None => Work::create(file, &Warner)?,
        };
        work.begin(SINGLE, "")?;
        Ok(Single::File { file, work })
    }
}

impl Single<'_> {
    /// Has the output written by `write`. A file appears complete or not at all.
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
        // On disk before it is renamed, so that a file with its final name is complete even after a loss of power.
        out.get_ref().sync_all().with_context(failed)?;
        drop(out);
        work.name_lines(file).with_context(failed)?;
        Ok(work.remove(&Warner)?)
    }

    /// Writes these bytes as the output.
    pub(crate) fn write_all(self, bytes: &[u8]) -> anyhow::Result<()> {
        self.write(|out| Ok(out.write_all(bytes)?))
    }
}

/// The option that names templates, to which a run with `--relearn` adds.
const TEMPLATE: &str = "--template";

/// Returns what must be the same when a run is resumed, without the inputs. `left` is what an interrupted run has left.
///
/// # Errors
///
/// If a file that an option names cannot be read. Also if it can be read only once, and this run resumes another one.
pub(crate) fn about(plan: &Clean, left: Option<&Work>) -> anyhow::Result<Identity> {
    let mut about = plan.identity.clone();
    for (option, path) in &plan.files {
        let digest = if path.is_dir() { Some(Templates::digest(path)?) } else { digest(path)? };
        about = match digest {
            Some(digest) => about.content(option, digest),
            None if plan.writing.resume => {
                let input = format!("{} is a pipe or a device and", path.display());
                return Err(Error::Output(Obstacle::ReadOnce { input }).into());
            }
            // A run that cannot be resumed needs no digest of a pipe.
            None => about,
        };
    }
    if let Origin::Folder { relearn: true, .. } = plan.cleaning.origin
        && let Some(left) = left
    {
        about = before_adding(about, left);
    }
    Ok(about)
}

/// Replaces the digest of a folder of templates by the one from before an interrupted run added to it. That run's
/// work folder contains what it added: if the folder is now equal to that, the run has added it.
fn before_adding(about: Identity, work: &Work) -> Identity {
    let earlier = Identity::read(&work.about());
    let was = earlier.and_then(|earlier| earlier.get_content(TEMPLATE).map(str::to_owned));
    let added = Templates::digest(&work.set()).ok();
    match was {
        Some(was) if added.is_some() && added.as_deref() == about.get_content(TEMPLATE) => about.content(TEMPLATE, was),
        _ => about,
    }
}
