//! Folders of templates, which one run at a time writes, and which others can read meanwhile.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, bail};
use demold::Site;
use pipeline::Templates;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::{
    files::{self, Work},
    terminal::one_line,
};

/// The description in the journal of a run that learns a set.
const LEARNING: &str = "learning";

/// Reads a template file.
pub(crate) fn load(path: &Path) -> anyhow::Result<Site> {
    let site = pipeline::load_site(path)?;
    check_model(path, &site);
    Ok(site)
}

/// Reads a folder that [`save`] wrote.
pub(crate) fn load_set(folder: &Path) -> anyhow::Result<Templates> {
    Ok(Templates::load(folder, check_model)?)
}

/// Warns of a template that was learned with another model. It works with this one too, so this is no error.
fn check_model(path: &Path, site: &Site) {
    if let Some(model) = site.template().learned_with()
        && model != demold::model()
    {
        warn!(
            "another model",
            "{} was learned when pages were judged by the model {}, and now it is {}: pages may come out otherwise",
            path.display(),
            one_line(&model),
            demold::model()
        );
    }
}

/// Returns the digest of a folder that [`save`] wrote. It depends on the index and on the files that the index names.
pub(crate) fn digest(folder: &Path) -> anyhow::Result<String> {
    let all = Templates::files(folder)?;
    let digests = all.par_iter().map(|name| files::digest(&folder.join(name)));
    let digests: Vec<Option<String>> = digests.collect::<anyhow::Result<_>>()?;
    Ok(files::digest_of(digests.iter().flatten().map(String::as_str)))
}

/// Locks the set at `folder` for this run, until the returned value is dropped.
///
/// # Errors
///
/// If another run is writing it, or has left its output there and `force` is not given.
pub(crate) fn begin(folder: &Path, force: bool) -> anyhow::Result<Work> {
    let mut work = match Work::left(folder)? {
        // An interrupted run that only learned has left nothing that could be resumed, so there is nothing to
        // lose.
        Some(work) if work.is_begun() && !force && work.about() != LEARNING => {
            bail!("an earlier run was interrupted and left {}; --force starts again", work.path().display())
        }
        Some(work) => work,
        None => Work::create(folder)?,
    };
    let replaced = replaced(work.said());
    work.begin(LEARNING, "")?;
    // A run that was killed may have left files of the set that it replaced. Until they are removed, each journal
    // names them.
    if !replaced.is_empty() {
        work.line(&json!({ "replaces": replaced }))?;
    }
    Ok(work)
}

/// Writes all templates and the index into `folder`, which `work` has locked for this run. A new folder appears
/// complete or not at all.
///
/// An existing set is replaced. Files are named after their content, and the index is replaced in one step. So at
/// any time there is either the old set or the new one. Only files that the old index names are removed, and
/// files that a killed run has left incomplete.
pub(crate) fn save(templates: &Templates, work: &mut Work, folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        replace(templates, work, folder)
    } else {
        work.write_set(Some(folder), |new| write_all(templates, new))
    }
}

/// Writes all templates and the index into an empty folder that gets its final name later.
pub(crate) fn write_all(templates: &Templates, folder: &Path) -> anyhow::Result<()> {
    let written = Mutex::default();
    write(templates, folder, &BTreeSet::new(), &written, files::fresh).map(drop)
}

/// Writes the templates whose files `old` does not name, each by `put`, and after them the index. Returns the names
/// that the index contains. `written` receives the names of new files, also of those that are incomplete because of an
/// error.
fn write(
    templates: &Templates,
    folder: &Path,
    old: &BTreeSet<String>,
    written: &Mutex<BTreeSet<String>>,
    put: impl Fn(&Path, &[u8]) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<BTreeSet<String>> {
    // A site can have the same template twice, and two threads must not write one file.
    let is_first = |name: &str| {
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(name.to_owned())
    };
    templates.write(
        |name, json| {
            // The name contains a hash of the content, so an old file of this name has the right content.
            let is_new = !old.contains(name) && is_first(name);
            if is_new { put(&folder.join(name), json) } else { Ok(()) }
        },
        // Synced even in a folder that is not renamed yet: an incomplete index cannot be told from a complete one
        // with fewer sites.
        |name, index| files::whole(&folder.join(name), index),
    )
}

fn replace(templates: &Templates, work: &mut Work, folder: &Path) -> anyhow::Result<()> {
    remove_partial(folder)?;
    let old = if Templates::is_in(folder) { listed(folder)? } else { BTreeSet::new() };
    // Once the new index is there, only the journal still names the old files.
    work.line(&json!({ "replaces": old }))?;
    let left = replaced(work.said());
    let written = Mutex::default();
    let saved = write(templates, folder, &old, &written, files::whole);
    let written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    // If writing has failed, the old index is still there, so the new files are removed instead.
    let kept = match &saved {
        Ok(new) => new.clone(),
        Err(_) => old.clone(),
    };
    let gone = old.iter().chain(&written).chain(&left);
    for file in gone.filter(|file| !kept.contains(*file)) {
        let path = folder.join(file);
        match fs::remove_file(&path) {
            // If writing has failed, its error is the one to report.
            Err(error) if saved.is_ok() && error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {}", path.display()));
            }
            _ => {}
        }
    }
    saved.map(drop)
}

/// Returns the names of the files of templates that a folder's index contains.
fn listed(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    // The first one is that of the index.
    Ok(Templates::files(folder)?.into_iter().skip(1).collect())
}

/// Returns the names of the files of an old set that an earlier run was about to remove, from its journal.
fn replaced(journal: &[u8]) -> BTreeSet<String> {
    // Names from a file are not trusted: a path could lead to files elsewhere.
    let is_ours = |name: &&str| name.ends_with(".json") && Path::new(name).file_name() == Some(name.as_ref());
    let mut names = BTreeSet::new();
    for line in journal.split(|byte| *byte == b'\n') {
        let line: Value = serde_json::from_slice(line).unwrap_or_default();
        let listed = line["replaces"].as_array().into_iter().flatten();
        let listed = listed.filter_map(Value::as_str).filter(is_ours);
        names.extend(listed.map(str::to_owned));
    }
    names
}

/// Removes the temporary files of a run that was killed.
fn remove_partial(folder: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot use {}", folder.display());
    for entry in folder.read_dir().with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let is_partial = entry.file_name().to_string_lossy().starts_with(files::PARTIAL);
        if is_partial && entry.file_type().with_context(failed)?.is_file() {
            fs::remove_file(entry.path()).with_context(failed)?;
        }
    }
    Ok(())
}
