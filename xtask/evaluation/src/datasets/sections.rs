//! Sections of a site, from the folders of its pages' paths: the classes of clustering.

use std::collections::{BTreeMap, BTreeSet};

/// Sections with fewer pages are left out: nothing can be clustered about them.
const LEAST_PAGES: usize = 3;

/// Returns the section of each page, or nothing for a page outside every section.
///
/// A section is named by the first `depth` folders of the path. Without a depth, the first folder in which the paths
/// differ names it. A site of fewer than two sections has none.
pub(crate) fn of(paths: &[String], depth: Option<usize>) -> Vec<Option<String>> {
    let folders: Vec<Vec<&str>> = paths
        .iter()
        .map(|path| {
            let mut folders: Vec<&str> = path.split('/').collect();
            folders.pop();
            folders
        })
        .collect();
    let depth = depth.unwrap_or_else(|| shared(&folders) + 1);
    let names: Vec<String> = folders.iter().map(|folders| folders[..depth.min(folders.len())].join("/")).collect();
    let mut n_pages: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &names {
        *n_pages.entry(name).or_default() += 1;
    }
    let large: BTreeSet<&str> = n_pages.into_iter().filter(|&(_, n)| LEAST_PAGES <= n).map(|(name, _)| name).collect();
    let is_divided = large.len() >= 2 && depth > 0;
    names.iter().map(|name| (is_divided && large.contains(name.as_str())).then(|| name.clone())).collect()
}

/// Returns how many folders all paths begin with.
fn shared(folders: &[Vec<&str>]) -> usize {
    let Some((first, rest)) = folders.split_first() else {
        return 0;
    };
    rest.iter()
        .map(|other| std::iter::zip(first, other).take_while(|(a, b)| a == b).count())
        .min()
        .unwrap_or(0)
        .min(first.len())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn folders_are_sections() {
        let check = |paths: &[&str], depth: Option<usize>, wanted: &[&str]| {
            let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
            let found = of(&paths, depth).into_iter().map(|section| section.unwrap_or_else(|| "-".to_owned()));
            assert_eq!(found.collect::<Vec<_>>(), wanted);
        };
        let paths = ["doc/a/1", "doc/a/2", "doc/a/x/3", "doc/b/1", "doc/b/2", "doc/b/3", "doc/c/1"];
        check(&paths, None, &["doc/a", "doc/a", "doc/a", "doc/b", "doc/b", "doc/b", "-"]);
        let paths = ["a/x/1", "a/x/2", "a/x/3", "a/y/1", "a/y/2", "a/y/3"];
        check(&paths, Some(2), &["a/x", "a/x", "a/x", "a/y", "a/y", "a/y"]);
        // One section is none.
        check(&paths, Some(0), &["-"; 6]);
        check(&["1", "2", "3"], None, &["-"; 3]);
        check(&[], None, &[]);
    }
}
