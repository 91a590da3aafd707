//! Decides where an archive is written: at its own place, or in the work folder until it can replace the archive that
//! is there.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use crawl::Archive;

use crate::{
    files::{Warner, Work, check_replaceable},
    plan::Crawl,
};

/// The description in the journal of a crawl.
const CRAWLING: &str = "crawling";

/// The place where an archive is written. While it exists, no other run writes there.
pub(super) struct Staging {
    out: PathBuf,
    work: Work,
    /// The path of the archive that will replace the one at `out`; none if it is written at `out` itself.
    new: Option<PathBuf>,
}

impl Staging {
    /// Begins an archive, or resumes one. Returns none if a crawl is to be resumed that has done everything.
    pub(super) fn open(plan: &Crawl, out: &Path) -> anyhow::Result<Option<(Staging, Archive)>> {
        // Whether an existing archive may be replaced is checked below. A pipe or a device never can be.
        check_replaceable(out, true)?;
        let left = Work::left(out, &Warner)?;
        let mut staging = Staging {
            out: out.to_owned(),
            new: None,
            work: match left {
                Some(work) => work,
                None => Work::create(out, &Warner)?,
            },
        };
        let is_others = staging.work.is_begun() && staging.work.about() != CRAWLING;
        if is_others && !plan.args.force {
            bail!("another command was interrupted and left {}; --force starts again", staging.work.path().display());
        }
        let new = staging.work.archive(out);
        let has_new = !is_others && Archive::frontier_path(&new).exists();
        // An earlier crawl was complete, and was interrupted while it replaced the old archive. This is done first in
        // any case.
        if !is_others && staging.work.is_finished() {
            staging.new = Some(new.clone());
            staging.replace()?;
        } else if plan.args.resume && has_new {
            staging.work.go_on()?;
            staging.new = Some(new.clone());
            let archive = Archive::resume(&new)?;
            return Ok(Some((staging, archive)));
        }
        let frontier = Archive::frontier_path(out);
        if plan.args.resume {
            // The archive of that crawl is at its own place, so the work folder has nothing but the lock. It is
            // removed with this run.
            staging.work.begin(CRAWLING, "")?;
            if frontier.is_symlink() {
                bail!("{} is a link, and links are not followed", frontier.display());
            }
            return match (frontier.exists(), out.exists()) {
                (true, _) => Ok(Some((staging, Archive::resume(out)?))),
                (false, true) => Ok(None),
                (false, false) => bail!("nothing to resume: there is no {}", frontier.display()),
            };
        }
        let is_there = |path: &Path| path.symlink_metadata().is_ok();
        if !plan.args.force {
            if has_new {
                bail!(
                    "an earlier crawl was interrupted and left {}; --resume continues it, --force \
                     starts again",
                    staging.work.path().display()
                );
            }
            staging.work.begin(CRAWLING, "")?;
            if is_there(&frontier) {
                bail!("{} exists; --resume continues it, --force replaces it", frontier.display());
            }
            check_replaceable(out, false)?;
        } else {
            staging.work.begin(CRAWLING, "")?;
        }
        if is_there(out) || is_there(&frontier) {
            let archive = Archive::create(&new)?;
            staging.new = Some(new);
            // From here on the work folder contains an archive that can be resumed.
            staging.work.keep(true);
            return Ok(Some((staging, archive)));
        }
        Ok(Some((staging, Archive::create(out)?)))
    }

    /// Gives the archive its place, because the crawl has all that was asked for.
    pub(super) fn keep(mut self) -> anyhow::Result<()> {
        if self.new.is_some() {
            self.work.finish()?;
            self.replace()?;
        }
        Ok(self.work.remove(&Warner)?)
    }

    /// Replaces the old archive by the new one. If this is interrupted at any point, it can be repeated.
    fn replace(&mut self) -> anyhow::Result<()> {
        let Some(new) = self.new.take() else {
            return Ok(());
        };
        let failed = || format!("cannot replace {}", self.out.display());
        let frontiers = (Archive::frontier_path(&new), Archive::frontier_path(&self.out));
        if new.exists() {
            // Before the archive is moved: the old frontier must never stand beside the new archive.
            remove(&frontiers.1)?;
            self.work.name(file_name(&new), &self.out).with_context(failed)?;
        }
        if frontiers.0.exists() {
            let name = file_name(&frontiers.0);
            self.work.name(name, &frontiers.1).with_context(failed)?;
        }
        Ok(())
    }

    /// Removes the new archive, which would only be in the way of the next attempt. An archive that it was to replace
    /// stays.
    pub(super) fn discard(self) -> anyhow::Result<()> {
        if self.new.is_none() {
            remove(&self.out)?;
            remove(&Archive::frontier_path(&self.out))?;
        }
        Ok(self.work.remove(&Warner)?)
    }
}

fn file_name(path: &Path) -> &Path {
    path.file_name().map_or(path, Path::new)
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
