//! The folder or the server that has the records.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::{Component, Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use crawl::{Crawler, NoPart};
use formats::Capture;
use tokio::runtime::Runtime;

use super::{
    parts::{Part, parts, range},
    record::{Found, checked},
};
use crate::plan::From;

/// The number of failed requests in a row after which the server counts as unreachable. Chosen: by eye.
const MOST_AWAY: usize = 3;

/// A folder or a server.
pub(super) enum Store<'a> {
    Folder { path: &'a Path, follow_links: bool },
    Server(Server<'a>),
}

pub(super) struct Server<'a> {
    base: &'a str,
    delay: Duration,
    crawler: Box<Crawler>,
    runtime: Runtime,
    /// The number of requests in a row that have failed.
    n_away: usize,
}

impl Store<'_> {
    pub(super) fn open(from: &From) -> anyhow::Result<Store<'_>> {
        Ok(match from {
            From::Folder { path, follow_links } => {
                if !path.is_dir() {
                    bail!("{} is no folder", path.display());
                }
                Store::Folder { path, follow_links: *follow_links }
            }
            From::Server { base, delay, config } => Store::Server(Server {
                base,
                delay: *delay,
                crawler: Box::new((**config).clone().build()?),
                runtime: tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?,
                n_away: 0,
            }),
        })
    }

    /// Returns the records of these captures, in their order. `tell` is called with the number of records that were
    /// found so far.
    ///
    /// # Errors
    ///
    /// If the server is no longer reachable, or refuses further requests.
    pub(super) fn records(&mut self, captures: &[Capture], tell: impl Fn(usize)) -> anyhow::Result<Vec<Found>> {
        // Captures whose range is invalid are in no part. They keep their error, and the others are replaced below.
        let mut found: Vec<Found> = captures.iter().map(|capture| range(capture).map(|_| Vec::new())).collect();
        let mut n_found = 0;
        for part in parts(captures) {
            for (nth, bytes) in self.part(&part, captures)? {
                let capture = &captures[nth];
                n_found += usize::from(bytes.is_ok());
                found[nth] = bytes.and_then(|bytes| checked(bytes, capture));
            }
            tell(n_found);
        }
        Ok(found)
    }

    /// Returns the bytes of each capture of a part. If the part cannot be read, each capture is requested alone.
    fn part(&mut self, part: &Part<'_>, captures: &[Capture]) -> anyhow::Result<Vec<(usize, Found)>> {
        let whole = self.bytes(part.file, part.range.clone())?;
        let mut found = Vec::new();
        for &nth in &part.captures {
            let bytes = match (range(&captures[nth]), &whole) {
                (Err(why), _) => Err(why),
                (Ok(range), Ok(whole)) => {
                    // Each capture of a part lies within its range, so the differences do not underflow. A part that
                    // was read is complete.
                    let start = part.range.start;
                    let (from, to) = ((range.start - start) as usize, (range.end - start) as usize);
                    Ok(whole[from..to].to_vec())
                }
                (Ok(range), Err(_)) if part.captures.len() > 1 => self.bytes(part.file, range)?,
                (Ok(_), Err(why)) => Err(why.clone()),
            };
            found.push((nth, bytes));
        }
        Ok(found)
    }

    fn bytes(&mut self, file: &str, range: Range<u64>) -> anyhow::Result<Found> {
        // The names of files are from an index that strangers may have written.
        let Some(name) = inside(file) else {
            return Ok(Err(format!("{file} leads out of the crawl")));
        };
        match self {
            Store::Folder { path, follow_links } => {
                let file = path.join(name);
                let checked = check(path, &file, *follow_links);
                let bytes = checked.and_then(|()| read(&file, range));
                Ok(bytes.map_err(|error| format!("{}: {error}", file.display())))
            }
            Store::Server(server) => server.bytes(file, range),
        }
    }
}

impl Server<'_> {
    fn bytes(&mut self, file: &str, range: Range<u64>) -> anyhow::Result<Found> {
        let url = format!("{}{file}", self.base);
        let found = self.runtime.block_on(async {
            let found = self.crawler.range(&url, range).await;
            // After failed requests too, so that a server in trouble is not asked again without a pause.
            tokio::time::sleep(self.delay).await;
            found
        });
        let is_away = matches!(found, Err(NoPart::Away(_)));
        self.n_away = if is_away { self.n_away + 1 } else { 0 };
        if matches!(found, Err(NoPart::Closed(_))) || self.n_away == MOST_AWAY {
            let why = found.err().map_or_else(String::new, |why| why.to_string());
            bail!("{url}: {why}; to continue later, run the same command with --resume");
        }
        Ok(found.map_err(|why| why.to_string()))
    }
}

/// Returns the name as a relative path, if it cannot lead out of the folder that it begins in.
fn inside(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    (!name.is_empty() && !name.contains('\\') && path.components().all(is_plain)).then(|| path.to_owned())
}

/// Checks that a path leads to a file, and not out of the folder by a link unless links are followed. A pipe is no
/// file, because opening it waits for somebody at its other end.
fn check(folder: &Path, path: &Path, follow_links: bool) -> std::io::Result<()> {
    if !follow_links && !path.canonicalize()?.starts_with(folder.canonicalize()?) {
        let why = "it is a link out of the folder; --follow-links reads what it leads to";
        return Err(std::io::Error::other(why));
    }
    if path.metadata()?.is_file() { Ok(()) } else { Err(std::io::Error::other("it is no file")) }
}

fn read(path: &Path, range: Range<u64>) -> std::io::Result<Vec<u8>> {
    let n_bytes = range.end - range.start;
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(range.start))?;
    let mut bytes = Vec::new();
    file.take(n_bytes).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < n_bytes {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}
