//! The index of a folder of templates: which files belong to which site.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::Error,
    limited::{MOST_LEARNED, read_text},
    observer::NoTemplate,
};

/// The name of the index. It is written after all templates that it names.
pub(super) const INDEX: &str = "index.jsonl";

/// The format in the first line of the index.
pub(super) const FORMAT: &str = "demold templates";
/// The version in the same line. Set by: the changes of the format.
pub(super) const VERSION: u64 = 2;

/// A line of the index, which is about one site.
#[derive(Deserialize, Serialize)]
pub(super) struct Entry {
    pub(super) site: String,
    #[serde(rename = "pages")]
    pub(super) n_pages: u64,
    #[serde(rename = "templates")]
    pub(super) files: Vec<String>,
    #[serde(rename = "without")]
    pub(super) why: Option<NoTemplate>,
}

/// Reads the index of a folder.
pub(super) fn entries(folder: &Path) -> Result<Vec<Entry>, Error> {
    let path = folder.join(INDEX);
    let wrong = |what: String| Error::Unusable { what, source: None };
    let index = read_text(&path, MOST_LEARNED).map_err(|error| {
        let what = format!("{} is not a folder of templates: cannot read {}", folder.display(), path.display());
        Error::file(what, error)
    })?;
    let mut lines = index.lines();
    let head: Value = lines.next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    match (head["format"].as_str(), head["version"].as_u64()) {
        (Some(FORMAT), Some(VERSION)) => {}
        (Some(FORMAT), Some(_)) => {
            return Err(wrong(format!(
                "the templates in {} are of another version; use the demold that wrote them, or learn the sites again",
                folder.display()
            )));
        }
        _ => {
            let (folder, path) = (folder.display(), path.display());
            return Err(wrong(format!("{folder} is not a folder of templates: {path} is of another kind")));
        }
    }
    let entry = |(line_idx, line): (usize, &str)| {
        // People count lines from 1, and the first one was the head.
        let place = || format!("{} is damaged in line {}", path.display(), line_idx + 2);
        let entry: Entry = serde_json::from_str(line).map_err(|error| Error::file(place(), error))?;
        if entry.files.iter().all(|file| is_bare(file)) {
            Ok(entry)
        } else {
            Err(wrong(format!("{}: it names a template outside of that folder", place())))
        }
    };
    lines.enumerate().map(entry).collect()
}

/// Returns the names of the files that a folder's index contains.
pub(super) fn listed(folder: &Path) -> Result<BTreeSet<String>, Error> {
    let entries = entries(folder)?;
    Ok(entries.into_iter().flat_map(|entry| entry.files).collect())
}

/// Returns whether a name is that of a file in the folder itself. Somebody else may have written the index, and must
/// not make demold read or remove files elsewhere.
fn is_bare(file: &str) -> bool {
    Path::new(file).file_name().is_some_and(|name| name == file) && file != INDEX
}

/// Returns the file name of a template. Replacing unsafe letters of the site's name does not make two names equal,
/// because a hash of the site and of the content is part of the name.
pub(super) fn file_name(site: &str, json: &str) -> String {
    let safe = formats::mirrored(&format!("{site}.html"), "json");
    let safe: PathBuf = safe.iter().collect();
    let safe = safe.with_extension("").to_string_lossy().replace(['/', '\\'], "_");
    let number = demold::Fingerprint::rank_of(&format!("{site}\n{json}"), 0);
    // File systems limit names to 255 bytes; the site's name is for people only, so its beginning is enough.
    format!("{}-{number:016x}.json", safe.chars().take(80).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn every_site_gets_a_safe_name_of_its_own() {
        let names: Vec<String> =
            ["a.example", "A.example", "../a", "", "..", "a/b", "é", "con"].map(|site| file_name(site, "{}")).into();
        for (nth, name) in names.iter().enumerate() {
            assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)));
            assert!(!name.starts_with('.') && !names[..nth].contains(name), "{name}");
        }
        assert!(names[0].starts_with("a.example-"), "{}", names[0]);
        assert_ne!(file_name("a", "{}"), file_name("a", "{ }"));
    }
}
