//! Runs the trainer, a Python script, in an environment of its own.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use super::jobs::Job;
use crate::python;

/// Fits the jobs to the table in `folder`.
pub(super) fn fit(root: &Path, folder: &Path, jobs: &[Job]) -> anyhow::Result<()> {
    let source = root.join("xtask/train");
    let interpreter =
        python::environment(&folder.join("python"), &source.join("requirements.txt"))?;
    let held_back: BTreeMap<&str, &[usize]> = jobs
        .iter()
        .map(|job| (job.name.as_str(), job.held_back.as_slice()))
        .collect();
    fs::write(folder.join("jobs.json"), serde_json::to_vec(&held_back)?)?;
    python::succeed(
        Command::new(interpreter)
            .arg(source.join("fit.py"))
            .arg(folder),
    )
}
