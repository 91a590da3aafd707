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
    jobs::{Job as _, Written, clean_args},
    sandbox::{Sandbox, failed, said},
};

/// Places that cannot be written to: below a file, and where there is no folder to be made.
pub(super) fn forbidden(program: &Path, input: &Path) -> anyhow::Result<()> {
    for out in ["in.jsonl/out.jsonl", "/dev/null/out.jsonl", "/proc/demold/out.jsonl", "/proc/demold/"] {
        let sandbox = Sandbox::with(program, input)?;
        failed(&sandbox.run(&clean_args(out))?, "cannot").with_context(|| out.to_owned())?;
        let learned = sandbox.run(&["learn", "in.jsonl", "--quiet", "--out", &out.replace(".jsonl", ".json")])?;
        ensure!(learned.status.code() == Some(1), "{out}: {}", said(&learned));
        sandbox.is_left_with(&["in.jsonl"]).with_context(|| out.to_owned())?;
    }
    Ok(())
}

/// The folder of a run that goes away while it is used: there is no output then, or a whole one.
pub(super) fn vanishing(job: &Written<'_>) -> anyhow::Result<()> {
    let sandbox = job.sandbox()?;
    let child = sandbox.command(&job.begin()).stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let work = sandbox.path(&job.work());
    let start = Instant::now();
    while !work.join("partial").exists() && start.elapsed() < Duration::from_secs(20) {
        thread::yield_now();
    }
    // It may have been faster.
    let _ = fs::remove_dir_all(&work);
    let output = child.wait_with_output()?;
    if output.status.success() {
        return job.check_end(&sandbox);
    }
    failed(&output, "cannot")?;
    job.check(&sandbox)
}
