//! The names of the files of a tree.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    files,
    options::Format,
    pages::{self, Listed},
};

/// Returns an output path below the tree's folder for every page whose name is
/// known beforehand, no two of them equal.
pub(super) fn planned<'a>(
    listed: impl Iterator<Item = &'a Listed>,
    format: Format,
) -> Vec<PathBuf> {
    let listed: Vec<&Listed> = listed.collect();
    let bases = bases(&listed);
    let wish = |page: &Listed| bases[&page.folder].join(renamed(&page.relative, format));
    let mut wanted: HashMap<PathBuf, u32> = HashMap::new();
    for page in &listed {
        *wanted.entry(wish(page)).or_default() += 1;
    }
    let mut given: HashSet<PathBuf> = HashSet::new();
    let mut numbers: HashMap<PathBuf, u32> = HashMap::new();
    listed
        .iter()
        .map(|page| {
            let mut path = wish(page);
            if 1 < wanted[&path] {
                // a.html and a.htm both want a.txt: they get a.html.txt and a.htm.txt.
                path = bases[&page.folder].join(appended(&page.relative, format));
            }
            // Files of the same name from two folders, or a page that has
            // such a name already: numbers settle it.
            let is_taken =
                |name: &PathBuf| given.contains(name) || *name != path && wanted.contains_key(name);
            let unique = numbered_until(&path, &mut numbers, is_taken);
            given.insert(unique.clone());
            unique
        })
        .collect()
}

/// Returns the path, or the first of its numbered forms that is free.
fn numbered_until(
    path: &Path,
    numbers: &mut HashMap<PathBuf, u32>,
    is_taken: impl Fn(&PathBuf) -> bool,
) -> PathBuf {
    let mut unique = path.to_owned();
    if !is_taken(&unique) {
        return unique;
    }
    let number = numbers.entry(path.to_owned()).or_insert(1);
    while is_taken(&unique) {
        *number += 1;
        unique = numbered(path, *number);
    }
    unique
}

/// Returns where the pages of each folder go: to the tree's own folder if
/// there is a single one, else to one that is named after theirs.
fn bases(listed: &[&Listed]) -> HashMap<Option<Arc<Path>>, PathBuf> {
    let mut folders: Vec<&Option<Arc<Path>>> = Vec::new();
    for page in listed {
        if folders.last() != Some(&&page.folder) && !folders.contains(&&page.folder) {
            folders.push(&page.folder);
        }
    }
    if let [single] = folders[..] {
        return HashMap::from([(single.clone(), PathBuf::new())]);
    }
    let mut given: HashSet<PathBuf> = HashSet::new();
    let mut numbers = HashMap::new();
    folders
        .into_iter()
        .map(|folder| {
            let name = match folder {
                Some(folder) => files::real(folder)
                    .ok()
                    .and_then(|path| path.file_name().map(OsString::from))
                    .unwrap_or_else(|| OsString::from("site")),
                None => OsString::from("files"),
            };
            let base = numbered_until(Path::new(&name), &mut numbers, |name| given.contains(name));
            given.insert(base.clone());
            (folder.clone(), base)
        })
        .collect()
}

/// The names of pages that are known by their URLs alone, as they come.
#[derive(Debug, Default)]
pub(super) struct Free {
    /// The last number given to a page of a name that was taken.
    numbers: HashMap<PathBuf, u32>,
}

impl Free {
    /// Returns a path that nothing has yet, here or among those `taken`.
    pub(super) fn name(
        &mut self,
        out: &Path,
        url: Option<&str>,
        nth: u64,
        format: Format,
        taken: &HashSet<PathBuf>,
    ) -> PathBuf {
        let path = match url {
            Some(url) => corpus::mirrored(url, format.extension()),
            None => PathBuf::from(format!("page-{nth:08}.{}", format.extension())),
        };
        let is_taken = |name: &PathBuf| taken.contains(name) || out.join(name).exists();
        numbered_until(&path, &mut self.numbers, is_taken)
    }
}

