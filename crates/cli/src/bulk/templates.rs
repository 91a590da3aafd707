//! The templates of many sites in one folder.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use demold::Site;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::write;

/// The file that says which site has which templates; written last.
const INDEX: &str = "index.jsonl";

/// What is known of all sites.
#[derive(Debug, Default)]
pub(crate) struct Templates {
    sites: BTreeMap<String, Known>,
}

/// What is known of one site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The number of pages it had when it was looked at.
    pub(crate) n_pages: u64,
    /// Its templates, the first one first: sites get redesigned. None if it
    /// was too small to learn from.
    pub(crate) templates: Vec<Site>,
    /// Where they are, as far as they were written.
    files: Vec<String>,
}

impl Templates {
    pub(crate) fn get(&self, site: &str) -> Option<&Known> {
        self.sites.get(site)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.sites.iter().map(|(key, known)| (key.as_str(), known))
    }

    pub(crate) fn add(&mut self, site: String, n_pages: u64, template: Option<Site>) {
        let known = self.sites.entry(site).or_default();
        known.n_pages = known.n_pages.max(n_pages);
        known.templates.extend(template);
    }

    /// Returns whether `folder` has a complete set.
    pub(crate) fn is_in(folder: &Path) -> bool {
        folder.join(INDEX).is_file()
    }

    /// Writes those templates that are not yet in `folder`, and the index.
    pub(crate) fn save(&mut self, folder: &Path) -> anyhow::Result<()> {
        let mut n_files: usize = self.sites.values().map(|known| known.files.len()).sum();
        let mut index = String::new();
        for (key, known) in &mut self.sites {
            for template in &known.templates[known.files.len()..] {
                n_files += 1;
                let name = file_name(n_files, key);
                write::whole(&folder.join(&name), template.to_json().as_bytes())?;
                known.files.push(name);
            }
            let line = json!({ "site": key, "pages": known.n_pages, "templates": known.files });
            index.push_str(&format!("{line}\n"));
        }
        write::whole(&folder.join(INDEX), index.as_bytes())
    }

    /// Forgets which templates have been written, so that a copy can be.
    pub(crate) fn forget_files(&mut self) {
        for known in self.sites.values_mut() {
            known.files.clear();
        }
    }

    /// Reads a folder that [`save`](Templates::save) wrote.
    pub(crate) fn load(folder: &Path) -> anyhow::Result<Templates> {
        let path = folder.join(INDEX);
        let index = fs::read_to_string(&path).with_context(|| {
            format!(
                "{} is no folder of templates: cannot read {}",
                folder.display(),
                path.display()
            )
        })?;
        let mut entries = Vec::new();
        for (line_idx, line) in index.lines().enumerate() {
            let place = || format!("{} is damaged in line {}", path.display(), line_idx + 1);
            let value: Value = serde_json::from_str(line).with_context(place)?;
            let (Some(site), Some(n_pages), Some(files)) = (
                value["site"].as_str(),
                value["pages"].as_u64(),
                value["templates"].as_array(),
            ) else {
                bail!("{}: it names no site, pages and templates", place());
            };
            let files: Option<Vec<String>> = files
                .iter()
                .map(|file| file.as_str().map(str::to_owned))
                .collect();
            entries.push((site.to_owned(), n_pages, files.with_context(place)?));
        }
        let sites = entries.into_par_iter().map(|(site, n_pages, files)| {
            let templates: anyhow::Result<Vec<Site>> = files
                .iter()
                .map(|file| crate::learn::load(&in_folder(folder, file)?))
                .collect();
            Ok((
                site,
                Known {
                    n_pages,
                    templates: templates?,
                    files,
                },
            ))
        });
        Ok(Templates {
            sites: sites.collect::<anyhow::Result<_>>()?,
        })
    }
}

/// Joins a bare file name to the folder, and refuses any other path.
fn in_folder(folder: &Path, file: &str) -> anyhow::Result<PathBuf> {
    if Path::new(file).file_name().is_none_or(|name| name != file) {
        bail!(
            "{} names {file:?}, which is not in that folder",
            folder.join(INDEX).display()
        );
    }
    Ok(folder.join(file))
}

/// Numbers keep apart what is the same once it is safe.
fn file_name(nth: usize, site: &str) -> String {
    let safe: String = site
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() || "-.".contains(letter) {
                letter
            } else {
                '_'
            }
        })
        .take(80)
        .collect();
    format!("{nth:06}-{safe}.json")
}
