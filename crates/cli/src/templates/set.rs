//! The templates of many sites, in memory or in one folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, bail};
use demold::{Idiom, Site};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{
    index::{FORMAT, INDEX, VERSION, Why, entries, file_name, listed},
    template_cache::{Cached, TemplateCache},
    volume::Volume,
};
use crate::{
    files::{self, Work},
    pages,
    terminal::count,
};

/// The description in the journal of a run that learns a set.
const LEARNING: &str = "learning";

/// The number of sites whose files are read in parallel at once.
const TOGETHER: usize = 256;

/// What is known about all sites.
#[derive(Debug, Default)]
pub(crate) struct Templates {
    sites: BTreeMap<String, Known>,
    cache: TemplateCache,
    /// The template's share of the pages, if it was measured during learning. It is not stored in files.
    pub(crate) volume: Volume,
    /// Whether the numbers of pages are those of the input that is being cleaned.
    pub(crate) are_counted: bool,
}

/// What is known about one site.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The number of pages that it had when it was learned.
    pub(crate) n_pages: u64,
    /// Its templates, the oldest first. There are several if the site was redesigned.
    templates: Vec<Cached>,
    /// Why it has no template.
    pub(crate) why: Option<Why>,
}

impl Known {
    /// Returns whether there is a template.
    pub(crate) fn is_learned(&self) -> bool {
        !self.templates.is_empty()
    }
}

impl Templates {
    pub(crate) fn get(&self, site: &str) -> Option<&Known> {
        self.sites.get(site)
    }

    /// Returns whether the input has only one page of a site, so that the page cannot be a copy.
    pub(crate) fn is_single(&self, site: &str) -> bool {
        self.are_counted && self.get(site).is_some_and(|known| known.n_pages == 1)
    }

    /// Returns the templates of a site, the oldest first.
    ///
    /// # Errors
    ///
    /// If they cannot be read back from the temporary file.
    pub(crate) fn of(&self, known: &Known) -> io::Result<Vec<Site>> {
        let cached = known.templates.iter();
        cached.map(|cached| self.cache.get(cached)).collect()
    }

    /// Returns the newest template of a site, if it has any.
    ///
    /// # Errors
    ///
    /// As [`of`](Templates::of).
    pub(crate) fn last(&self, site: &str) -> io::Result<Option<Site>> {
        let last = self.get(site).and_then(|known| known.templates.last());
        last.map(|cached| self.cache.get(cached)).transpose()
    }

    /// Returns a line about a site for people.
    ///
    /// # Errors
    ///
    /// As [`of`](Templates::of).
    pub(crate) fn summary(&self, key: &str, known: &Known) -> io::Result<String> {
        let pages = count(usize::try_from(known.n_pages).unwrap_or(usize::MAX), "page");
        let what = match (&known.templates[..], known.why) {
            ([cached], _) => self.cache.get(cached)?.template().summary(),
            ([_, ..], _) => count(known.templates.len(), "template"),
            ([], Some(Why::Few)) => "too few to learn from".to_owned(),
            ([], Some(Why::Failed)) => "which cannot be learned by this method".to_owned(),
            ([], _) => "alone, and judged by its own evidence".to_owned(),
        };
        Ok(format!("{}: {pages}, {what}", pages::shown(key)))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.sites.iter().map(|(key, known)| (key.as_str(), known))
    }

    /// Returns how many sites have templates.
    pub(crate) fn n_learned(&self) -> usize {
        let known = self.sites.values();
        known.filter(|known| known.is_learned()).count()
    }

    /// Returns how many sites have no template for this reason.
    pub(crate) fn n_without(&self, why: Why) -> usize {
        let known = self.sites.values();
        known.filter(|known| known.why == Some(why)).count()
    }

    /// Removes from mined templates the strings that the templates of at least `at_least` sites have, and returns
    /// them.
    pub(crate) fn drop_idioms(&mut self, at_least: usize) -> anyhow::Result<Vec<Idiom>> {
        // Each template is compared with all others, so all of them have to be in memory.
        for known in self.sites.values_mut() {
            for cached in &mut known.templates {
                *cached = Cached::Here(self.cache.get(cached)?);
            }
        }
        let mut sites: Vec<Vec<&mut Site>> = self
            .sites
            .values_mut()
            .map(|known| {
                let cached = known.templates.iter_mut();
                let here = cached.filter_map(|cached| match cached {
                    Cached::Here(site) => Some(site),
                    Cached::Away { .. } => None,
                });
                here.collect()
            })
            .collect();
        Ok(demold::drop_idioms(&mut sites, at_least)?)
    }

    /// Adds what was learned of a site.
    ///
    /// # Errors
    ///
    /// If there is no more room in memory, and none on the disk.
    pub(crate) fn add(&mut self, site: String, n_pages: u64, template: Result<Site, Why>) -> io::Result<()> {
        let known = self.sites.entry(site).or_default();
        // With --relearn only the pages that fit badly are counted, which can be fewer than were known.
        known.n_pages = known.n_pages.max(n_pages);
        match template {
            Ok(template) => {
                known.templates.push(self.cache.put(template)?);
                known.why = None;
            }
            Err(why) if known.templates.is_empty() => known.why = Some(why),
            Err(_) => {}
        }
        Ok(())
    }

