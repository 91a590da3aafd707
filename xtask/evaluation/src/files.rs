//! Files, with errors that name them.

use std::{fs, path::Path};

use anyhow::Context as _;
use serde::de::DeserializeOwned;

/// Reads a file.
///
/// # Errors
///
/// If it cannot be read.
pub fn read(path: impl AsRef<Path>) -> anyhow::Result<Vec<u8>> {
    let path = path.as_ref();
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a file of JSON.
///
/// # Errors
///
/// If it cannot be read, or holds something else.
pub fn json<T: DeserializeOwned>(path: impl AsRef<Path>) -> anyhow::Result<T> {
    let path = path.as_ref();
    serde_json::from_slice(&read(path)?).with_context(|| format!("{} is damaged", path.display()))
}

/// Writes a file.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let path = path.as_ref();
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
