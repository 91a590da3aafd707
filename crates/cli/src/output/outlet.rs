//! Checks that the output can be written where the command line says, before any work is done.

use std::{fs, io, path::Path};

use anyhow::{Context as _, bail};

use crate::{
    files::{self, Work},
    pages::Inputs,
    plan::{Clean, FOR_MANY, Outlet},
};

/// Checks what can be checked before any input is read or fetched, which may take long. `left` is what an interrupted
/// run has left there.
///
/// # Errors
///
/// If the output would be mixed with the input, or if it would replace something without `--force`.
pub(crate) fn check_place(plan: &Clean, left: Option<&Work>) -> anyhow::Result<()> {
    if let Some(out) = plan.outlet.path() {
        files::check_apart(out, &plan.reading.inputs)?;
    }
    if plan.resume && plan.reading.is_fetched() {
        bail!("URLs cannot be read again: --resume needs files, which demold crawl writes");
    }
    match &plan.outlet {
        Outlet::Stdout { .. } => Ok(()),
        Outlet::File { out, .. } => {
            // An interrupted run may already have renamed the output, which so exists without being somebody else's.
            let is_ours = plan.resume && left.is_some_and(Work::is_finished);
            files::check_replaceable(out, plan.force || is_ours)
        }
        Outlet::Tree(out) if plan.reading.is_fetched() => check_folder(out, plan, None, left),
        Outlet::Tree(_) => Ok(()),
    }
}

/// Checks that the output can hold the pages.
///
/// # Errors
///
/// If there are several pages and it can hold only one, or if its folder has files already.
pub(crate) fn check(plan: &Clean, inputs: &Inputs, left: Option<&Work>) -> anyhow::Result<()> {
    match &plan.outlet {
        Outlet::Stdout { is_one: true } => check_one(inputs, FOR_MANY),
        Outlet::File { out, is_one: true } => check_one(inputs, &format!("{} holds one; {FOR_MANY}", out.display())),
        Outlet::Stdout { is_one: false } | Outlet::File { is_one: false, .. } => Ok(()),
        Outlet::Tree(out) => check_folder(out, plan, inputs.n_pages(), left),
    }
}

/// Checks that there is at most one page, if the number of pages is already known.
fn check_one(inputs: &Inputs, advice: &str) -> anyhow::Result<()> {
    match inputs.n_pages() {
        Some(n_pages) if n_pages > 1 => bail!("there are {n_pages} pages to write: {advice}"),
        _ => Ok(()),
    }
}

/// Returns whether there is an output, and no interrupted run of it.
pub(crate) fn is_complete(out: &Path, left: Option<&Work>) -> bool {
    let has_pages = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => out.is_file(),
    };
    left.is_none() && has_pages
}

/// Checks that the folder is empty, or may be written to. `n_pages` is the number of pages, if it is known.
fn check_folder(out: &Path, plan: &Clean, n_pages: Option<usize>, left: Option<&Work>) -> anyhow::Result<()> {
    let is_empty = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!("the output {} is a file, and a folder is needed", out.display())
        }
        Err(error) => return Err(error).with_context(|| format!("cannot use {}", out.display())),
    };
    if is_empty || plan.resume && left.is_some_and(Work::is_begun) {
        return Ok(());
    }
    // The names of the pages of a crawl depend on the files that exist, so an overwriting run could not choose the
    // same names.
    if n_pages.is_none() {
        bail!(
            "the output folder {} is not empty, and where each page of a crawl goes depends on what \
             is there; name another folder, or go on with an interrupted run with --resume",
            out.display()
        );
    }
    if !plan.force {
        bail!(
            "the output folder {} is not empty; --force writes into it and replaces files of the \
             same name",
            out.display()
        );
    }
    Ok(())
}
