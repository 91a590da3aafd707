//! The pages of a folder.

use std::{fs, path::Path};

use anyhow::Context as _;

pub(crate) fn read(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
    let page = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry?.path();
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    entries.map(page).collect()
}
