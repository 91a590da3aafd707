//! Names the files of a tree: for paths that are known beforehand, and for URLs one after another.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    path::{Path, PathBuf},
};

use crate::{has_page_extension, mirrored};

/// A file that a tree mirrors: the folder in which it was found, if any, and its path below that folder.
pub type Listed<'a> = (Option<&'a Path>, &'a Path);

/// Returns a path for every file, no two of them equal. If there is an extension, it replaces that of a page and is
/// appended to any other name; without one, each file keeps its name.
///
/// The files of a folder are named as in the folder. If there are several folders, each gets one of its own in the
/// tree. Control characters, such as line breaks, become `_`.
///
/// # Complexity
///
/// Linear in the names, if few are equal.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// let listed = [(None, Path::new("a.html")), (None, Path::new("a.htm"))];
/// let names = formats::planned(&listed, Some("txt"));
/// assert_eq!(names, [Path::new("a.html.txt"), Path::new("a.htm.txt")]);
/// ```
pub fn planned(listed: &[Listed<'_>], extension: Option<&str>) -> Vec<PathBuf> {
    let listed: Vec<(Option<&Path>, PathBuf)> =
        listed.iter().map(|(folder, relative)| (*folder, plain(relative))).collect();
    let listed: Vec<Listed<'_>> = (listed.iter()).map(|(folder, relative)| (*folder, relative.as_path())).collect();
    let bases = bases(&listed);
    let wish = |(folder, relative): Listed<'_>| bases[&folder].join(renamed(relative, extension));
    // All wishes are counted first, so that the result for a file does not depend on whether it comes before or after
    // one that wants the same name.
    let mut wanted: HashMap<PathBuf, u32> = HashMap::new();
    for page in &listed {
        *wanted.entry(wish(*page)).or_default() += 1;
    }
    let mut given: HashSet<PathBuf> = HashSet::new();
    let mut numbers: HashMap<PathBuf, u32> = HashMap::new();
    listed
        .iter()
        .map(|&(folder, relative)| {
            let mut path = wish((folder, relative));
            if wanted[&path] > 1 {
                // `a.html` and `a.htm` would both become `a.txt`, so they become `a.html.txt` and `a.htm.txt`.
                path = bases[&folder].join(appended(relative, extension));
            }
            // Names can still be equal: those of files in two folders, or that of a page which already has such a
            // name. Numbers make them different. A name that another file wants is left to that file.
            let is_taken = |name: &PathBuf| given.contains(name) || *name != path && wanted.contains_key(name);
            let unique = numbered_until(&path, &mut numbers, is_taken);
            given.insert(unique.clone());
            unique
        })
        .collect()
}

/// Returns the path without control characters, which would break lists of names and confuse terminals.
fn plain(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    if text.chars().any(char::is_control) {
        PathBuf::from(text.replace(char::is_control, "_"))
    } else {
        path.to_owned()
    }
}

/// Returns the path, or the first of its numbered forms that is not taken. `numbers` has the last number for each
/// path, so that many equal names do not take quadratic time.
fn numbered_until(path: &Path, numbers: &mut HashMap<PathBuf, u32>, is_taken: impl Fn(&PathBuf) -> bool) -> PathBuf {
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

/// Returns where the files of each folder go: into the root of the tree if there is only one folder, otherwise into a
/// folder with the name of theirs.
fn bases<'a>(listed: &[Listed<'a>]) -> HashMap<Option<&'a Path>, PathBuf> {
    let mut folders: Vec<Option<&Path>> = Vec::new();
    for (folder, _) in listed {
        // Files come folder by folder, so the first comparison nearly always decides.
        if folders.last() != Some(folder) && !folders.contains(folder) {
            folders.push(*folder);
        }
    }
    if let [single] = folders[..] {
        return HashMap::from([(single, PathBuf::new())]);
    }
    let mut given: HashSet<PathBuf> = HashSet::new();
    let mut numbers = HashMap::new();
    folders
        .into_iter()
        .map(|folder| {
            let name = match folder {
                Some(folder) => folder
                    // Paths such as `.` and `..` have a name only in their canonical form.
                    .canonicalize()
                    .as_deref()
                    .unwrap_or(folder)
                    .file_name()
                    .map_or_else(|| OsString::from("site"), OsString::from),
                None => OsString::from("files"),
            };
            let base = numbered_until(&plain(Path::new(&name)), &mut numbers, |name| given.contains(name));
            given.insert(base.clone());
            (folder, base)
        })
        .collect()
}

