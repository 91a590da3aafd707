//! Inputs that change while they are read.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use sitegen::Random;

use super::{
    damaged::sum_holds,
    moment,
    sandbox::{Sandbox, failed, said},
};

/// What may happen to an input in the middle of a run.
pub(super) const CHANGES: [&str; 3] = ["vanishes", "shrinks", "grows"];

/// Runs over a folder and over a file that change at random moments. The run fails with a message, or its sum holds.
pub(super) fn changing(program: &Path, input: &Path, change: &str, n_times: u64) -> anyhow::Result<()> {
    let mut random = Random::stream(19, &[change.len() as u64]);
    let text = fs::read_to_string(input)?;
    let lines: Vec<&str> = text.lines().collect();
    for nth in 0..n_times {
        let sandbox = Sandbox::new(program)?;
        let is_folder = nth % 2 == 0;
        if is_folder {
            fs::create_dir(sandbox.path("in"))?;
            for (at, line) in lines.iter().enumerate() {
                let value: serde_json::Value = serde_json::from_str(line)?;
                fs::write(sandbox.path(&format!("in/{at}.html")), value["html"].as_str().unwrap_or(""))?;
            }
        } else {
            fs::write(sandbox.path("in.jsonl"), &text)?;
        }
        let input = if is_folder { "in" } else { "in.jsonl" };
        let args = ["clean", input, "--out", "out.jsonl"];
        let child = sandbox.command(&args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        thread::sleep(moment(&mut random, Duration::from_millis(800)));
        happen(&sandbox, change, is_folder, &lines)?;
        let output = child.wait_with_output()?;
        adds_up(&sandbox, &output).with_context(|| format!("{input} {change}, time {nth}"))?;
    }
    Ok(())
}

fn happen(sandbox: &Sandbox, change: &str, is_folder: bool, lines: &[&str]) -> anyhow::Result<()> {
    let of_folder = (0..lines.len()).map(|at| sandbox.path(&format!("in/{at}.html")));
    let files: Vec<PathBuf> = if is_folder { of_folder.collect() } else { vec![sandbox.path("in.jsonl")] };
    for file in files {
        match change {
            "vanishes" => fs::remove_file(file)?,
            "shrinks" => OpenOptions::new().write(true).open(&file)?.set_len(file.metadata()?.len() / 2)?,
            _ if is_folder => _ = fs::copy(&file, file.with_extension("new.html"))?,
            _ => OpenOptions::new().append(true).open(file)?.write_all(lines.join("\n").as_bytes())?,
        }
    }
    Ok(())
}

/// The run failed with a message, or said a sum that holds and has written as much as it said.
fn adds_up(sandbox: &Sandbox, output: &Output) -> anyhow::Result<()> {
    let text = said(output);
    if !output.status.success() {
        failed(output, "")?;
        // What could be read is written whole, and it is said what is missing.
        if !sandbox.exists("out.jsonl") {
            return Ok(());
        }
        let is_said = ["changed while it was read", "nothing could be read", "not read to its end"];
        ensure!(is_said.iter().any(|said| text.contains(said)), "it failed, and there is an output: {text}");
    }
    ensure!(!text.contains("panicked") && !text.contains("because of a bug"), "{text}");
    let written = fs::read_to_string(sandbox.path("out.jsonl"))?;
    sum_holds(&text, written.lines().count())
}
