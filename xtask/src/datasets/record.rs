//! What was fetched when the figures of the documentation were made: versions, sizes and checksums.
//!
//! `datasets/NAME.record.json` is committed. Another version of a package is not an error, since Debian updates its
//! packages; it is reported, because the figures then differ.

use std::collections::BTreeMap;
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
        let mut differences = Vec::new();
        for (name, package) in &found.packages {
            match self.packages.get(name) {
                None => differences.push(format!("package {name} {} is not recorded", package.version)),
                Some(recorded) if recorded.version != package.version => differences.push(format!(
                    "package {name} is of version {}, recorded is {}",
                    package.version, recorded.version
                )),
                Some(recorded) if recorded != package => {
                    differences.push(format!("package {name} {} has another checksum", package.version));
                }
                Some(_) => {}
            }
        }
        for (name, sampled) in &found.sites {
            match self.sites.get(name) {
                None => differences.push(format!("site {name} is not recorded")),
                Some(recorded) if recorded != sampled => differences.push(format!(
                    "site {name} has {} pages of {} bytes, recorded are {} of {}{}",
                    sampled.pages,
                    sampled.bytes,
                    recorded.pages,
                    recorded.bytes,
                    if (sampled.pages, sampled.bytes) == (recorded.pages, recorded.bytes) {
                        ", with another checksum"
                    } else {
                        ""
                    }
                )),
                Some(_) => {}
            }
        }
        differences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told() {
        let package = |version: &str| Package { version: version.to_owned(), bytes: 3, sha256: "x".to_owned() };
        let site = Sampled { pages: 2, available: 5, bytes: 10, sha256: "y".to_owned() };
        let recorded = Record {
            packages: [("a-doc".to_owned(), package("1"))].into(),
            sites: [("a".to_owned(), site.clone())].into(),
        };
        assert!(recorded.differences(&recorded).is_empty());
        let found = Record {
            packages: [("a-doc".to_owned(), package("2"))].into(),
            sites: [("a".to_owned(), Sampled { sha256: "z".to_owned(), ..site })].into(),
        };
        assert_eq!(
            recorded.differences(&found),
            [
                "package a-doc is of version 2, recorded is 1",
                "site a has 2 pages of 10 bytes, recorded are 2 of 10, with another checksum",
            ]
        );
    }
}
