//! The command that users run, built as they build it.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};
use serde_json::Value;

/// Builds the command and returns where cargo put it, whatever folder it was told to build in.
pub(crate) fn build(root: &Path) -> anyhow::Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root)
        .args(["build", "--release", "--quiet", "--package", "demold-cli"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the command cannot be built");
    }
    executable(&String::from_utf8_lossy(&output.stdout)).context("cargo does not say where it put the command")
}

/// Finds the command among cargo's messages, of which each line holds one.
fn executable(messages: &str) -> Option<PathBuf> {
    let built = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == "demold");
    let mut paths = built.filter_map(|message| Some(message["executable"].as_str()?.into()));
    paths.next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_of_the_same_name_is_not_the_command() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"demold","kind":["lib"]},"executable":null}
{"reason":"compiler-artifact","target":{"name":"demold","kind":["bin"]},"executable":"/elsewhere/release/demold"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some("/elsewhere/release/demold".into()));
        assert_eq!(executable(""), None);
    }
}
