//! A generated crawl through `demold clean`: time, memory at the peak, growth.

use std::{
    fs,
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use formats::warc::{Compression, RecordKind, WarcRecord, Writer};
use rayon::prelude::*;

use super::{command, memory, table::Table};

const SEED: u64 = 7;

/// The mean length of a page.
const PAGE: usize = 50_000;

const SHORT_PAGE: usize = 8_000;

/// Pages that are packed side by side.
const CHUNK: usize = 256;

/// One run of the command.
struct Run {
    seconds: f64,
    peak: Option<u64>,
}

/// The sites of a crawl.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sites {
    /// So many, the largest some ten times as large as the smallest.
    Number(usize),
    /// As on the web: half of them have one page.
    Ranked,
}

impl Sites {
    /// The length of a page: of a ranked crawl there are to be many.
    fn page(self) -> usize {
        match self {
            Sites::Number(_) => PAGE,
            Sites::Ranked => SHORT_PAGE,
        }
    }

    fn crawl(self, n_pages: usize) -> Result<sitegen::Crawl, sitegen::Error> {
        match self {
            Sites::Number(n_sites) => sitegen::Crawl::new(SEED, n_sites, n_pages, self.page()),
            Sites::Ranked => sitegen::Crawl::ranked(SEED, n_pages, self.page()),
        }
    }

    fn name(self) -> String {
        match self {
            Sites::Number(n_sites) => n_sites.to_string(),
            Sites::Ranked => "ranked".to_owned(),
        }
    }
}

pub(crate) fn measure(root: &Path, sites: Sites, sizes: &[usize]) -> anyhow::Result<Vec<Table>> {
    let demold = command::build(root)?;
    let folder = root.join("target/bench/crawls");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let title = match sites {
        Sites::Number(n) => format!("corpus: {n} generated sites, .warc.gz to .jsonl"),
        Sites::Ranked => "tail: generated sites as on the web, .warc.gz to .jsonl".to_owned(),
    };
    let head = ["crawl", "MB", "learned from", "threads", "s", "pages/s", "MB/s", "peak MB", "speed-up"];
    let mut table = Table::new(title, &head);
    for &n_pages in sizes {
        let (crawl, n_bytes) = generate(&folder, sites, n_pages)?;
        let most = demold::Learner::new().get_pages();
        let drawn: usize = sites.crawl(n_pages)?.sizes().iter().map(|&size| size.min(most)).sum();
        let mut alone = None;
        for n_threads in [1, 2] {
            let cleaned = folder.join("cleaned.jsonl");
            let run = clean(&demold, &crawl, &cleaned, n_threads)?;
            check(&cleaned, n_pages)?;
            let megabytes = n_bytes as f64 / 1e6;
            let alone = *alone.get_or_insert(run.seconds);
            let figures = [
                Some(megabytes),
                Some(drawn as f64),
                Some(f64::from(n_threads)),
                Some(run.seconds),
                Some(n_pages as f64 / run.seconds),
                Some(megabytes / run.seconds),
                run.peak.map(|peak| peak as f64 / 1e6),
                Some(alone / run.seconds),
            ];
            table.push(format!("{n_pages} pages"), figures);
        }
    }
    Ok(vec![table])
}

/// Writes the crawl, unless an earlier run has. Returns its file and the
/// bytes of its pages.
fn generate(folder: &Path, sites: Sites, n_pages: usize) -> anyhow::Result<(PathBuf, u64)> {
    let (name, page) = (sites.name(), sites.page());
    let path = folder.join(format!("crawl-{SEED}-{name}-{n_pages}-{page}.warc.gz"));
    let size = path.with_extension("size");
    if let Some(n_bytes) = fs::read_to_string(&size).ok().and_then(|size| size.trim().parse().ok()) {
        return Ok((path, n_bytes));
    }
    eprintln!("generating {}", path.display());
    let failed = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(File::create(&path).with_context(failed)?);
    let mut pages = sites.crawl(n_pages)?;
    let mut n_bytes = 0;
    loop {
        let chunk: Vec<_> = pages.by_ref().take(CHUNK).map(|(_, page)| page).collect();
        if chunk.is_empty() {
            break;
        }
        n_bytes += chunk.iter().map(|page| page.html().len() as u64).sum::<u64>();
        let packed: Vec<std::io::Result<Vec<u8>>> = chunk.par_iter().map(pack).collect();
        for member in packed {
            out.write_all(&member?).with_context(failed)?;
        }
    }
    out.flush().with_context(failed)?;
    fs::write(&size, n_bytes.to_string()).with_context(failed)?;
    Ok((path, n_bytes))
}

/// Checks that no page was lost.
fn check(cleaned: &Path, n_pages: usize) -> anyhow::Result<()> {
    let failed = || format!("cannot read {}", cleaned.display());
    let records = BufReader::new(File::open(cleaned).with_context(failed)?).lines();
    let n_records = records.count();
    anyhow::ensure!(n_records == n_pages, "{n_records} records of {n_pages} pages");
    Ok(())
}

fn pack(page: &sitegen::GeneratedPage) -> std::io::Result<Vec<u8>> {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    let block = [head, page.html().as_bytes()].concat();
    let record = WarcRecord::new(RecordKind::Response, "2026-01-31T12:00:00Z")
        .target(page.url())
        .block("application/http; msgtype=response", block);
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    writer.write(&record)?;
    Ok(writer.into_inner())
}

/// Runs the command, and looks at its memory until it ends.
fn clean(demold: &Path, crawl: &Path, out: &Path, n_threads: u32) -> anyhow::Result<Run> {
    let start = Instant::now();
    let mut child = Command::new(demold)
        .arg("clean")
        .arg(crawl)
        .arg("--out")
        .arg(out)
        .args(["--force", "--quiet", "--threads", &n_threads.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", demold.display()))?;
    let mut peak = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        // The system's own mark only ever rises, so the last look counts.
        peak = memory::peak_of(child.id()).or(peak);
        std::thread::sleep(Duration::from_millis(20));
    };
    if !status.success() {
        bail!("{} clean {} failed", demold.display(), crawl.display());
    }
    Ok(Run { seconds: start.elapsed().as_secs_f64(), peak })
}
