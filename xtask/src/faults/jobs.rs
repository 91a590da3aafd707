//! The runs that are disturbed: how each begins and goes on, and what must come of it.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
    time::Duration,
};

use anyhow::ensure;
use formats::warc::{Reader, RecordKind};

use super::{sandbox::Sandbox, server};

/// One output of `demold clean`.
pub(super) const OUTPUTS: [&str; 6] =
    ["out/", "out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.parquet", "out.warc.gz"];

/// What files there are, by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// A run that can be disturbed, and gone on with.
pub(super) trait Job {
    /// Makes a folder with what is there before the run.
    fn sandbox(&self) -> anyhow::Result<Sandbox>;
    fn begin(&self) -> Vec<&str>;
    /// Returns how to go on with what is in a folder.
    fn again(&self, sandbox: &Sandbox) -> Vec<&str>;
    /// How long it takes undisturbed.
    fn time(&self) -> Duration;
    /// Whether it was disturbed after its last step, and has left nothing to do.
    fn is_done(&self, sandbox: &Sandbox) -> bool;
    /// Checks what holds at any moment.
    fn check(&self, sandbox: &Sandbox) -> anyhow::Result<()>;
    /// Checks what is there if it has failed by itself.
    fn check_failed(&self, sandbox: &Sandbox) -> anyhow::Result<()> {
        self.check(sandbox)
    }
    /// Checks what there is in the end.
    fn check_end(&self, sandbox: &Sandbox) -> anyhow::Result<()>;
}

/// A run whose files are the same each time: `clean`, which is gone on with, or `learn`, which begins again.
pub(super) struct Written<'a> {
    program: &'a Path,
    input: &'a Path,
    out: &'a str,
    begin: Vec<&'a str>,
    again: Vec<&'a str>,
    /// What is to be replaced, and what is there in the end.
    old: Files,
    expected: Files,
    names: Vec<String>,
    time: Duration,
}

pub(super) fn clean_args(out: &str) -> Vec<&str> {
    let mut args = vec!["clean", "in.jsonl", "--quiet", "--date", "2026-01-31T12:00:00Z", "--out", out];
    if out.ends_with('/') {
        args.extend(["--format", "text"]);
    }
    args
}

impl<'a> Written<'a> {
    pub(super) fn clean(program: &'a Path, input: &'a Path, out: &'a str) -> anyhow::Result<Self> {
        let again = [clean_args(out), vec!["--resume"]].concat();
        Written::new(program, input, out, clean_args(out), again, Files::new())
    }

    pub(super) fn learn(program: &'a Path, input: &'a Path, replaces: bool) -> anyhow::Result<Self> {
        let args = vec!["learn", "in.jsonl", "--quiet", "--out", "sites.demold"];
        let forced = [&args[..], &["--force"]].concat();
        let earlier = Sandbox::with(program, input)?;
        earlier.done(&[&args[..], &["--method", "distill"]].concat())?;
        let old = if replaces { earlier.files("sites.demold")? } else { Files::new() };
        let begin = if replaces { forced.clone() } else { args };
        Written::new(program, input, "sites.demold", begin, forced, old)
    }

    fn new(
        program: &'a Path,
        input: &'a Path,
        out: &'a str,
        begin: Vec<&'a str>,
        again: Vec<&'a str>,
        old: Files,
    ) -> anyhow::Result<Self> {
        let first = Sandbox::with(program, input)?;
        let (time, _) = first.done(&begin)?;
        let (expected, names) = (first.files(out)?, first.names()?);
        Ok(Written { program, input, out, begin, again, old, expected, names, time })
    }

    /// The name of the folder that there is while it runs.
    pub(super) fn work(&self) -> String {
        format!("{}.demold-work", self.out.trim_end_matches('/'))
    }
}

impl Job for Written<'_> {
    fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let sandbox = Sandbox::with(self.program, self.input)?;
        for (name, bytes) in &self.old {
            let path = sandbox.path(name);
            fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
            fs::write(path, bytes)?;
        }
        Ok(sandbox)
    }

    fn begin(&self) -> Vec<&str> {
        self.begin.clone()
    }

    fn again(&self, _: &Sandbox) -> Vec<&str> {
        self.again.clone()
    }

    fn time(&self) -> Duration {
        self.time
    }

    fn is_done(&self, sandbox: &Sandbox) -> bool {
        !sandbox.exists(&self.work()) && sandbox.files(self.out).is_ok_and(|left| left == self.expected)
    }

    /// What has the name of the output is whole, new or old. A folder of pages is filled page by page.
    fn check(&self, sandbox: &Sandbox) -> anyhow::Result<()> {
        let left = sandbox.files(self.out)?;
        let has = |files: &Files| files.iter().all(|(name, bytes)| left.get(name) == Some(bytes));
        let is_old = if self.old.is_empty() { !sandbox.exists(self.out) } else { has(&self.old) };
        ensure!(
            self.out.ends_with('/') || is_old || has(&self.expected),
            "{} has its name, and is not whole",
            self.out
        );
        Ok(())
    }

    fn check_failed(&self, sandbox: &Sandbox) -> anyhow::Result<()> {
        self.check(sandbox)?;
        ensure!(self.again.contains(&"--resume") || !sandbox.exists(&self.work()), "{} is left", self.work());
        Ok(())
    }

    fn check_end(&self, sandbox: &Sandbox) -> anyhow::Result<()> {
        ensure!(sandbox.files(self.out)? == self.expected, "other bytes than without it");
        sandbox.is_left_with(&self.names)
    }
}