/// Returns the extension of a format's files, or none where a page keeps its
/// own name.
fn extension(format: Format) -> Option<&'static str> {
    match format {
        Format::Html | Format::Raw => None,
        other => Some(other.extension()),
    }
}

/// `a/b.html` becomes `a/b.txt`; `a/b.php` and `a/v1.2` become `a/b.php.txt`
/// and `a/v1.2.txt`.
fn renamed(relative: &Path, format: Format) -> PathBuf {
    match extension(format) {
        None => relative.to_owned(),
        // Plain text has its name already.
        Some("txt") if relative.extension().is_some_and(|own| own == "txt") => relative.to_owned(),
        Some(extension) if pages::has_page_extension(relative) => {
            // Not `with_extension`, which takes `..html` for a way up.
            let mut name = relative.file_stem().unwrap_or_default().to_owned();
            name.push(".");
            name.push(extension);
            relative.with_file_name(name)
        }
        Some(_) => appended(relative, format),
    }
}

fn appended(relative: &Path, format: Format) -> PathBuf {
    let mut name = relative.as_os_str().to_owned();
    if let Some(extension) = extension(format) {
        name.push(".");
        name.push(extension);
    }
    PathBuf::from(name)
}

/// `a/b.txt` becomes `a/b-2.txt`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sites: &[(Option<&str>, &[&str])], format: Format, expected: &[&str]) {
        let listed: Vec<Listed> = sites
            .iter()
            .flat_map(|(folder, pages)| pages.iter().map(move |page| (folder, page)))
            .enumerate()
            .map(|(nth, (folder, page))| Listed {
                folder: folder.map(|folder| Path::new(folder).into()),
                relative: PathBuf::from(page),
                nth,
            })
            .collect();
        let found = planned(listed.iter(), format);
        assert_eq!(
            found,
            expected.iter().map(PathBuf::from).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_tree_is_mirrored() {
        let site = [(Some("in"), &["a/b.html", "c.HTM", "v1.2", "..html"][..])];
        check(
            &site,
            Format::Html,
            &["a/b.html", "c.HTM", "v1.2", "..html"],
        );
        check(
            &site,
            Format::Text,
            &["a/b.txt", "c.txt", "v1.2.txt", "..txt"],
        );
        check(
            &site,
            Format::Markdown,
            &["a/b.md", "c.md", "v1.2.md", "..md"],
        );
        check(
            &site,
            Format::Jsonl,
            &["a/b.json", "c.json", "v1.2.json", "..json"],
        );
    }

    #[test]
    fn no_two_pages_share_a_file() {
        check(
            &[(Some("in"), &["a.htm", "a.html", "a.htm.txt"])],
            Format::Text,
            &["a.htm.txt", "a.html.txt", "a.htm-2.txt"],
        );
        check(
            &[(None, &["x.html", "x.html"])],
            Format::Html,
            &["x.html", "x-2.html"],
        );
    }

    #[test]
    fn several_sites_get_folders_of_their_own() {
        check(
            &[
                (Some("sites/one"), &["a.html"]),
                (Some("more/one"), &["a.html"]),
                (None, &["b.html"]),
            ],
            Format::Html,
            &["one/a.html", "one-2/a.html", "files/b.html"],
        );
    }

    #[test]
    fn every_name_is_safe() {
        for name in ["..html", "...html", "a/..html", ".html", "a/.htm"] {
            for format in [Format::Text, Format::Markdown, Format::Jsonl] {
                let listed = Listed {
                    folder: None,
                    relative: PathBuf::from(name),
                    nth: 0,
                };
                let path = planned(std::iter::once(&listed), format).remove(0);
                let file = path.file_name().unwrap().to_str().unwrap();
                let stays = path
                    .components()
                    .all(|part| matches!(part, std::path::Component::Normal(_)));
                assert!(stays, "{name}: {}", path.display());
                assert!(file.ends_with(format.extension()), "{name}: {file}");
            }
        }
    }
}
