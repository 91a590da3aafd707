//! The pages of a folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

/// Reads them in the order of their names.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<std::io::Result<_>>()?;
    paths.sort();
    let page = |path: &PathBuf| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    paths.iter().map(page).collect()
}
