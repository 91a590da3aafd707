//! What was fetched when the figures of the documentation were made: versions, sizes and checksums.
//!
//! `datasets/NAME.record.json` is committed. Another version of a package is not an error, since Debian updates its
//! packages; it is reported, because the figures then differ.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use evaluation::files;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) packages: BTreeMap<String, Package>,
    pub(crate) sites: BTreeMap<String, Sampled>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Package {
    pub(crate) version: String,
    pub(crate) bytes: u64,
    /// Of the `.deb` file.
    pub(crate) sha256: String,
}

/// The pages of a site, after sampling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sampled {
    pub(crate) pages: usize,
    pub(crate) available: usize,
    pub(crate) bytes: u64,
    /// Of names and bytes of all pages in the order of their names.
    pub(crate) sha256: String,
}

impl Record {
    /// Returns where the committed record of a collection lies.
    pub(crate) fn path(root: &Path, name: &str) -> PathBuf {
        root.join("datasets").join(format!("{name}.record.json"))
    }

    /// Reads a record; there may be none yet.
    pub(crate) fn load(path: &Path) -> anyhow::Result<Record> {
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Record::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    pub(crate) fn save(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        files::write(path, text)
    }

    /// Returns a sentence for each thing of `found` that is not as recorded here.
    pub(crate) fn differences(&self, found: &Record) -> Vec<String> {
        let mut differences = differences("package", &self.packages, &found.packages);
        differences.extend(self::differences("site", &self.sites, &found.sites));
        differences
    }
}

fn differences<T: Debug + PartialEq>(
    kind: &str,
    recorded: &BTreeMap<String, T>,
    found: &BTreeMap<String, T>,
) -> Vec<String> {
    let difference = |(name, found): (&String, &T)| match recorded.get(name) {
        None => Some(format!("{kind} {name} is not recorded: {found:?}")),
        Some(recorded) => (recorded != found).then(|| format!("{kind} {name} is {found:?}, recorded is {recorded:?}")),
    };
    found.iter().filter_map(difference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told() {
        let recorded = [("a", 1), ("b", 2)].map(|(name, version)| (name.to_owned(), version)).into();
        let found = [("b", 3), ("c", 4)].map(|(name, version)| (name.to_owned(), version)).into();
        assert!(differences("package", &recorded, &recorded).is_empty());
        let told = differences("package", &recorded, &found);
        assert_eq!(told, ["package b is 3, recorded is 2", "package c is not recorded: 4"]);
    }
}