    /// Returns the folder of an index, if the path is that of an existing index.
    pub(crate) fn folder_of_index(path: &Path) -> Option<&Path> {
        if path.file_name()? != INDEX || !path.is_file() {
            return None;
        }
        let folder = path.parent()?;
        Some(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
    }

    /// Returns the digest of a folder that [`save`](Templates::save) wrote. It depends on the index and on the files
    /// that the index names.
    pub(crate) fn digest(folder: &Path) -> anyhow::Result<String> {
        let files: Vec<String> = listed(folder)?.into_iter().collect();
        let all = std::iter::once(INDEX).chain(files.iter().map(String::as_str));
        let all: Vec<_> = all.map(|name| folder.join(name)).collect();
        let digests = all.par_iter().map(|path| files::digest(path));
        let digests: Vec<Option<String>> = digests.collect::<anyhow::Result<_>>()?;
        Ok(files::digest_of(digests.iter().flatten().map(String::as_str)))
    }

    /// Returns whether `folder` contains a complete set: the index is written last.
    pub(crate) fn is_in(folder: &Path) -> bool {
        folder.join(INDEX).is_file()
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
    pub(crate) fn save(&self, work: &mut Work, folder: &Path) -> anyhow::Result<()> {
        if folder.exists() {
            self.replace(work, folder)
        } else {
            work.write_set(Some(folder), |new| self.write_all(new))
        }
    }

    /// Writes all templates and the index into an empty folder that gets its final name later.
    pub(crate) fn write_all(&self, folder: &Path) -> anyhow::Result<()> {
        let written = Mutex::default();
        self.write(folder, &BTreeSet::new(), &written, files::fresh).map(drop)
    }

    fn replace(&self, work: &mut Work, folder: &Path) -> anyhow::Result<()> {
        remove_partial(folder)?;
        let old = if Templates::is_in(folder) { listed(folder)? } else { BTreeSet::new() };
        // Once the new index is there, only the journal still names the old files.
        work.line(&json!({ "replaces": old }))?;
        let left = replaced(work.said());
        let written = Mutex::default();
        let saved = self.write(folder, &old, &written, files::whole);
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

    /// Writes the templates whose files `old` does not name, each by `put`, and after them the index. Returns the
    /// names that the index contains. `written` receives the names of new files, also of those that are incomplete
    /// because of an error.
    fn write(
        &self,
        folder: &Path,
        old: &BTreeSet<String>,
        written: &Mutex<BTreeSet<String>>,
        put: impl Fn(&Path, &[u8]) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<BTreeSet<String>> {
        // A site can have the same template twice, and two threads must not write one file.
        let is_first = |name: &String| {
            let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
            written.insert(name.clone())
        };
        let file = |key: &str, template: &Site| {
            let json = template.to_json();
            let name = file_name(key, &json);
            // The name contains a hash of the content, so an old file of this name has the right content.
            if !old.contains(&name) && is_first(&name) {
                put(&folder.join(&name), json.as_bytes())?;
            }
            Ok(name)
        };
        let files = |key: &str, known| {
            let templates = self.of(known)?;
            let names = templates.iter().map(|template| file(key, template));
            names.collect::<anyhow::Result<Vec<String>>>()
        };
        let mut named = BTreeSet::new();
        let mut index = format!("{}\n", json!({ "format": FORMAT, "version": VERSION }));
        let sites: Vec<(&String, &Known)> = self.sites.iter().collect();
        let names = sites.par_iter().map(|(key, known)| files(key, known));
        let names: Vec<Vec<String>> = names.collect::<anyhow::Result<_>>()?;
        for ((key, known), names) in std::iter::zip(sites, names) {
            let line = json!({
                "site": key, "pages": known.n_pages, "templates": names,
                "without": known.why.map(Why::name),
            });
            index.push_str(&format!("{line}\n"));
            named.extend(names);
        }
        // Synced even in a folder that is not renamed yet: an incomplete index cannot be told from a complete one
        // with fewer sites.
        files::whole(&folder.join(INDEX), index.as_bytes())?;
        Ok(named)
    }

    /// Reads a folder that [`save`](Templates::save) wrote.
    pub(crate) fn load(folder: &Path) -> anyhow::Result<Templates> {
        let mut set = Templates::default();
        // Some at a time, because not all templates of a large set fit into memory.
        for entries in entries(folder)?.chunks(TOGETHER) {
            let read = entries.par_iter().map(|entry| {
                let files = entry.files.iter();
                let templates = files.map(|file| super::load(&folder.join(file)));
                templates.collect()
            });
            let read: Vec<Vec<Site>> = read.collect::<anyhow::Result<_>>()?;
            for (entry, templates) in std::iter::zip(entries, read) {
                let mut known =
                    Known { n_pages: entry.n_pages, templates: Vec::with_capacity(templates.len()), why: entry.why };
                for template in templates {
                    let cached = set.cache.put(template).context(NO_ROOM)?;
                    known.templates.push(cached);
                }
                set.sites.insert(entry.site.clone(), known);
            }
        }
        Ok(set)
    }
}

/// The message if templates cannot be kept in memory or on disk.
pub(crate) const NO_ROOM: &str = "cannot keep what was learned in a temporary file";

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
