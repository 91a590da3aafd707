//! The pages that `DEMOLD_BENCH_PAGES` names, for the benches of several crates.
#![allow(dead_code, reason = "not each of them uses all of it")]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Enough that caches do not hold it, and a sample stays short.
const MAX_BYTES: usize = 8 << 20;

/// Returns the files of the folder that `DEMOLD_BENCH_PAGES` names, at any depth, in the order of their names; none if
/// there is no such variable. Bytes that are not UTF-8 are replaced.
pub(crate) fn given() -> Option<impl Iterator<Item = String>> {
    let mut paths = Vec::new();
    collect(Path::new(&env::var_os("DEMOLD_BENCH_PAGES")?), &mut paths);
    let read = |path: PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    Some(paths.into_iter().map(read))
}

/// Returns some of the given pages, spread over the whole folder and not from its first site alone; or `generated`.
pub(crate) fn some_or(generated: impl FnOnce() -> String) -> Vec<String> {
    let Some(pages) = given() else {
        return vec![generated()];
    };
    let pages: Vec<String> = pages.collect();
    let total: usize = pages.iter().map(String::len).sum();
    let step = total.div_ceil(MAX_BYTES).max(1);
    pages.into_iter().step_by(step).collect()
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
