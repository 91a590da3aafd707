//! Outputs that may not be written, or that go away.

use std::{
    fs,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use super::{
    kills::clean_args,
    sandbox::{Sandbox, failed, said},
};

/// Places that cannot be written to: below a file, and where there is no folder to be made.
pub(super) fn forbidden(program: &Path, input: &Path) -> anyhow::Result<()> {
    for out in ["in.jsonl/out.jsonl", "/dev/null/out.jsonl", "/proc/demold/out.jsonl", "/proc/demold/"] {
        let sandbox = Sandbox::with(program, input)?;
        let clean = sandbox.run(&["clean", "in.jsonl", "--quiet", "--format", "text", "--out", out]);
        let clean =
            if out.ends_with('/') { clean? } else { sandbox.run(&["clean", "in.jsonl", "--quiet", "--out", out])? };
        failed(&clean, "cannot").with_context(|| out.to_owned())?;
        let learned = sandbox.run(&["learn", "in.jsonl", "--quiet", "--out", &out.replace(".jsonl", ".json")])?;
        ensure!(learned.status.code() == Some(1), "{out}: {}", said(&learned));
        sandbox.is_left_with(&["in.jsonl"]).with_context(|| out.to_owned())?;
    }
    Ok(())
}

/// The folder of a run that goes away while it is used: there is no output then, or a whole one.
pub(super) fn vanishing(program: &Path, input: &Path) -> anyhow::Result<()> {
    for out in ["out.jsonl", "out.parquet", "out.warc.gz"] {
        let args = clean_args(out);
        let first = Sandbox::with(program, input)?;
        first.done(&args)?;
        let sandbox = Sandbox::with(program, input)?;
        let child = sandbox.command(&args).stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let work = sandbox.path(&format!("{out}.demold-work"));
        let start = Instant::now();
        while !work.join("partial").exists() && start.elapsed() < Duration::from_secs(20) {
            thread::yield_now();
        }
        // It may have been faster.
        let _ = fs::remove_dir_all(&work);
        let output = child.wait_with_output()?;
        if !output.status.success() {
            failed(&output, "cannot").with_context(|| out.to_owned())?;
            ensure!(!sandbox.exists(out), "{out} has its name, and is not whole");
        } else {
            ensure!(sandbox.files(out)? == first.files(out)?, "{out} is not whole");
        }
    }
    Ok(())
}
