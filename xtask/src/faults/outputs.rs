//! Outputs that take no more, that may not be written, that go away, and readers that do.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use super::{
    crawls,
    kills::{OUTPUTS, clean_args},
    sandbox::{Sandbox, failed, said},
};

/// Files may become no longer than this; the signal that says so is ignored, as where a disk is full.
const FULL: &str = "trap '' XFSZ; ulimit -f 8";

/// Each output on a disk that is full, and gone on with when it no longer is.
pub(super) fn full(program: &Path, input: &Path) -> anyhow::Result<()> {
    for out in OUTPUTS {
        let args = clean_args(out);
        let first = Sandbox::with(program, input)?;
        first.done(&args)?;
        let sandbox = Sandbox::with(program, input)?;
        let output = sandbox.after(FULL, &args, "")?;
        failed(&output, "cannot write").with_context(|| format!("{out}, disk full"))?;
        ensure!(!sandbox.exists(out) || out.ends_with('/'), "{out} has its name, and is not whole");
        let again = [&args[..], &["--resume"]].concat();
        sandbox.done(&again)?;
        ensure!(sandbox.files(out)? == first.files(out)?, "{out}: other bytes than without it");
        sandbox.is_left_with(&first.names()?).with_context(|| out.to_owned())?;
    }
    Ok(())
}

/// `learn` on a disk that is full leaves nothing, and an old set as it was.
pub(super) fn full_learning(program: &Path, input: &Path) -> anyhow::Result<()> {
    let sandbox = Sandbox::with(program, input)?;
    let args = ["learn", "in.jsonl", "--quiet", "--out", "sites.demold"];
    let tiny = "trap '' XFSZ; ulimit -f 1";
    failed(&sandbox.after(tiny, &args, "")?, "cannot write")?;
    sandbox.is_left_with(&["in.jsonl"])?;
    sandbox.done(&[&args[..], &["--method", "distill"]].concat())?;
    let old = sandbox.files("sites.demold")?;
    let forced = [&args[..], &["--force"]].concat();
    failed(&sandbox.after(tiny, &forced, "")?, "cannot write")?;
    ensure!(sandbox.files("sites.demold")? == old, "the old set is not as it was");
    Ok(())
}

/// A crawl on a disk that is full, gone on with when it no longer is.
pub(super) fn full_crawling(program: &Path) -> anyhow::Result<()> {
    let url = crawls::site();
    let args = crawls::args(&url);
    let sandbox = Sandbox::new(program)?;
    let output = sandbox.after(FULL, &args, "")?;
    failed(&output, "crawl.warc.gz")?;
    sandbox.done(&[&args[..], &["--resume"]].concat())?;
    sandbox.is_left_with(&["crawl.warc.gz"])?;
    ensure!(crawls::answers(&sandbox)?.len() == crawls::N_PAGES + 2, "answers are lost");
    Ok(())
}

/// Standard output that is full: pages, and what the command says of itself.
pub(super) fn full_stdout(program: &Path, input: &Path) -> anyhow::Result<()> {
    let sandbox = Sandbox::with(program, input)?;
    // Pairs of mirrors are written only where there is one.
    let page = |host: &str| {
        let html = "<p>The ferry leaves the north quay at six, and the south quay at seven in the evening.</p>";
        serde_json::json!({ "url": format!("http://{host}.example/"), "html": html }).to_string()
    };
    fs::write(sandbox.path("mirrored.jsonl"), [page("quay"), page("copy")].join("\n"))?;
    for args in [
        &["clean", "in.jsonl", "--quiet", "--format", "jsonl"][..],
        &["learn", "in.jsonl", "--quiet", "--export", "-"],
        &["repeats", "in.jsonl", "--quiet", "--min-words", "5"],
        &["mirrors", "mirrored.jsonl", "--quiet"],
        &["--help"],
        &["--version"],
        &["help", "clean"],
        &["man"],
        &["completions", "bash"],
    ] {
        let output = sandbox.after(":", args, "> /dev/full")?;
        failed(&output, "standard output").with_context(|| args.join(" "))?;
    }
    Ok(())
}

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

/// A reader that goes away, as `head` does: nothing is wrong.
pub(super) fn broken_pipe(program: &Path, input: &Path) -> anyhow::Result<()> {
    let sandbox = Sandbox::with(program, input)?;
    let mut child = sandbox
        .command(&["clean", "in.jsonl", "--quiet", "--format", "jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        BufReader::new(stdout).read_line(&mut line)?;
    }
    let output = child.wait_with_output()?;
    ensure!(line.ends_with('\n'), "no line came");
    ensure!(output.status.success() && output.stderr.is_empty(), "{}", said(&output));
    Ok(())
}
