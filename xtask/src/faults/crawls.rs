//! Crawls that are killed at random moments, and gone on with.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
};

use anyhow::{Context as _, ensure};
use formats::warc::{Reader, RecordKind};
use sitegen::Random;

use super::{
    kills::{Kills, moment},
    sandbox::Sandbox,
    server,
};

pub(super) const OUT: &str = "crawl.warc.gz";
const FRONTIER: &str = "crawl.warc.gz.frontier";
const WORK: &str = "crawl.warc.gz.demold-work";
const NEW_FRONTIER: &str = "crawl.warc.gz.demold-work/new.warc.gz.frontier";

/// How many pages the site has.
pub(super) const N_PAGES: usize = 60;

/// Serves a site whose pages each link to the next ones, until the process ends. Returns the address of the first.
pub(super) fn site() -> String {
    let base = server::serve(|head, _| match server::path(head).trim_start_matches('/').parse() {
        Ok(nth) if nth < N_PAGES => server::page(page(nth)),
        _ => server::nothing(),
    });
    base + "/0"
}

fn page(nth: usize) -> String {
    let words = "The tide tables of the harbour. ".repeat(20 + nth);
    format!("<title>Page {nth}</title><a href=/{}>next</a> <a href=/{}>over next</a><p>{words}", nth + 1, nth + 2)
}

/// What an archive holds that is to be replaced.
const OLD: &[u8] = b"the old one";

pub(super) fn args(url: &str) -> Vec<&str> {
    vec![
        "crawl",
        url,
        "--depth",
        "100",
        "--delay",
        "0.002",
        "--contact",
        "me@example.org",
        "--allow-private",
        "--quiet",
        "--out",
        OUT,
    ]
}

/// Kills `crawl` so often, and goes on. Each answer is there once in the end, as the server gave it; dates and ids differ
/// in each run. An archive that is to be replaced is whole until the new one is.
pub(super) fn kill(program: &Path, replaces: bool, n_kills: u64) -> anyhow::Result<Kills> {
    let url = site();
    let args = args(&url);
    let force: &[&str] = if replaces { &["--force"] } else { &[] };
    let first = Sandbox::new(program)?;
    let (time, _) = first.done(&args)?;
    let expected = answers(&first)?;
    ensure!(expected.len() == N_PAGES + 2, "{} answers", expected.len());
    let mut random = Random::stream(19, &[7, u64::from(replaces)]);
    let mut kills = Kills::default();
    while kills.n_kills < n_kills {
        let sandbox = Sandbox::new(program)?;
        if replaces {
            fs::write(sandbox.path(OUT), OLD)?;
        }
        let is_old = || fs::read(sandbox.path(OUT)).is_ok_and(|bytes| bytes == OLD);
        let mut n_here = 0;
        let begin = [&args[..], force].concat();
        let mut status = sandbox.killed(&begin, moment(&mut random, time))?;
        while !status.success() {
            n_here += 1;
            let is_whole = || is_old() || answers(&sandbox).is_ok_and(|found| found == expected);
            ensure!(!replaces || is_whole(), "neither archive is whole after kill {}", kills.n_kills + n_here);
            if n_here == 3 || random.percent(60) {
                break;
            }
            let again = going_on(&sandbox, &args, force);
            status = sandbox.killed(&again, moment(&mut random, time))?;
        }
        if n_here == 0 {
            continue;
        }
        let what = || format!("crawl {force:?}, after kill {}", kills.n_kills + n_here);
        // Killed after its last step, it has left nothing to do.
        let is_done = sandbox.exists(OUT) && !is_old() && !sandbox.exists(FRONTIER);
        if !is_done || sandbox.exists(WORK) {
            sandbox.done(&going_on(&sandbox, &args, force)).with_context(what)?;
        }
        ensure!(answers(&sandbox)? == expected, "{}: other answers", what());
        sandbox.is_left_with(&[OUT]).with_context(what)?;
        kills.n_kills += n_here;
        kills.n_runs += 1;
    }
    Ok(kills)
}

/// How to go on: a crawl that was killed before it had made a file is begun.
pub(super) fn going_on<'a>(sandbox: &Sandbox, args: &[&'a str], force: &[&'a str]) -> Vec<&'a str> {
    let is_begun = if force.is_empty() {
        sandbox.exists(FRONTIER) || sandbox.exists(OUT)
    } else {
        sandbox.exists(NEW_FRONTIER) || sandbox.exists(FRONTIER)
    };
    if is_begun { [args, &["--resume"]].concat() } else { [args, force].concat() }
}

/// The blocks of all responses by their URLs, each of which occurs once.
pub(super) fn answers(sandbox: &Sandbox) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for record in Reader::new(File::open(sandbox.path(OUT))?) {
        let record = record?;
        let url = record.target_uri().unwrap_or_default().to_owned();
        // A crawl that goes on asks again what it may ask.
        if *record.kind() != RecordKind::Response || url.ends_with("/robots.txt") {
            continue;
        }
        let is_new = found.insert(url.clone(), record.into_body()).is_none();
        ensure!(is_new, "{url} is stored twice");
    }
    Ok(found)
}