const ARCHIVE: &str = "crawl.warc.gz";
const FRONTIER: &str = "crawl.warc.gz.frontier";
const WORK: &str = "crawl.warc.gz.demold-work";
const NEW_FRONTIER: &str = "crawl.warc.gz.demold-work/new.warc.gz.frontier";

/// How many pages the site has.
const N_PAGES: usize = 60;

/// What an archive holds that is to be replaced.
const OLD: &[u8] = b"the old one";

/// A crawl. Dates and ids differ in each run; each answer is there once in the end, as the server gave it. An archive that
/// is to be replaced is whole until the new one is.
pub(super) struct Crawl<'a> {
    program: &'a Path,
    url: String,
    replaces: bool,
    expected: BTreeMap<String, Vec<u8>>,
    time: Duration,
}

impl<'a> Crawl<'a> {
    pub(super) fn new(program: &'a Path, replaces: bool) -> anyhow::Result<Self> {
        let base = server::serve(|head, _| match server::path(head).trim_start_matches('/').parse() {
            Ok(nth) if nth < N_PAGES => server::page(page(nth)),
            _ => server::nothing(),
        });
        let mut crawl =
            Crawl { program, url: base + "/0", replaces, expected: BTreeMap::new(), time: Duration::default() };
        let first = Sandbox::new(program)?;
        crawl.time = first.done(&crawl.begin())?.0;
        crawl.expected = answers(&first)?;
        ensure!(crawl.expected.len() == N_PAGES + 2, "{} answers", crawl.expected.len());
        Ok(crawl)
    }

    fn args(&self, more: &'static str) -> Vec<&str> {
        let limits = ["--depth", "100", "--delay", "0.002", "--contact", "me@example.org", "--allow-private"];
        let args = [&["crawl", &*self.url], &limits[..], &["--quiet", "--out", ARCHIVE]].concat();
        args.into_iter().chain(Some(more).filter(|more| !more.is_empty())).collect()
    }

    fn is_old(&self, sandbox: &Sandbox) -> bool {
        fs::read(sandbox.path(ARCHIVE)).is_ok_and(|bytes| bytes == OLD)
    }
}

impl Job for Crawl<'_> {
    fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let sandbox = Sandbox::new(self.program)?;
        if self.replaces {
            fs::write(sandbox.path(ARCHIVE), OLD)?;
        }
        Ok(sandbox)
    }

    fn begin(&self) -> Vec<&str> {
        self.args(if self.replaces { "--force" } else { "" })
    }

    /// One that was disturbed before it had made a file is begun.
    fn again(&self, sandbox: &Sandbox) -> Vec<&str> {
        let first = if self.replaces { NEW_FRONTIER } else { ARCHIVE };
        let is_begun = sandbox.exists(FRONTIER) || sandbox.exists(first);
        if is_begun { self.args("--resume") } else { self.begin() }
    }

    fn time(&self) -> Duration {
        self.time
    }

    fn is_done(&self, sandbox: &Sandbox) -> bool {
        sandbox.exists(ARCHIVE) && !self.is_old(sandbox) && !sandbox.exists(FRONTIER) && !sandbox.exists(WORK)
    }

    fn check(&self, sandbox: &Sandbox) -> anyhow::Result<()> {
        let is_new = || answers(sandbox).is_ok_and(|found| found == self.expected);
        ensure!(!self.replaces || self.is_old(sandbox) || is_new(), "neither archive is whole");
        Ok(())
    }

    fn check_end(&self, sandbox: &Sandbox) -> anyhow::Result<()> {
        ensure!(answers(sandbox)? == self.expected, "other answers");
        sandbox.is_left_with(&[ARCHIVE])
    }
}

/// A page that links to the next ones.
fn page(nth: usize) -> String {
    let words = "The tide tables of the harbour. ".repeat(20 + nth);
    format!("<title>Page {nth}</title><a href=/{}>next</a> <a href=/{}>over next</a><p>{words}", nth + 1, nth + 2)
}

/// The blocks of all responses by their URLs, each of which occurs once.
fn answers(sandbox: &Sandbox) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for record in Reader::new(File::open(sandbox.path(ARCHIVE))?) {
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
