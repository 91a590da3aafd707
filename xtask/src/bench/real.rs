//! The command beside other extractors over real pages: whole programs, JSON Lines in and out, over the same bytes.
//!
//! All take turns, three times or more. A ratio is that of two neighbours in one round, and the one in the middle of all
//! rounds counts, so that a slow moment of the machine changes little.

mod collections;
mod found;
mod tools;

use std::{
    path::{Path, PathBuf},
    thread,
};

use anyhow::Context as _;

pub(super) use self::collections::Collection;
use self::{
    found::{Found, least_and_middle, middle},
    tools::{Run, Tool, Tools},
};
use super::{command, pages, peers::Peers, table::Table};

/// The fewest rounds, and those of slow extractors.
const ROUNDS: usize = 3;
/// The most rounds of a collection that is read fast.
const MOST_ROUNDS: usize = 9;
/// The number of bytes that all rounds of such a collection read, if this takes no more than [`MOST_ROUNDS`]. Runs over
/// a few megabytes take less than a tenth of a second, and differ by up to a third on a machine with other guests.
const BYTES_OF_ROUNDS: usize = 200_000_000;

const RESILIPARSE: Tool = Tool::Package("resiliparse");
const LEXBOR: Tool = Tool::Package("lexbor through resiliparse");
const RECORDS: Tool = Tool::Demold { is_whole: true };
const URL_AND_TEXT: Tool = Tool::Demold { is_whole: false };

/// What the time of each peer contains: those in Python and those that are crates are timed alike.
const TIME_OF_PEERS: &str = "time of the others: reading lines, decoding JSON, the call for each page, and writing JSON; loading the program and its packages is left out";
const TIME_OF_CALLS: &str = "without JSON, lexbor's parse alone: the call for each page, of a text in memory";

/// What cannot be measured on many megabytes, beside what they are compared with.
const SLOW: [Tool; 8] = [
    RECORDS,
    URL_AND_TEXT,
    RESILIPARSE,
    Tool::Crate("dom_smoothie"),
    Tool::Crate("rs-trafilatura"),
    Tool::Package("trafilatura"),
    Tool::Package("readability-lxml"),
    Tool::Package("jusText"),
];

/// How much of each collection the slow ones see, in megabytes.
const SLOW_MEGABYTES: usize = 1;

/// Returns what anyone can fetch and what the folders hold, in the order of the tables, with reasons for what is
/// missing.
pub(super) fn collections(root: &Path, folders: &[PathBuf]) -> anyhow::Result<(Vec<Collection>, Vec<String>)> {
    let (fetched, missing) = collections::fetched(root)?;
    let mut all: Vec<Collection> = fetched.into_iter().collect();
    for folder in folders {
        for found in collections::folder(folder)? {
            // Parts of a collection may lie in several folders.
            match all.iter_mut().find(|known| known.name == found.name) {
                Some(known) => known.extend(found),
                None => all.push(found),
            }
        }
    }
    Ok((all, missing))
}

pub(crate) fn measure(root: &Path, folders: &[PathBuf], peers: &Peers) -> anyhow::Result<Vec<Table>> {
    let (mut all, missing) = collections(root, folders)?;
    let documentation = all.first().filter(|first| first.is_public).cloned();
    all.push(collections::generated("generated news", pages::load(&[], pages::A_SAMPLE)?));
    let folder = root.join("target/bench/real");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let bench = Bench { tools: Tools::new(command::build(root)?, peers, &folder)?, folder };
    let n_threads = thread::available_parallelism().map_or(1, usize::from);

    let mut tables = Vec::new();
    let mut one = Table::new("real: collections, one thread, MB/s", &["pages of"]);
    one.notes.extend(missing);
    let mut on_all =
        Table::new(format!("real: collections on all threads ({n_threads}), by the clock, MB/s"), &["pages of"]);
    let mut faster = Vec::new();
    for part in &all {
        let found = bench.fast(part, n_threads)?;
        found.one(part, &mut one);
        if n_threads > 1 {
            faster.extend(found.all(part, n_threads, &mut on_all));
        }
    }
    one.notes.push(bench.tools.time_of_demold());
    one.notes.extend([TIME_OF_PEERS, TIME_OF_CALLS].map(str::to_owned));
    if let Some(speed_up) = middle(&faster) {
        let n_pairs = faster.len();
        on_all.notes.push(format!(
            "{n_threads} threads beside one, by the clock, in the middle of {n_pairs} pairs of runs: {speed_up:.2} times as fast"
        ));
    }
    tables.push(one);
    if let Some(documentation) = documentation {
        let mut sites = Table::new(format!("real: sites of {}, one thread, MB/s", documentation.name), &["pages of"]);
        let (mut of_records, mut of_texts) = (Vec::new(), Vec::new());
        for part in documentation.each_site() {
            let found = bench.fast(&part, 1)?;
            let ratios = found.one(&part, &mut sites);
            of_records.extend(ratios.records.map(|ratio| (ratio, part.name.clone())));
            of_texts.extend(ratios.url_and_text.map(|ratio| (ratio, part.name.clone())));
        }
        sites.notes.extend(least_and_middle("records", of_records));
        sites.notes.extend(least_and_middle("url and text", of_texts));
        tables.push(sites);
    }
    if n_threads > 1 {
        tables.push(on_all);
    }
    tables.push(bench.slow(&all)?);
    Ok(tables)
}

