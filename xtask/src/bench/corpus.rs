//! A generated crawl through `demold clean`: time, memory at the peak, growth.

use std::{
    fs,
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use formats::warc::{Compression, RecordKind, WarcRecord, Writer};
use rayon::prelude::*;

use super::{command, table::Table};

const SEED: u64 = 7;

/// Pages that are packed side by side.
const CHUNK: usize = 256;

/// The sites of a crawl.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sites {
    /// So many, the largest some ten times as large as the smallest.
    Number(usize),
    /// As on the web: half of them have one page.
    Ranked,
}

impl Sites {
    /// Lays out a crawl. Pages of a ranked one are short, for there are to be many.
    fn crawl(self, n_pages: usize) -> Result<sitegen::Crawl, sitegen::Error> {
        match self {
            Sites::Number(n_sites) => sitegen::Crawl::new(SEED, n_sites, n_pages, 50_000),
            Sites::Ranked => sitegen::Crawl::ranked(SEED, n_pages, 8_000),
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
    let mut table = Table::new(title, &["crawl"]);
    for &n_pages in sizes {
        let (crawl, n_bytes) = generate(&folder, sites, n_pages)?;
        let most = demold::Learner::new().get_pages();
        let drawn: usize = sites.crawl(n_pages)?.sizes().iter().map(|&size| size.min(most)).sum();
        let mut alone = None;
        for n_threads in [1, 2] {
            let cleaned = folder.join("cleaned.jsonl");
            let run = command::clean(&demold, &crawl, &cleaned, n_threads, &[])?;
            let n_records = BufReader::new(File::open(&cleaned)?).lines().count();
            ensure!(n_records == n_pages, "{n_records} records of {n_pages} pages");
            let megabytes = n_bytes as f64 / 1e6;
            let figures = [
                ("MB", Some(megabytes)),
                ("learned from", Some(drawn as f64)),
                ("threads", Some(n_threads as f64)),
                ("s", Some(run.wall)),
                ("pages/s", Some(n_pages as f64 / run.wall)),
                ("MB/s", Some(megabytes / run.wall)),
                ("peak MB", run.peak.map(|peak| peak as f64 / 1e6)),
                ("speed-up", Some(*alone.get_or_insert(run.wall) / run.wall)),
            ];
            table.row(format!("{n_pages} pages"), figures);
        }
    }
    Ok(vec![table])
}

/// Writes the crawl, unless an earlier run has. Returns its file and the bytes of its pages.
fn generate(folder: &Path, sites: Sites, n_pages: usize) -> anyhow::Result<(PathBuf, u64)> {
    let path = folder.join(format!("crawl-{SEED}-{sites:?}-{n_pages}.warc.gz"));
    let size = path.with_extension("size");
    if let Some(n_bytes) = fs::read_to_string(&size).ok().and_then(|size| size.trim().parse().ok()) {
        return Ok((path, n_bytes));
    }
    eprintln!("generating {}", path.display());
    let mut out = BufWriter::new(File::create(&path).with_context(|| format!("cannot write {}", path.display()))?);
    let mut pages = sites.crawl(n_pages)?;
    let mut n_bytes = 0;
    loop {
        let chunk: Vec<_> = pages.by_ref().take(CHUNK).map(|(_, page)| page).collect();
        if chunk.is_empty() {
            break;
        }
        n_bytes += chunk.iter().map(|page| page.html().len() as u64).sum::<u64>();
        for member in chunk.par_iter().map(pack).collect::<std::io::Result<Vec<_>>>()? {
            out.write_all(&member)?;
        }
    }
    out.flush()?;
    fs::write(&size, n_bytes.to_string())?;
    Ok((path, n_bytes))
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
