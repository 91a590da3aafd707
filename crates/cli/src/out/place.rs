//! Where the output goes, decided before any work is done.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use crate::{
    files::{self, Work},
    options::{Clean, Suffix},
    pages::Sources,
};

/// Where the output goes.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// With `is_one`, for a single page.
    Stdout { is_one: bool },
    /// With `is_one`, a file with a single page.
    File { out: PathBuf, is_one: bool },
    /// One file per page.
    Tree(PathBuf),
}

impl Place {
    /// Decides where to write; `left` is what an interrupted run has left there.
    ///
    /// # Errors
    ///
    /// If results would be mixed with the input, or would replace something
    /// without `--force`, or if there is no place for several pages.
    pub(crate) fn of(
        args: &Clean,
        sources: &Sources,
        left: Option<&Work>,
    ) -> anyhow::Result<Place> {
        let format = args.format()?;
        let (Some(out), Some(suffix)) = (&args.out, args.suffix()?) else {
            if format.is_single() {
                check_one(
                    sources,
                    "name a folder with --out, or use --format jsonl or warc",
                )?;
            }
            return Ok(Place::Stdout {
                is_one: format.is_single(),
            });
        };
        files::check_apart(out, &args.reading.inputs)?;
        let is_one = matches!(suffix, Suffix::One(_));
        if is_one {
            let advice = format!("{} holds one: name a folder", out.display());
            check_one(sources, &advice)?;
        }
        if suffix == Suffix::Folder {
            check_folder(out, args, sources, left)?;
            return Ok(Place::Tree(out.clone()));
        }
        // An interrupted run may already have given it its name.
        let is_ours = args.resume && left.is_some_and(Work::is_finished);
        files::check_replaceable(out, args.force || is_ours)?;
        Ok(Place::File {
            out: out.clone(),
            is_one,
        })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Stdout { .. } => f.write_str("standard output"),
            Place::File { out, .. } => write!(f, "the file {}", out.display()),
            Place::Tree(out) => write!(f, "one file per page below {}", out.display()),
        }
    }
}

/// Fails if there are several pages but room for one, if their number is
/// already known.
fn check_one(sources: &Sources, advice: &str) -> anyhow::Result<()> {
    match sources.n_pages() {
        Some(n_pages) if 1 < n_pages => bail!("there are {n_pages} pages to write: {advice}"),
        _ => Ok(()),
    }
}

/// Returns whether there is an output, and no run of it was interrupted.
pub(crate) fn is_complete(out: &Path, left: Option<&Work>) -> bool {
    let has_pages = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => out.is_file(),
    };
    left.is_none() && has_pages
}

fn check_folder(
    out: &Path,
    args: &Clean,
    sources: &Sources,
    left: Option<&Work>,
) -> anyhow::Result<()> {
    let is_empty = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => bail!(
            "the output {} is a file, and a folder is needed",
            out.display()
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot use {}", out.display())),
    };
    if is_empty || args.resume && left.is_some_and(Work::is_begun) {
        return Ok(());
    }
    if sources.n_pages().is_none() {
        bail!(
            "the output folder {} is not empty, and where each page of a crawl goes depends on what \
             is there; name another folder, or go on with an interrupted run with --resume",
            out.display()
        );
    }
    if !args.force {
        bail!(
            "the output folder {} is not empty; --force writes into it and replaces files of the \
             same name",
            out.display()
        );
    }
    Ok(())
}