/// Names pages of which only the URL is known, one after another.
#[derive(Debug, Default)]
pub struct FreeNames {
    /// The last number given to a page whose name was taken.
    numbers: HashMap<PathBuf, u32>,
}

impl FreeNames {
    /// Returns an unused path below `out`: there is no file with it, and it is not in `taken`. A page without an
    /// address is named by its number.
    pub fn name(
        &mut self,
        out: &Path,
        url: Option<&str>,
        nth: u64,
        extension: &str,
        taken: &HashSet<PathBuf>,
    ) -> PathBuf {
        let path = match url {
            Some(url) => mirrored(url, extension),
            None => PathBuf::from(format!("page-{nth:08}.{extension}")),
        };
        let is_taken = |name: &PathBuf| taken.contains(name) || out.join(name).exists();
        numbered_until(&path, &mut self.numbers, is_taken)
    }
}

/// Replaces the extension of a page, or appends one: `a/b.html` becomes `a/b.txt`; `a/b.php` and `a/v1.2` become
/// `a/b.php.txt` and `a/v1.2.txt`.
fn renamed(relative: &Path, extension: Option<&str>) -> PathBuf {
    match extension {
        None => relative.to_owned(),
        // Plain text already has its extension.
        Some("txt") if relative.extension().is_some_and(|own| own == "txt") => relative.to_owned(),
        Some(extension) if has_page_extension(relative) => {
            // `with_extension` would turn `..html` into a path that leads up.
            let mut name = relative.file_stem().unwrap_or_default().to_owned();
            name.push(".");
            name.push(extension);
            relative.with_file_name(name)
        }
        Some(_) => appended(relative, extension),
    }
}

fn appended(relative: &Path, extension: Option<&str>) -> PathBuf {
    let mut name = relative.as_os_str().to_owned();
    if let Some(extension) = extension {
        name.push(".");
        name.push(extension);
    }
    PathBuf::from(name)
}

/// Adds a number to a name: `a/b.txt` becomes `a/b-2.txt`.
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

    fn check(sites: &[(Option<&str>, &[&str])], extension: Option<&str>, expected: &[&str]) {
        let listed: Vec<Listed<'_>> = sites
            .iter()
            .flat_map(|(folder, pages)| pages.iter().map(move |page| (folder, page)))
            .map(|(folder, page)| (folder.map(Path::new), Path::new(*page)))
            .collect();
        let found = planned(&listed, extension);
        let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_tree_is_mirrored() {
        let site = [(Some("in"), &["a/b.html", "c.HTM", "v1.2", "..html"][..])];
        check(&site, None, &["a/b.html", "c.HTM", "v1.2", "..html"]);
        check(&site, Some("txt"), &["a/b.txt", "c.txt", "v1.2.txt", "..txt"]);
        check(&site, Some("md"), &["a/b.md", "c.md", "v1.2.md", "..md"]);
        check(&site, Some("json"), &["a/b.json", "c.json", "v1.2.json", "..json"]);
    }

    #[test]
    fn no_two_pages_share_a_file() {
        check(
            &[(Some("in"), &["a.htm", "a.html", "a.htm.txt"])],
            Some("txt"),
            &["a.htm.txt", "a.html.txt", "a.htm-2.txt"],
        );
        check(&[(None, &["x.html", "x.html"])], None, &["x.html", "x-2.html"]);
    }

    #[test]
    fn control_characters_do_not_get_into_names() {
        check(
            &[(Some("in\n"), &["a\nb/c\u{7f}\u{9b}.html", "a_b/c__.html"])],
            None,
            &["a_b/c__.html", "a_b/c__-2.html"],
        );
        check(&[(Some("a\r"), &["x.html"]), (Some("b"), &["x.html"])], None, &["a_/x.html", "b/x.html"]);
    }

    #[test]
    fn several_sites_get_folders_of_their_own() {
        check(
            &[(Some("sites/one"), &["a.html"]), (Some("more/one"), &["a.html"]), (None, &["b.html"])],
            None,
            &["one/a.html", "one-2/a.html", "files/b.html"],
        );
    }

    #[test]
    fn every_name_is_safe() {
        for name in ["..html", "...html", "a/..html", ".html", "a/.htm"] {
            for extension in ["txt", "md", "json"] {
                let path = planned(&[(None, Path::new(name))], Some(extension)).remove(0);
                let file = path.file_name().unwrap().to_str().unwrap();
                let stays = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
                assert!(stays, "{name}: {}", path.display());
                assert!(file.ends_with(extension), "{name}: {file}");
            }
        }
    }
}
