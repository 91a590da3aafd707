//! Folders of templates, which one run at a time writes, and which others can read meanwhile.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

use demold::Site;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{
    index::{Entry, FORMAT, INDEX, VERSION, file_name, listed},
    learning::Learning,
    set::{Known, NO_ROOM, Templates},
};
use crate::{
    error::{Context as _, Error},
    files::{self, Work},
    observer::Observer,
    obstacle::Obstacle,
};

/// The description in the journal of a run that learns a set.
const LEARNING: &str = "learning";

/// The number of pages from which on what was learned is stored for a run that resumes this one. Chosen: fewer pages
/// are learned from again within seconds. Storing the templates of many small sites took a fiftieth of a run.
const LEARNED_AGAIN: u64 = 2048;

impl Learning<'_> {
    /// Learns the templates of all sites, or takes those that an interrupted run has left in its work folder. What is
    /// learned is stored there, unless it would soon be learned again.
    ///
    /// # Errors
    ///
    /// As [`learn`](Learning::learn), or if they cannot be stored.
    pub fn learn_or_resume(&self, work: Option<&mut Work>) -> Result<Templates, Error> {
        if let Some(left) = work.as_ref().and_then(|work| Templates::left(work, |_, _| ())) {
            return Ok(left);
        }
        let learned = self.learn(None)?;
        let n_pages: u64 = learned.iter().map(|(_, known)| known.n_pages).sum();
        if let Some(work) = work.filter(|_| n_pages >= LEARNED_AGAIN) {
            learned.leave(work)?;
        }
        Ok(learned)
    }
}

impl Templates {
    /// Returns the templates that an interrupted run has left in its work folder. `each` is told of every template.
    pub fn left(work: &Work, each: impl Fn(&Path, &Site) + Sync) -> Option<Templates> {
        let set = work.set();
        // After a loss of power the set may be incomplete, since it is not synced. Then it is learned again.
        Templates::is_in(&set).then(|| Templates::load(&set, each).ok()).flatten()
    }

    /// Stores all templates in the work folder of a run, for one that resumes it.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn leave(&self, work: &mut Work) -> Result<(), Error> {
        work.write_set(None, |new| self.write_all(new))
    }

    /// Returns the digest of a folder that [`save`](Templates::save) wrote. It depends on the index and on the files that
    /// the index names.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub fn digest(folder: &Path) -> Result<String, Error> {
        let all: Vec<String> = std::iter::once(INDEX.to_owned()).chain(listed(folder)?).collect();
        let digests = all.par_iter().map(|name| files::digest(&folder.join(name)));
        let digests: Vec<Option<String>> = digests.collect::<Result<_, Error>>()?;
        Ok(files::digest_of(digests.iter().flatten().map(String::as_str)))
    }

    /// Locks the set at `folder` for this run, until the returned value is dropped.
    ///
    /// # Errors
    ///
    /// If another run is writing it, or has left its output there and `force` is not given.
    pub fn lock(folder: &Path, force: bool, observer: &dyn Observer) -> Result<Work, Error> {
        let mut work = match Work::left(folder, observer)? {
            // An interrupted run that only learned has left nothing that could be resumed, so there is nothing to
            // lose.
            Some(work) if work.is_begun() && !force && work.about() != LEARNING => {
                return Err(Obstacle::Interrupted { work: work.path().to_owned(), is_resumable: false }.into());
            }
            Some(work) => work,
            None => Work::create(folder, observer)?,
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

    /// Writes all templates and the index into `folder`, which `work` has [locked](Templates::lock) for this run. A new
    /// folder appears complete or not at all.
    ///
    /// An existing set is replaced. Files are named after their content, and the index is replaced in one step. So at
    /// any time there is either the old set or the new one. Only files that the old index names are removed, and
    /// files that a killed run has left incomplete.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn save(&self, work: &mut Work, folder: &Path) -> Result<(), Error> {
        if folder.exists() {
            replace(self, work, folder)
        } else {
            work.write_set(Some(folder), |new| self.write_all(new))
        }
    }

    /// Writes all templates and the index into an empty folder that gets its final name later.
    fn write_all(&self, folder: &Path) -> Result<(), Error> {
        let written = Mutex::default();
        write(self, folder, &BTreeSet::new(), &written, files::fresh).map(drop)
    }
}

/// Writes the templates whose files `old` does not name, each by `put`, and after them the index. Returns the names
/// that the index contains. `written` receives the names of new files, also of those that are incomplete because of an
/// error.
fn write(
    templates: &Templates,
    folder: &Path,
    old: &BTreeSet<String>,
    written: &Mutex<BTreeSet<String>>,
    put: impl Fn(&Path, &[u8]) -> Result<(), Error> + Sync,
) -> Result<BTreeSet<String>, Error> {
    // A site can have the same template twice, and two threads must not write one file.
    let is_first = |name: &str| {
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(name.to_owned())
    };
    let file = |site: &str, template: &Site| {
        let json = template.to_json();
        let name = file_name(site, &json);
        // The name contains a hash of the content, so an old file of this name has the right content.
        if !old.contains(&name) && is_first(&name) {
            put(&folder.join(&name), json.as_bytes())?;
        }
        Ok(name)
    };
    let entry = |(site, known): &(&str, &Known)| {
        let templates = templates.of(known).map_err(Error::kept(NO_ROOM))?;
        let files = templates.iter().map(|template| file(site, template)).collect::<Result<_, Error>>()?;
        Ok(Entry { site: (*site).to_owned(), n_pages: known.n_pages, files, why: known.why })
    };
    let sites: Vec<(&str, &Known)> = templates.iter().collect();
    let entries: Vec<Entry> = sites.par_iter().map(entry).collect::<Result<_, Error>>()?;
    let mut index = format!("{}\n", json!({ "format": FORMAT, "version": VERSION }));
    entries.iter().for_each(|entry| index.push_str(&format!("{}\n", json!(entry))));
    // Synced even in a folder that is not renamed yet: an incomplete index cannot be told from a complete one with
    // fewer sites.
    files::whole(&folder.join(INDEX), index.as_bytes())?;
    Ok(entries.into_iter().flat_map(|entry| entry.files).collect())
}

fn replace(templates: &Templates, work: &mut Work, folder: &Path) -> Result<(), Error> {
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
fn remove_partial(folder: &Path) -> Result<(), Error> {
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