/// What can be measured on many megabytes, on one thread and on all. What is compared follows each other, since the
/// machine changes its pace within seconds. The parser is a measure of one thread.
fn plan_of_fast(n_threads: usize) -> Vec<(Tool, usize)> {
    let on_one = [(URL_AND_TEXT, 1), (RESILIPARSE, 1), (RECORDS, 1)];
    let mut all = on_one.to_vec();
    if n_threads > 1 {
        all.insert(0, (URL_AND_TEXT, n_threads));
        all.push((RESILIPARSE, n_threads));
    }
    all.push((LEXBOR, 1));
    all
}

struct Bench<'a> {
    tools: Tools<'a>,
    folder: PathBuf,
}

impl Bench<'_> {
    /// Measures what is fast, and takes more rounds if there are few bytes.
    fn fast(&self, part: &Collection, n_threads: usize) -> anyhow::Result<Found> {
        let n_rounds = BYTES_OF_ROUNDS / part.n_bytes().max(1);
        self.rounds(part, &plan_of_fast(n_threads), n_rounds.clamp(ROUNDS, MOST_ROUNDS))
    }

    /// Runs all of a plan in turn, so many times.
    fn rounds(&self, part: &Collection, plan: &[(Tool, usize)], n_rounds: usize) -> anyhow::Result<Found> {
        eprintln!("{}: {:.1} MB", part.name, part.n_bytes() as f64 / 1e6);
        let file = self.folder.join("pages.jsonl");
        part.write(&file)?;
        let mut runs: Vec<((Tool, usize), Vec<Run>)> = plan.iter().map(|&planned| (planned, Vec::new())).collect();
        let mut absent = Vec::new();
        for _ in 0..n_rounds {
            for ((tool, n_threads), done) in &mut runs {
                match self.tools.run(*tool, &file, *n_threads)? {
                    Ok(run) => done.push(run),
                    Err(reason) if !absent.contains(&reason) => absent.push(reason),
                    Err(_) => {}
                }
            }
        }
        Ok(Found { runs, absent })
    }

    /// Measures on little of each collection, on one thread.
    fn slow(&self, all: &[Collection]) -> anyhow::Result<Table> {
        let parts: Vec<Collection> = (all.iter()).map(|one| one.at_most(1_000_000 * SLOW_MEGABYTES)).collect();
        let plan = SLOW.map(|tool| (tool, 1));
        let found =
            parts.iter().map(|part| self.rounds(part, &plan, ROUNDS)).collect::<anyhow::Result<Vec<Found>>>()?;
        let names = SLOW.map(|tool| {
            let mut runs = found.iter().flat_map(|found| found.of(tool, 1));
            runs.next().map(|run| if tool == URL_AND_TEXT { "url and text".to_owned() } else { run.name.clone() })
        });
        let columns: Vec<usize> = (0..SLOW.len()).filter(|&at| names[at].is_some()).collect();
        let mut head = vec!["pages of".to_owned(), "MB".to_owned()];
        head.extend(columns.iter().filter_map(|&at| names[at].clone()));
        let title = format!("real: slower extractors, at most {SLOW_MEGABYTES} MB a collection, one thread, MB/s");
        let mut table = Table::new(title, &head);
        for (part, found) in std::iter::zip(&parts, &found) {
            let figures = columns.iter().map(|&at| {
                let seconds = found.of(SLOW[at], 1).iter().map(|run| run.seconds.max(1e-9));
                let seconds = middle(&seconds.collect::<Vec<_>>())?;
                Some(part.n_bytes() as f64 / 1e6 / seconds)
            });
            let megabytes = Some(part.n_bytes() as f64 / 1e6);
            table.push(&*part.name, [megabytes].into_iter().chain(figures));
            found.note(part, &mut table);
        }
        table.notes.push(self.tools.time_of_demold());
        table.notes.push(TIME_OF_PEERS.to_owned());
        Ok(table)
    }
}
