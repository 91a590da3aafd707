//! Damaged files, of pages and of templates: the command's sums hold, or it says what is wrong.

use std::{fs, path::Path, process::Output};

use anyhow::{Context as _, ensure};
use demold_fuzz::damaged;
use regex::Regex;
use sitegen::Random;

use super::sandbox::{Sandbox, failed, said};

/// Cleans a file of each kind so often, damaged each time.
pub(super) fn files(program: &Path, n_times: u64) -> anyhow::Result<()> {
    let crawl = sitegen::Crawl::new(19, 3, 12, 4_000)?;
    let pages = crawl.map(|(_, page)| (page.url().to_owned(), page.html().to_owned()));
    let mut random = Random::new(19);
    for file in demold_fuzz::stored(pages)? {
        for nth in 0..n_times {
            let sandbox = Sandbox::new(program)?;
            let input = format!("in{}", file.suffix);
            fs::write(sandbox.path(&input), damaged(&file.bytes, &drawn(&mut random)))?;
            let output = sandbox.run(&["clean", "--format", "jsonl", &input])?;
            checked(&output).with_context(|| format!("{}, time {nth}", file.name))?;
        }
    }
    Ok(())
}

/// Learns templates, and cleans with them so often, one of their files damaged each time.
pub(super) fn templates(program: &Path, input: &Path, n_times: u64) -> anyhow::Result<()> {
    let learned = Sandbox::with(program, input)?;
    learned.done(&["learn", "--quiet", "--out", "sites", "in.jsonl"])?;
    let files: Vec<(String, Vec<u8>)> = learned.files("sites/")?.into_iter().collect();
    let mut random = Random::new(19);
    for nth in 0..n_times {
        let sandbox = Sandbox::with(program, input)?;
        fs::create_dir(sandbox.path("sites"))?;
        let (changed, _) = random.pick(&files);
        for (name, bytes) in &files {
            let bytes = if name == changed { damaged(bytes, &drawn(&mut random)) } else { bytes.clone() };
            fs::write(sandbox.path(name), bytes)?;
        }
        let output = sandbox.run(&["clean", "--format", "jsonl", "--template", "sites", "in.jsonl"])?;
        checked(&output).with_context(|| format!("{changed}, time {nth}"))?;
    }
    Ok(())
}

fn drawn(random: &mut Random) -> Vec<u8> {
    [(); 2].map(|()| random.next_u64().to_le_bytes()).concat()
}

/// Either the run failed with a message of its own, or its sums hold.
fn checked(output: &Output) -> anyhow::Result<()> {
    if !output.status.success() {
        return failed(output, "");
    }
    sum_holds(&said(output), output.stdout.iter().filter(|&&byte| byte == b'\n').count())
}

/// What a run says that it did adds up, and is what it wrote.
pub(super) fn sum_holds(said: &str, n_lines: usize) -> anyhow::Result<()> {
    ensure!(!said.contains("panicked") && !said.contains("because of a bug"), "it panicked: {said}");
    let number = |found: &regex::Captures<'_>, nth: usize| found[nth].parse::<usize>();
    let n_out = match Regex::new(r"(?m)^(\d+) in = (\d+) out \+ (\d+) skipped")?.captures(said) {
        Some(sum) => {
            ensure!(number(&sum, 1)? == number(&sum, 2)? + number(&sum, 3)?, "the sum is wrong: {said}");
            number(&sum, 2)?
        }
        // If nothing was skipped, no sum is printed.
        None => {
            let cleaned = Regex::new(r"(?m)^(\d+) pages? cleaned")?.captures(said);
            number(&cleaned.with_context(|| format!("it did not say what it did: {said}"))?, 1)?
        }
    };
    ensure!(n_out == n_lines, "{n_lines} lines came out: {said}");
    Ok(())
}
