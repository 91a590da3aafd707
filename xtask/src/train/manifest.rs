//! What the trees are trained on: the list in xtask/train/collections.toml, checked against the folders that are there.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use super::pages::Folders;

/// The list, below the root of the project.
const LIST: &str = "xtask/train/collections.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    collection: Vec<Collection>,
}

/// A collection of pages with gold.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "what people read must be there, but nothing is done with it")]
struct Collection {
    name: String,
    about: String,
    source: String,
    commit: String,
    labels: String,
    licence: String,
    pages: usize,
    digest: String,
}

fn read(root: &Path) -> anyhow::Result<Vec<Collection>> {
    let path = root.join(LIST);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let manifest: Manifest = toml::from_str(&text).with_context(|| format!("{LIST} is damaged"))?;
    Ok(manifest.collection)
}

/// Returns the folders of all collections, which are in `data` under their names.
///
/// # Errors
///
/// If a folder is missing, or its files are not those of the list.
pub(super) fn folders(root: &Path, data: &Path) -> anyhow::Result<Folders> {
    let mut folders = Folders { wcxb: None, sites: Vec::new() };
    for collection in read(root)? {
        let folder = data.join(&collection.name);
        let found = digest(&folder)?;
        ensure!(
            found == collection.digest,
            "{} is not the {} of {LIST}: its digest is {found}",
            folder.display(),
            collection.name
        );
        if collection.name == "wcxb" {
            folders.wcxb = Some(folder);
        } else {
            folders.sites.push(folder);
        }
    }
    Ok(folders)
}

/// Returns the digest of a folder, as xtask/train/collections.toml describes it.
fn digest(folder: &Path) -> anyhow::Result<String> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for entry in WalkDir::new(folder).follow_links(true) {
        let entry = entry.with_context(|| format!("cannot read the collection {}", folder.display()))?;
        if entry.file_type().is_file() {
            let parts = entry.path().strip_prefix(folder)?.iter().map(|part| part.to_string_lossy());
            files.push((parts.collect::<Vec<_>>().join("/"), entry.into_path()));
        }
    }
    files.sort();
    let mut hash = Sha256::new();
    for (name, path) in files {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        hash.update(format!("{name}\0{}\0", bytes.len()));
        hash.update(bytes);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trees say in their head what they have learned from, and the list says where that is from.
    #[test]
    fn the_list_is_what_the_trees_have_learned_from() {
        let model = crate::root().join(super::super::FOREST).join(super::super::MODEL);
        let model = fs::read_to_string(model).unwrap();
        let collections = read(&crate::root()).unwrap();
        assert!(collections.iter().all(|collection| collection.pages > 0 && collection.digest.len() == 64));
        for line in model.lines().filter_map(|line| line.strip_prefix("# - ")) {
            let (name, _) = line.split_once([':', ',']).unwrap();
            let of_webs = ["cleanportaleval", "fundus", "swde"];
            let name = if of_webs.contains(&name) { "webs" } else { name };
            assert!(collections.iter().any(|of| of.name.eq_ignore_ascii_case(name)), "{name} is in no list");
        }
    }

    #[test]
    fn a_folder_has_a_digest() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/c"), "x").unwrap();
        fs::write(folder.path().join("a"), "yz").unwrap();
        let expected = Sha256::digest(b"a\x002\0yzb/c\x001\0x");
        let expected: String = expected.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest(folder.path()).unwrap(), expected);
    }
}
