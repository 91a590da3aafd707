//! `cargo xtask faults`: the command is killed, its disk is full, its inputs change under it; what it leaves is compared
//! with what it leaves undisturbed.

mod sandbox;
#[path = "../../tests/tests/it/server.rs"]
mod server;
mod jobs;
mod outputs;
mod inputs;
mod damaged;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod disk;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use serde_json::json;
use sitegen::Random;

use self::jobs::{Crawl, Job, OUTPUTS, Written};
use crate::{bench, git};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often the run of each output is killed
    #[arg(long, value_name = "N", default_value_t = 200)]
    kills: u64,
    /// How often an input changes in the middle of a run, in each way, and how often each kind of file is damaged
    #[arg(long, value_name = "N", default_value_t = 40)]
    changes: u64,
    /// How many pages the killed runs clean
    #[arg(long, value_name = "N", default_value_t = 1_200)]
    pages: usize,
    /// The command to disturb [default: a released one, built now]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Write the table there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let program = bench::command::given_or_built(root, arguments.program.as_deref())?;
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("in.jsonl");
    write_pages(&input, arguments.pages)?;
    let cleaning = OUTPUTS.map(|out| Written::clean(&program, &input, out));
    let cleaning = cleaning.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let learning = [false, true].map(|replaces| Written::learn(&program, &input, replaces));
    let learning = learning.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let crawling = [false, true].map(|replaces| Crawl::new(&program, replaces));
    let crawling = crawling.into_iter().collect::<anyhow::Result<Vec<_>>>()?;

    let commit = git::commit(root).unwrap_or_else(|| "unknown".to_owned());
    let mut table = format!("{HEAD}Measured at commit {commit}.{KILLS}");
    let mut killed = |name: &str, job: &dyn Job| -> anyhow::Result<()> {
        let (n_kills, n_runs) = kill(job, arguments.kills).with_context(|| name.to_owned())?;
        eprintln!("{name}: {n_kills} kills in {n_runs} runs");
        let _ = writeln!(table, "| {name} | {n_kills} | {n_runs} |");
        Ok(())
    };
    for (out, job) in OUTPUTS.iter().zip(&cleaning) {
        killed(&format!("`clean --out {out}`"), job)?;
    }
    for (name, job) in ["`learn`, new", "`learn --force`"].into_iter().zip(&learning) {
        killed(name, job)?;
    }
    for (name, job) in ["`crawl`, new", "`crawl --force`"].into_iter().zip(&crawling) {
        killed(name, job)?;
    }

    table += OTHERS;
    let mut went_well = |what: &str, outcome: anyhow::Result<()>| -> anyhow::Result<()> {
        outcome.with_context(|| what.to_owned())?;
        eprintln!("{what}");
        let _ = writeln!(table, "| {what} |");
        Ok(())
    };
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let disk = disk::Disk::new(folder.path())?;
        went_well(
            "a disk that fails or is full after some bytes, or when all is to be on it: `clean` fails with a message, \
             and with `--resume` the same bytes",
            cleaning.iter().try_for_each(|job| disk.fail(job)),
        )?;
        went_well(
            "the same for `learn`: it leaves nothing, and an old set as it was",
            learning.iter().try_for_each(|job| disk.fail(job)),
        )?;
        went_well(
            "the same for `crawl`: gone on with, every answer once; with `--force` the old archive is as it was until then",
            crawling.iter().try_for_each(|job| disk.fail(job)),
        )?;
    }
    went_well(
        "outputs where nothing can be written: a message and status 1, and nothing is left",
        outputs::forbidden(&program, &input),
    )?;
    went_well(
        "the folder of a run removed in the middle: a message and no output, or the whole output",
        // The first output is a folder, which is filled page by page.
        cleaning[1..].iter().try_for_each(outputs::vanishing),
    )?;
    for change in inputs::CHANGES {
        let what = format!(
            "an input that {change} in the middle, {} times, folders and files in turn: a message and no output, or a sum that holds",
            arguments.changes
        );
        went_well(&what, inputs::changing(&program, &input, change, arguments.changes))?;
    }
    went_well(
        &format!(
            "{} damaged files of each kind, and as many damaged folders of templates: a message, or a sum that holds",
            arguments.changes
        ),
        damaged::files(&program, arguments.changes)
            .and_then(|()| damaged::templates(&program, &input, arguments.changes)),
    )?;
    print!("{table}");
    if let Some(out) = &arguments.out {
        fs::write(root.join(out), &table).with_context(|| out.display().to_string())?;
    }
    Ok(())
}

/// Kills a run so often, at random moments and up to three times, and goes on with it. Returns the number of kills and of
/// runs that were compared.
fn kill(job: &dyn Job, n_wanted: u64) -> anyhow::Result<(u64, u64)> {
    let mut random = Random::new(19);
    let (mut n_kills, mut n_runs) = (0, 0);
    while n_kills < n_wanted {
        let sandbox = job.sandbox()?;
        let mut args = job.begin();
        let mut n_here = 0;
        let is_complete = loop {
            if sandbox.killed(&args, moment(&mut random, job.time()))?.success() {
                break true;
            }
            n_here += 1;
            job.check(&sandbox).with_context(|| format!("after kill {}", n_kills + n_here))?;
            if job.is_done(&sandbox) {
                break true;
            }
            args = job.again(&sandbox);
            if n_here == 3 || random.percent(60) {
                break false;
            }
        };
        if n_here == 0 {
            continue;
        }
        let what = || format!("after kill {}", n_kills + n_here);
        if !is_complete {
            sandbox.done(&args).with_context(what)?;
        }
        job.check_end(&sandbox).with_context(what)?;
        n_kills += n_here;
        n_runs += 1;
    }
    Ok((n_kills, n_runs))
}

/// A moment of a run that takes so long, or shortly after it.
fn moment(random: &mut Random, time: Duration) -> Duration {
    time.mul_f64(f64::from(random.below(1_050)) / 1_000.0)
}

fn write_pages(file: &Path, n_pages: usize) -> anyhow::Result<()> {
    ensure!(n_pages >= 8, "--pages must be 8 or more");
    let crawl = sitegen::Crawl::new(19, 4, n_pages, 4_000)?;
    let lines: String =
        crawl.map(|(_, page)| json!({ "url": page.url(), "html": page.html() }).to_string() + "\n").collect();
    Ok(fs::write(file, lines)?)
}

const HEAD: &str = "\
# Faults

The command is disturbed, and what it leaves is compared with what it leaves undisturbed. `cargo xtask faults --out \
docs/figures/faults.md` renews this page; anything that is not as this page says ends it with an error. CI does a few of \
each. Ordinary tests hold two runs on one output, signals, planted links, links that lead in circles, a full standard \
output, and readers that go away.

";

const KILLS: &str = "

Runs are killed (`kill -9`) at random moments, up to three times, and gone on with: `clean` and `crawl` with `--resume`, \
`learn` by beginning again with `--force`. In the end there are the same bytes as without a kill (of a crawl, whose dates and ids are \
its own, the same answers, each once), and no other file beside them. While `learn` replaces a set, or `crawl` an archive, \
the old or the new one is whole at any moment.

| run | kills | runs compared |
| --- | ---: | ---: |
";

const OTHERS: &str = "
What else is done to it, and what must come of it:

| fault |
| --- |
";
