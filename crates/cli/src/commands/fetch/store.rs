//! Where records are.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::{Component, Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use corpus::Capture;
use crawl::{Crawler, NoPart};
use tokio::runtime::Runtime;

use super::{
    parts::{Part, parts, range},
    record::{Found, checked},
};
use crate::plan::From;

/// If so many requests in a row come to nothing, the server is not there.
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
    /// How many requests in a row have come to nothing.
    n_away: usize,
}

impl Store<'_> {
    pub(super) fn open(from: &From) -> anyhow::Result<Store<'_>> {
        Ok(match from {
            From::Folder { path, follow_links } => {
                if !path.is_dir() {
                    bail!("{} is no folder", path.display());
                }
                Store::Folder {
                    path,
                    follow_links: *follow_links,
                }
            }
            From::Server { base, delay, config } => Store::Server(Server {
                base,
                delay: *delay,
                crawler: Box::new((**config).clone().build()?),
                runtime: tokio::runtime::Builder::new_multi_thread()
                    .worker_threads(1)
                    .enable_all()
                    .build()?,
                n_away: 0,
            }),
        })
    }

    /// Returns the records of these captures, in their order. `tell` is called with the number of those that are there.
    ///
    /// # Errors
    ///
    /// If the server is not there any more, or wants to be left alone.
    pub(super) fn records(&mut self, captures: &[Capture], tell: impl Fn(usize)) -> anyhow::Result<Vec<Found>> {
        // What is in none of the parts is not asked for.
        let mut found: Vec<Found> = captures
            .iter()
            .map(|capture| range(capture).map(|_| Vec::new()))
            .collect();
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

    /// Returns the bytes of each capture of a part. If the part does not come, each is asked for alone.
    fn part(&mut self, part: &Part<'_>, captures: &[Capture]) -> anyhow::Result<Vec<(usize, Found)>> {
        let whole = self.bytes(part.file, part.range.clone())?;
        let mut found = Vec::new();
        for &nth in &part.captures {
            let bytes = match (range(&captures[nth]), &whole) {
                (Err(why), _) => Err(why),
                (Ok(range), Ok(whole)) => {
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
        // The names come from strangers too.
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

/// Returns a relative path that stays below where it begins.
fn inside(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    (!name.is_empty() && !name.contains('\\') && path.components().all(is_plain)).then(|| path.to_owned())
}

/// Fails if a path leads out of a folder by links that are not followed, or to what is no file: a pipe would be waited for.
fn check(folder: &Path, path: &Path, follow_links: bool) -> std::io::Result<()> {
    if !follow_links && !path.canonicalize()?.starts_with(folder.canonicalize()?) {
        let why = "it is a link out of the folder; --follow-links reads what it leads to";
        return Err(std::io::Error::other(why));
    }
    if path.metadata()?.is_file() {
        Ok(())
    } else {
        Err(std::io::Error::other("it is no file"))
    }
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
