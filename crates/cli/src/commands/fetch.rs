//! `demold fetch`: reads an index of a crawl, and writes the records of its pages.

mod kept;
mod parts;
mod record;
mod store;

use std::{collections::HashMap, fs::File};

use anyhow::{Context as _, bail};
use formats::{Capture, Captures};
use pipeline::Grouper;

use self::{
    kept::{Kept, Tally},
    store::Store,
};
use crate::{
    options::Common,
    plan::Fetch,
    terminal::{self, Progress, count, one_line},
};

/// The most captures, and the most bytes, that are fetched before the journal notes them. A resumed run fetches no
/// more than this again. Chosen: by eye.
const MOST_CAPTURES: usize = 200;
const MOST_BYTES: u64 = 32 << 20;

pub(crate) fn run(plan: &Fetch, common: &Common) -> anyhow::Result<()> {
    let store = Store::open(&plan.from)?;
    // The store was opened first, so a wrong `--from` leaves no work folder behind.
    let Some((kept, tally)) = Kept::open(plan)? else {
        if !common.quiet {
            say!("{} is complete: no run was interrupted", plan.args.out.display());
        }
        return Ok(());
    };
    terminal::say_when_interrupted("interrupted; to continue, run the same command with --resume");
    let mut fetching = Fetching {
        n_before: tally.n_lines(),
        store,
        kept,
        tally,
        wanted: Wanted::new(plan.per_host),
        most: usize::try_from(plan.most).unwrap_or(usize::MAX),
        n_asked: 0,
        waiting: Vec::new(),
        progress: Progress::begin("fetching", None, common.quiet),
    };
    for index in &plan.args.cdx {
        let shown = index.display();
        let file = File::open(index).with_context(|| format!("cannot read {shown}"))?;
        let captures = Captures::new(file, &index.to_string_lossy());
        for capture in captures.with_context(|| format!("cannot read {shown}"))? {
            fetching.take(capture.map_err(|why| format!("{shown}, {}", one_line(&why))))?;
        }
    }
    fetching.fetch()?;
    fetching.progress.finish();
    let (kept, tally) = (fetching.kept, fetching.tally);
    // An archive without pages would only be in the way of the next attempt.
    if tally.pages == 0 {
        kept.discard()?;
        bail!("no page could be fetched: {}", tally.rest());
    }
    kept.finish(plan)?;
    if !common.quiet {
        say!("{} fetched, {}", count(tally.pages, "page"), tally.rest());
    }
    if plan.args.strict && tally.lost > 0 {
        bail!("{} could not be fetched", count(tally.lost, "page"));
    }
    Ok(())
}

/// The state of a run.
struct Fetching<'a> {
    store: Store<'a>,
    kept: Kept,
    tally: Tally,
    wanted: Wanted,
    /// The number of pages that are asked for at most.
    most: usize,
    /// The pages that this run has asked for, including those that could not be fetched.
    n_asked: usize,
    /// The number of lines still to be skipped, because an interrupted run has done them. They only count for their
    /// hosts.
    n_before: usize,
    /// The captures that are fetched next, together.
    waiting: Vec<Capture>,
    progress: Progress,
}

impl Fetching<'_> {
    /// Takes a line of an index, or the error of reading it.
    fn take(&mut self, capture: Result<Capture, String>) -> anyhow::Result<()> {
        // Asked before lines are skipped, because the pages of a host count in all runs.
        let is_wanted = capture.as_ref().is_ok_and(|capture| self.wanted.takes(capture));
        if self.n_before > 0 {
            self.n_before -= 1;
            return Ok(());
        }
        match capture {
            Err(why) => self.lose(&why),
            Ok(_) if !is_wanted => self.tally.others += 1,
            Ok(capture) => {
                if self.most <= self.tally.pages.max(self.n_asked) + self.waiting.len() {
                    // What waits is within the limit, and is fetched before the run ends.
                    self.fetch()?;
                    bail!(
                        "more than {} need --contact, so that the server's operators can reach you; to continue, add it \
                         and --resume",
                        count(self.most, "page")
                    );
                }
                self.waiting.push(capture);
                // A capture whose range is invalid is never requested, so its length does not count.
                let ranges = self.waiting.iter().flat_map(parts::range);
                let n_bytes = ranges.fold(0, |sum, range| sum + (range.end - range.start));
                if self.waiting.len() == MOST_CAPTURES || MOST_BYTES <= n_bytes {
                    self.fetch()?;
                }
            }
        }
        Ok(())
    }

    /// Fetches the waiting captures, and writes their records in the order of the index.
    fn fetch(&mut self) -> anyhow::Result<()> {
        let captures = std::mem::take(&mut self.waiting);
        self.n_asked += captures.len();
        let n_pages = self.tally.pages;
        let tell = |n_found| self.progress.say(count(n_pages + n_found, "page"));
        let records = self.store.records(&captures, tell)?;
        for (capture, record) in captures.iter().zip(records) {
            match record {
                Ok(record) => {
                    self.kept.write(&record)?;
                    self.tally.pages += 1;
                }
                Err(why) => self.lose(&format!("{}: {}", one_line(&capture.url), one_line(&why))),
            }
        }
        self.kept.done(&self.tally)
    }

    fn lose(&mut self, what: &str) {
        self.tally.lost += 1;
        self.progress.aside(|| warn!("skipped", "skipped {what}"));
    }
}

/// Decides which captures are fetched.
struct Wanted {
    grouper: Grouper,
    per_host: u64,
    taken: HashMap<String, u64>,
}

impl Wanted {
    fn new(per_host: u64) -> Wanted {
        Wanted { grouper: Grouper::host(), per_host, taken: HashMap::new() }
    }

    fn takes(&mut self, capture: &Capture) -> bool {
        if !capture.is_page() {
            return false;
        }
        // Without a limit no table of hosts is needed, of which an index can have millions.
        if self.per_host == u64::MAX {
            return true;
        }
        let host = self.grouper.key(&capture.url).unwrap_or_default();
        let n_taken = self.taken.entry(host).or_default();
        *n_taken += 1;
        *n_taken <= self.per_host
    }
}
