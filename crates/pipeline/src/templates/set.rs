//! The templates of many sites, in memory or in one folder.

use std::{collections::BTreeMap, io, path::Path};

use demold::{Idiom, Site};
use rayon::prelude::*;

use super::{
    index::{INDEX, entries},
    template_cache::{Cached, TemplateCache},
    volume::Volume,
};
use crate::{
    error::{Context as _, Error},
    limited::{MOST_LEARNED, read_limited},
    observer::{LearnedSite, NoTemplate},
};

/// The number of sites whose files are read in parallel at once. Chosen: by eye.
const TOGETHER: usize = 256;

/// What is known about all sites. Templates are kept in memory while there is room, and after that in a temporary file.
#[derive(Debug, Default)]
pub struct Templates {
    sites: BTreeMap<String, Known>,
    cache: TemplateCache,
    /// The template's share of the pages, if it was measured during learning. It is not stored in files.
    pub volume: Volume,
    /// Whether the numbers of pages are those of the input that is being cleaned.
    pub are_counted: bool,
}

/// What is known about one site.
#[derive(Debug, Default)]
pub struct Known {
    /// The number of pages that it had when it was learned.
    pub n_pages: u64,
    /// Its templates, the oldest first. There are several if the site was redesigned.
    templates: Vec<Cached>,
    /// Why it has no template.
    pub why: Option<NoTemplate>,
}

impl Known {
    /// Returns whether there is a template.
    #[must_use]
    pub fn is_learned(&self) -> bool {
        !self.templates.is_empty()
    }
}

impl Templates {
    /// Returns what is known about a site.
    #[must_use]
    pub fn get(&self, site: &str) -> Option<&Known> {
        self.sites.get(site)
    }

    /// Returns whether the input has only one page of a site, so that the page cannot be a copy.
    #[must_use]
    pub fn is_single(&self, site: &str) -> bool {
        self.are_counted && self.get(site).is_some_and(|known| known.n_pages == 1)
    }

    /// Returns the templates of a site, the oldest first.
    ///
    /// # Errors
    ///
    /// If they cannot be read back from the temporary file.
    pub fn of(&self, known: &Known) -> io::Result<Vec<Site>> {
        let cached = known.templates.iter();
        cached.map(|cached| self.cache.get(cached)).collect()
    }

    /// Returns the newest template of a site, if it has any.
    ///
    /// # Errors
    ///
    /// As [`of`](Templates::of).
    pub fn last(&self, site: &str) -> io::Result<Option<Site>> {
        let last = self.get(site).and_then(|known| known.templates.last());
        last.map(|cached| self.cache.get(cached)).transpose()
    }

    /// Returns what was learned of a site.
    ///
    /// # Errors
    ///
    /// As [`of`](Templates::of).
    pub fn about(&self, key: &str, known: &Known) -> io::Result<LearnedSite> {
        let only = match &known.templates[..] {
            [cached] => Some(self.cache.get(cached)?),
            _ => None,
        };
        let (n_pages, n_templates) = (known.n_pages, known.templates.len());
        Ok(LearnedSite { key: key.to_owned(), n_pages, n_templates, only, why: known.why })
    }

    /// Returns all sites in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.sites.iter().map(|(key, known)| (key.as_str(), known))
    }

    /// Returns how many sites have templates.
    #[must_use]
    pub fn n_learned(&self) -> usize {
        let known = self.sites.values();
        known.filter(|known| known.is_learned()).count()
    }

    /// Returns how many sites have no template for this reason.
    #[must_use]
    pub fn n_without(&self, why: NoTemplate) -> usize {
        let known = self.sites.values();
        known.filter(|known| known.why == Some(why)).count()
    }

    /// Removes from mined templates the strings that the templates of at least `at_least` sites have, and returns
    /// them.
    ///
    /// # Errors
    ///
    /// As [`of`](Templates::of), or if what is left of a template exceeds a limit.
    pub fn drop_idioms(&mut self, at_least: usize) -> Result<Vec<Idiom>, Error> {
        // Each template is compared with all others, so all of them have to be in memory.
        for known in self.sites.values_mut() {
            for cached in &mut known.templates {
                *cached = Cached::Here(self.cache.get(cached).map_err(Error::kept(NO_ROOM))?);
            }
        }
        self.cache.clear();
        let mut sites: Vec<Vec<&mut Site>> = self
            .sites
            .values_mut()
            .map(|known| {
                let cached = known.templates.iter_mut();
                let here = cached.filter_map(|cached| match cached {
                    Cached::Here(site) => Some(site),
                    Cached::Away(_) => None,
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
    pub fn add(&mut self, site: String, n_pages: u64, template: Result<Site, NoTemplate>) -> io::Result<()> {
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
    #[must_use]
    pub fn folder_of_index(path: &Path) -> Option<&Path> {
        if path.file_name()? != INDEX || !path.is_file() {
            return None;
        }
        let folder = path.parent()?;
        Some(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
    }

    /// Returns whether `folder` contains a complete set: the index is written last.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(INDEX).is_file()
    }

    /// Reads a folder that [`save`](Templates::save) wrote. `each` is told of every template.
    ///
    /// # Errors
    ///
    /// If the index or a template cannot be read, or is damaged.
    pub fn load(folder: &Path, each: impl Fn(&Path, &Site) + Sync) -> Result<Templates, Error> {
        let mut set = Templates::default();
        // Some at a time, because not all templates of a large set fit into memory.
        for entries in entries(folder)?.chunks(TOGETHER) {
            let read = entries.par_iter().map(|entry| {
                let files = entry.files.iter();
                let templates = files.map(|file| {
                    let path = folder.join(file);
                    let site = load_site(&path)?;
                    each(&path, &site);
                    Ok(site)
                });
                templates.collect()
            });
            let read: Vec<Vec<Site>> = read.collect::<Result<_, Error>>()?;
            for (entry, templates) in std::iter::zip(entries, read) {
                let mut known =
                    Known { n_pages: entry.n_pages, templates: Vec::with_capacity(templates.len()), why: entry.why };
                for template in templates {
                    let cached = set.cache.put(template).map_err(Error::kept(NO_ROOM))?;
                    known.templates.push(cached);
                }
                set.sites.insert(entry.site.clone(), known);
            }
        }
        Ok(set)
    }
}

/// The message if templates cannot be kept in memory or on disk.
pub(super) const NO_ROOM: &str = "cannot keep what was learned in a temporary file";

/// Reads a template file.
///
/// # Errors
///
/// If it cannot be read, or is not a template.
pub fn load_site(path: &Path) -> Result<Site, Error> {
    let failed = || format!("cannot use the template {}", path.display());
    let bytes = read_limited(path, MOST_LEARNED).with_context(failed)?;
    Site::from_json_bytes(&bytes).with_context(failed)
}
