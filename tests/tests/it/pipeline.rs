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

use serde_json::Value;

use crate::command::Folder;

/// Cleans to records on standard output.
fn clean(folder: &Folder, more: &[&str]) -> (Vec<Value>, String) {
    let ran = folder.run([&["clean", "--format", "jsonl"], more].concat()).ok();
    (ran.records(), ran.stderr)
}
