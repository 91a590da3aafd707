//! Running a crawl, and reading what it wrote.

use std::{
    fs::File,
    io,
    net::IpAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use crawl::{Addresses, Archive, Config, Event, Resolution, Resolver, Stop, Stopper, Summary};
use formats::warc::{Reader, RecordKind, WarcRecord};
use tempfile::TempDir;
use tokio::sync::mpsc;

/// The delay of most tests.
pub(crate) const DELAY: Duration = Duration::from_millis(20);

/// The address of all test servers.
pub(crate) const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// Knows the names that a test needs, and nothing of the real network.
pub(crate) struct Names;

impl Resolver for Names {
    fn resolve(&self, name: &str) -> Resolution {
        let found: io::Result<Vec<IpAddr>> = match name {
            "private.test" => Ok(vec!["127.0.0.2".parse().unwrap()]),
            "mapped.test" => Ok(vec!["::ffff:127.0.0.1".parse().unwrap()]),
            "mixed.test" => Ok(vec!["127.0.0.2".parse().unwrap(), HOME, "::1".parse().unwrap()]),
            "empty.test" => Ok(Vec::new()),
            name if name.ends_with(".test") => Ok(vec![HOME]),
            _ => Err(io::Error::other("no such name")),
        };
        Box::pin(async move { found })
    }
}

/// Settings for servers on [`HOME`], and for nothing else.
pub(crate) fn config() -> Config {
    Config::new("test@example.org")
        .workers(8)
        .delay(DELAY)
        .backoff(DELAY)
        .timeout(Duration::from_secs(5))
        .addresses(Addresses::public().and(HOME))
        .resolver(Arc::new(Names))
}

/// What a crawl has left.
pub(crate) struct Crawled {
    pub(crate) summary: Summary,
    /// One line for each event, as `kind url reason`.
    pub(crate) events: Vec<String>,
    /// Where the archive is.
    pub(crate) path: PathBuf,
    _dir: TempDir,
}

impl Crawled {
    pub(crate) fn records(&self) -> Vec<WarcRecord> {
        records(&self.path)
    }

    /// The URLs of the records of a kind, without those of robots.txt, sorted.
    pub(crate) fn urls(&self, kind: &RecordKind) -> Vec<String> {
        urls(&self.path, kind)
    }

    /// The paths of the stored answers, without robots.txt, sorted.
    pub(crate) fn paths(&self) -> Vec<String> {
        let urls = self.urls(&RecordKind::Response);
        urls.iter().map(|url| url.splitn(4, '/').nth(3).map_or(String::new(), |path| format!("/{path}"))).collect()
    }
}

pub(crate) fn records(path: &Path) -> Vec<WarcRecord> {
    Reader::new(File::open(path).unwrap()).map(|record| record.expect("the archive is whole")).collect()
}

pub(crate) fn urls(path: &Path, kind: &RecordKind) -> Vec<String> {
    let mut urls: Vec<String> = records(path)
        .iter()
        .filter(|record| record.kind() == kind)
        .filter_map(|record| record.target_uri().map(str::to_owned))
        .filter(|url| !url.ends_with("/robots.txt"))
        .collect();
    urls.sort();
    urls
}

/// Crawls these URLs into a new archive.
pub(crate) async fn crawl(config: Config, urls: &[String]) -> Crawled {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("crawl.warc.gz");
    let archive = Archive::create(&path).unwrap();
    let (_stopper, stop) = Stopper::new();
    let mut events = Vec::new();
    let summary = run(config, urls, archive, stop, |event| events.push(line(&event))).await;
    assert_accounted(&summary);
    Crawled { summary, events, path, _dir: dir }
}

/// Crawls these URLs into an archive, to the end.
pub(crate) async fn run_to_end(config: Config, urls: &[String], archive: Archive) -> Summary {
    let (_stopper, stop) = Stopper::new();
    run(config, urls, archive, stop, |_| ()).await
}

/// Crawls these URLs into an archive.
pub(crate) async fn run(
    config: Config,
    urls: &[String],
    archive: Archive,
    stop: Stop,
    mut observe: impl FnMut(Event<'_>),
) -> Summary {
    let (feed, lines) = mpsc::channel(1);
    let urls = urls.to_vec();
    tokio::spawn(async move {
        for url in urls {
            // A crawl that has ended takes no more.
            if feed.send(url).await.is_err() {
                return;
            }
        }
    });
    let crawler = config.build().unwrap();
    crawler.crawl(lines, archive, stop, |_, event| observe(event)).await.unwrap()
}

/// Every URL that joined the queue is counted once.
pub(crate) fn assert_accounted(summary: &Summary) {
    let stored = summary.pages + summary.unchanged + summary.redirects + summary.answers + summary.other_types;
    let others = summary.disallowed + summary.refused + summary.failed + summary.beyond + summary.left;
    assert_eq!(summary.admitted, stored + others, "{summary:?}");
}

fn line(event: &Event<'_>) -> String {
    match event {
        Event::Page { url, truncated, .. } => {
            format!("page {url}{}", if *truncated { " truncated" } else { "" })
        }
        Event::Unchanged { url } => format!("unchanged {url}"),
        Event::Redirect { url, to } => format!("redirect {url} {to}"),
        Event::Answer { url, status } => format!("answer {url} {status}"),
        Event::OtherType { url, content_type } => format!("other {url} {content_type}"),
        Event::List { url } => format!("list {url}"),
        Event::Beyond { url } => format!("beyond {url}"),
        Event::Disallowed { url, reason } => format!("disallowed {url} {reason}"),
        Event::Refused { url, reason } => format!("refused {url} {reason}"),
        Event::Failed { url, reason } => format!("failed {url} {reason}"),
        Event::LeftOut { url, reason } => format!("left-out {url} {reason}"),
        Event::Retry { url, reason, .. } => format!("retry {url} {reason}"),
        other => panic!("an event that no test knows: {other:?}"),
    }
}
