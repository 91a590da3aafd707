//! `demold fetch`: an index of a crawl in, the records of its pages out.

use std::{
    collections::HashMap,
    fs::File,
    io::{Read as _, Seek as _, SeekFrom, Write as _},
    path::{Component, Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use corpus::{Capture, Captures, Grouper, warc};
use crawl::Crawler;
use tokio::runtime::Runtime;

use crate::{
    files,
    plan::{Common, Fetch, From},
    terminal::{Progress, count, one_line},
};

pub(crate) fn run(plan: &Fetch, common: &Common) -> anyhow::Result<()> {
    files::check_replaceable(&plan.out, plan.force)?;
    let store = Store::open(&plan.from)?;
    let failed = || format!("cannot write {}", plan.out.display());
    let mut out = files::beside(files::folder_of(&plan.out)).with_context(failed)?;
    let mut wanted = Wanted::new(plan.per_host);
    let mut tally = Tally::default();
    let progress = Progress::begin("fetching", None, common.quiet);
    for index in &plan.indexes {
        let shown = index.display();
        let file = File::open(index).with_context(|| format!("cannot read {shown}"))?;
        let captures = Captures::new(file, &index.to_string_lossy());
        for capture in captures.with_context(|| format!("cannot read {shown}"))? {
            let capture = match capture {
                Ok(capture) => capture,
                Err(why) => {
                    tally.lost += 1;
                    progress.aside(|| warn!("skipped", "skipped {shown}, {}", one_line(&why)));
                    continue;
                }
            };
            if !wanted.takes(&capture) {
                tally.others += 1;
                continue;
            }
            match store.record(&capture) {
                Ok(record) => {
                    out.write_all(&record).with_context(failed)?;
                    tally.pages += 1;
                    progress.say(count(tally.pages, "page"));
                }
                Err(why) => {
                    tally.lost += 1;
                    let url = one_line(&capture.url);
                    progress.aside(|| warn!("skipped", "skipped {url}: {}", one_line(&why)));
                }
            }
        }
    }
    progress.finish();
    if tally.pages == 0 {
        bail!("no page could be fetched: {}", tally.rest());
    }
    files::persist(out, &plan.out).with_context(failed)?;
    if !common.quiet {
        say!("{} fetched, {}", count(tally.pages, "page"), tally.rest());
    }
    if plan.strict && 0 < tally.lost {
        bail!("{} could not be fetched", count(tally.lost, "page"));
    }
    Ok(())
}

/// What became of the lines of an index.
#[derive(Default)]
struct Tally {
    pages: usize,
    /// Lines and records that could not be read.
    lost: usize,
    /// What is no page, or one too many of its host.
    others: usize,
}

impl Tally {
    fn rest(&self) -> String {
        format!("{} skipped, {} not wanted", self.lost, self.others)
    }
}

/// Which captures are taken.
struct Wanted {
    grouper: Grouper,
    per_host: u64,
    taken: HashMap<String, u64>,
}

impl Wanted {
    fn new(per_host: u64) -> Wanted {
        Wanted {
            grouper: Grouper::host(),
            per_host,
            taken: HashMap::new(),
        }
    }

    fn takes(&mut self, capture: &Capture) -> bool {
        if !capture.is_page() {
            return false;
        }
        if self.per_host == u64::MAX {
            return true;
        }
        let host = self.grouper.key(&capture.url).unwrap_or_default();
        let n_taken = self.taken.entry(host).or_default();
        *n_taken += 1;
        *n_taken <= self.per_host
    }
}

/// Where records are.
enum Store<'a> {
    Folder(&'a Path),
    Server {
        base: &'a str,
        delay: Duration,
        crawler: Box<Crawler>,
        runtime: Runtime,
    },
}

/// Larger records are skipped: no page that is read has so much.
const MOST_RECORD: u64 = 64 << 20;

impl Store<'_> {
    fn open(from: &From) -> anyhow::Result<Store<'_>> {
        Ok(match from {
            From::Folder(folder) => {
                if !folder.is_dir() {
                    bail!("{} is no folder", folder.display());
                }
                Store::Folder(folder)
            }
            From::Server {
                base,
                delay,
                config,
            } => Store::Server {
                base,
                delay: *delay,
                crawler: Box::new((**config).clone().build()?),
                runtime: tokio::runtime::Builder::new_multi_thread()
                    .worker_threads(1)
                    .enable_all()
                    .build()?,
            },
        })
    }

    /// Returns a record as a member of a file packed with gzip, or why there is none.
    fn record(&self, capture: &Capture) -> Result<Vec<u8>, String> {
        let (start, n_bytes) = (capture.offset, capture.length);
        let end = start
            .checked_add(n_bytes)
            .filter(|_| n_bytes <= MOST_RECORD);
        let end = end.ok_or_else(|| format!("its record would have {n_bytes} bytes"))?;
        // The names come from strangers too.
        let name = inside(&capture.file);
        let name = name.ok_or_else(|| format!("{} leads out of the crawl", capture.file))?;
        let bytes = match self {
            Store::Folder(folder) => {
                let path = folder.join(name);
                part(&path, start, n_bytes)
                    .map_err(|error| format!("{}: {error}", path.display()))?
            }
            Store::Server {
                base,
                delay,
                crawler,
                runtime,
            } => runtime.block_on(async {
                let url = format!("{base}{}", capture.file);
                let found = crawler.range(&url, start..end).await;
                tokio::time::sleep(*delay).await;
                found
            })?,
        };
        if bytes.starts_with(b"\x1f\x8b") {
            return Ok(bytes);
        }
        if bytes.starts_with(b"WARC/") {
            return corpus::pack(&bytes, warc::Compression::Gzip)
                .map_err(|error| error.to_string());
        }
        Err(format!(
            "there is no record at byte {start} of {}",
            capture.file
        ))
    }
}

/// Returns a relative path that stays below where it begins.
fn inside(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    (!name.is_empty() && !name.contains('\\') && path.components().all(is_plain))
        .then(|| path.to_owned())
}

fn part(path: &Path, start: u64, n_bytes: u64) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(n_bytes).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < n_bytes {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}
