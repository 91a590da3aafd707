//! The pages that `DEMOLD_BENCH_PAGES` names, for the benches of several crates.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Returns the files of the folder that `DEMOLD_BENCH_PAGES` names, at any depth, in the order of their names; none if
/// there is no such variable. Bytes that are not UTF-8 are replaced.
///
/// If they have more bytes than `most`, every second, third, … is returned, so that they are spread over the whole
/// folder and not from its first site alone.
pub(crate) fn given(most: usize) -> Option<Vec<String>> {
    let mut paths = Vec::new();
    collect(Path::new(&env::var_os("DEMOLD_BENCH_PAGES")?), &mut paths);
    let read = |path: PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    let pages: Vec<String> = paths.into_iter().map(read).collect();
    let n_bytes: usize = pages.iter().map(String::len).sum();
    Some(pages.into_iter().step_by(n_bytes.div_ceil(most).max(1)).collect())
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}
