//! Collections of pages with gold: a reader for each form in which there are some, and what all of them make.
//!
//! [`folder::load`] finds out what a folder holds. Gold is one of these: texts, values, regions, or selectors that give
//! regions and so texts. Whoever needs regions of a text asks [`gold::from_text`].

pub mod checksum;
mod cleaneval;
pub mod folder;
pub mod generated;
pub mod gold;
pub mod layout;
mod saved;
mod sections;
pub mod selector;
pub mod site;
mod swde;
pub mod wcxb;

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use self::site::{Gold, Page};
use crate::files;

/// Returns the files of a folder with one of the extensions, sorted.
fn files(folder: &Path, extensions: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = entries(folder)?;
    files.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        path.is_file() && extension.is_some_and(|extension| extensions.contains(&extension))
    });
    Ok(files)
}

/// Reads the pages of a folder, each with its gold by its name and bytes.
fn pages(folder: &Path, gold: impl Fn(&str, &[u8]) -> anyhow::Result<Gold>) -> anyhow::Result<Vec<Page>> {
    let page = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let bytes = files::read(&path)?;
        Ok(Page { gold: gold(&name, &bytes)?, name, bytes, charset: None, section: None })
    };
    files(folder, &["html", "htm"])?.into_iter().map(page).collect()
}

/// Returns the folders of a folder, sorted.
fn folders(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = entries(folder)?;
    folders.retain(|path| path.is_dir());
    Ok(folders)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let complaint = || format!("cannot list {}", folder.display());
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(complaint)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(complaint)?;
    paths.sort_unstable();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
