//! `cargo xtask faults`: the command is killed, its disk is full, its inputs change under it; what it leaves is compared
//! with what it leaves undisturbed.

mod sandbox;
mod kills;
#[path = "../../tests/tests/it/server.rs"]
mod server;
mod crawls;
mod outputs;
mod inputs;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod disk;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use serde_json::json;

use self::kills::Kills;
use crate::{bench, git};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often the run of each output is killed
    #[arg(long, value_name = "N", default_value_t = 200)]
    kills: u64,
    /// How often an input changes in the middle of a run, in each way
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
    let program = match &arguments.program {
        Some(program) => program.canonicalize()?,
        None => bench::command::build(root)?,
    };
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("in.jsonl");
    write_pages(&input, arguments.pages)?;

    let commit = git::commit(root).unwrap_or_else(|| "unknown".to_owned());
    let mut table = format!("{HEAD}Measured at commit {commit}.{KILLS}");
    let mut killed = |name: &str, kills: anyhow::Result<Kills>| -> anyhow::Result<()> {
        let Kills { n_kills, n_runs } = kills.with_context(|| name.to_owned())?;
        eprintln!("{name}: {n_kills} kills in {n_runs} runs");
        let _ = writeln!(table, "| {name} | {n_kills} | {n_runs} |");
        Ok(())
    };
    let n_kills = arguments.kills;
    for out in kills::OUTPUTS {
        killed(&format!("`clean --out {out}`"), kills::clean(&program, &input, out, n_kills))?;
    }
    killed("`learn`, new", kills::learn(&program, &input, false, n_kills))?;
    killed("`learn --force`", kills::learn(&program, &input, true, n_kills))?;
    killed("`crawl`, new", crawls::kill(&program, false, n_kills))?;
    killed("`crawl --force`", crawls::kill(&program, true, n_kills))?;

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
            disk.clean(&program, &input),
        )?;
        went_well("the same for `learn`: it leaves nothing, and an old set as it was", disk.learn(&program, &input))?;
        went_well(
            "the same for `crawl`: gone on with, every answer once; with `--force` the old archive is as it was until then",
            disk.crawl(&program),
        )?;
    }
    went_well(
        "outputs where nothing can be written: a message and status 1, and nothing is left",
        outputs::forbidden(&program, &input),
    )?;
    went_well(
        "the folder of a run removed in the middle: a message and no output, or the whole output",
        outputs::vanishing(&program, &input),
    )?;
    for change in inputs::CHANGES {
        let what = format!(
            "an input that {change} in the middle, {} times, folders and files in turn: a message and no output, or a sum that holds",
            arguments.changes
        );
        went_well(&what, inputs::changing(&program, &input, change, arguments.changes))?;
    }
    print!("{table}");
    if let Some(out) = &arguments.out {
        fs::write(root.join(out), &table).with_context(|| out.display().to_string())?;
    }
    Ok(())
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
