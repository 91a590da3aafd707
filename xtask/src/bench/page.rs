//! One page at a time from Python, beside the same call of other packages.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context as _;
use serde::Deserialize;

use super::{
    real::{self, Collection},
    table::Table,
};

/// Some calls take a tenth of a second for a page.
const MOST_COLLECTIONS: usize = 2;

/// Pages of a collection, of all its sites.
const N_PAGES: usize = 32;

/// What `bench/page.py` prints.
#[derive(Deserialize)]
struct Printed {
    /// What was left out, and why; what is there, with its version.
    notes: Vec<String>,
    /// A call, and the seconds that the best round took.
    calls: Vec<(String, f64)>,
}

pub(crate) fn measure(root: &Path, folders: &[PathBuf], python: Option<&Path>) -> anyhow::Result<Vec<Table>> {
    // The one that crates/python/ci.sh makes, with the package in it.
    let made = root.join("target/python/bin/python");
    let python = python.unwrap_or(&made);
    let (all, _) = real::collections(root, folders)?;
    let mut tables = Vec::new();
    for collection in all.into_iter().take(MOST_COLLECTIONS) {
        let pages = collection.some(N_PAGES);
        tables.push(
            table(root, python, &collection, &pages)
                .with_context(|| format!("cannot measure by {}", python.display()))?,
        );
    }
    Ok(tables)
}

fn table(root: &Path, python: &Path, collection: &Collection, pages: &[&str]) -> anyhow::Result<Table> {
    let n_bytes: usize = pages.iter().map(|page| page.len()).sum();
    let title = format!(
        "page: {} pages of {}, {:.1} MB, each alone, from Python, one thread, best of five",
        pages.len(),
        collection.name,
        n_bytes as f64 / 1e6
    );
    let mut table = Table::new(title, &["call", "ms a page", "times ours"]);
    if !python.exists() {
        let why = "left out: there is no Python with the package; crates/python/ci.sh makes one";
        table.notes.push(why.to_owned());
        return Ok(table);
    }
    let folder = tempfile::tempdir()?;
    for (nth, page) in pages.iter().enumerate() {
        fs::write(folder.path().join(format!("{nth:03}.html")), page)?;
    }
    let script = root.join("crates/python/bench/page.py");
    let output = Command::new(python).arg(script).arg("--json").arg(folder.path()).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.trim().lines().next_back().unwrap_or("no message");
        table.notes.push(format!("left out: {last}"));
        return Ok(table);
    }
    let printed: Printed = serde_json::from_slice(&output.stdout)?;
    let ours = printed.calls.first().map(|(_, seconds)| *seconds);
    for (call, seconds) in printed.calls {
        let a_page = 1e3 * seconds / pages.len() as f64;
        table.push(call, [Some(a_page), ours.map(|ours| seconds / ours)]);
    }
    table.notes = printed.notes;
    table.notes.push(
        "time of each: the call, of a text in memory; the start of Python, imports, reading and decoding are left out"
            .to_owned(),
    );
    Ok(table)
}
