//! Pages and crawls through one pipeline, where each was lost before.

mod alone;
mod comments;
mod fields;
mod library;
mod layers;
mod models;
mod outputs;
#[cfg(unix)]
mod rendering;
mod tables;
mod urls;
pub(crate) mod web;

use serde_json::{Value, json};

use crate::command::Folder;

fn lines(pages: &[(&str, String)]) -> String {
    pages.iter().map(|(url, html)| format!("{}\n", json!({ "url": url, "html": html }))).collect()
}

/// Cleans to records on standard output.
fn clean(folder: &Folder, more: &[&str]) -> (Vec<Value>, String) {
    let ran = folder.run([&["clean", "--format", "jsonl"], more].concat()).ok();
    let records = ran.stdout.lines();
    let records = records.map(|line| serde_json::from_str(line).unwrap());
    (records.collect(), ran.stderr)
}
