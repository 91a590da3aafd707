//! Pages from the web: runs a crawl and reports it on the terminal.

use std::{
    collections::{HashMap, HashSet},
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::Range,
};

use anyhow::Context as _;
use crawl::{Archive, Crawler, Event, Stopper, Summary, Unfit};
use formats::warc::Compression;
use tokio::sync::mpsc;

use super::addresses::{Fetched, Given};
use crate::{
    options::Common,
    terminal::{Progress, count, one_line},
};

/// What can be done about an address that gave no page, to be appended to a message.
const PRIVATE: &str = "; addresses of this machine and of private networks need --allow-private";
const FORBIDDEN: &str = ": its robots.txt forbids to fetch it";
const NONE_THERE: &str = ": the server has none there; check the address in a browser";
const NO_HTML: &str = ": what is there is no HTML";
const NO_ANSWER: &str = ": the server did not answer; check the name of the host and the connection";

/// Fetches the pages of addresses into a temporary file in the form of WARC. The first page of the file is that of the
/// first address. What sitemaps, feeds and links have led to follows in the order in which it came. `renders` if a
/// program makes the pages.
pub(super) fn fetched(
    given: &[Given],
    crawler: &Crawler,
    renders: bool,
    common: &Common,
    fetched: &mut Fetched,
) -> anyhow::Result<()> {
    let failed = "cannot make a temporary file";
    let mut file = tempfile::tempfile().context(failed)?;
    // Not compressed, because the file is read again soon and then removed.
    let archive = Archive::new(Box::new(file.try_clone().context(failed)?), Compression::None);
    let mut wanted = Vec::new();
    for given in given {
        match crawler.canonical(&given.url) {
            Ok(url) => wanted.push((given, url)),
            Err(unfit) => fetched.lose(without(given, &unfit)),
        }
    }
    let urls = wanted.iter().map(|(_, url)| url.clone()).collect();
    let mut ends = Ends { renders, ..Ends::default() };
    let summary = crawl(crawler, urls, archive, true, common, |event| ends.add(event))?;
    let pages = ends.in_order(&wanted, &summary, fetched);
    if summary.out_of_requests {
        warn!("requests", "{}", out_of_requests(&summary));
    }
    if pages.is_empty() {
        return Ok(());
    }
    let n_left = summary.left + summary.beyond;
    if n_left > 0 && (summary.complete || summary.has_enough) {
        let n_left = count(n_left as usize, "URL");
        warn!("more", "{n_left} found and not fetched; --max-pages allows more pages");
    } else if n_left > 0 && !summary.out_of_requests {
        fetched.cut = Some(format!("interrupted, with {} left", count(n_left as usize, "URL")));
    }
    let mut ordered = tempfile::tempfile().context(failed)?;
    for record in pages {
        file.seek(SeekFrom::Start(record.start)).context(failed)?;
        io::copy(&mut (&file).take(record.end - record.start), &mut ordered).context(failed)?;
    }
    fetched.pages = Some(ordered);
    Ok(())
}

/// Returns what is said about an address that must not be requested.
pub(super) fn without(given: &Given, unfit: &Unfit) -> String {
    match unfit {
        Unfit::Address(_) | Unfit::Name(_) => format!("{given} gave no page: {unfit}{PRIVATE}"),
        _ => format!("{given} gave no page: {unfit}"),
    }
}

/// The most redirects in a row, which can also lead in a circle.
///
/// Chosen: as many as a crawl follows by default.
const MOST_REDIRECTS: usize = 10;

/// What became of URLs, by their events.
#[derive(Default)]
struct Ends {
    pages: Vec<Range<u64>>,
    of: HashMap<String, End>,
    /// Whether a program makes the pages, which says why it has failed.
    renders: bool,
}

enum End {
    /// A page, by its number.
    Page(usize),
    Redirect(String),
    List,
    /// No page, and why.
    Nothing(String),
}

impl Ends {
    fn add(&mut self, event: &Event<'_>) {
        let nothing = |why: &str| End::Nothing(why.to_owned());
        let (url, end) = match event {
            Event::Page { url, record, .. } => {
                self.pages.push(record.clone());
                (url, End::Page(self.pages.len() - 1))
            }
            Event::Redirect { url, to } => (url, End::Redirect((*to).to_owned())),
            Event::List { url } => (url, End::List),
            Event::Answer { url, .. } => (url, nothing(NONE_THERE)),
            Event::OtherType { url, .. } => (url, nothing(NO_HTML)),
            Event::Disallowed { url, .. } => (url, nothing(FORBIDDEN)),
            Event::Failed { url, reason } if self.renders => (url, End::Nothing(format!(": {reason}"))),
            Event::Failed { url, .. } => (url, nothing(NO_ANSWER)),
            Event::Beyond { url } => (url, nothing(": --max-pages allows no more of its host")),
            // The crawl says in words what was refused: an address, or one redirect too many.
            Event::Refused { url, reason } => {
                let advice = if reason.ends_with("is not a public address") { PRIVATE } else { "" };
                (url, End::Nothing(format!(": {reason}{advice}")))
            }
            // The others are not the end of a URL.
            _ => return,
        };
        self.of.insert((*url).to_owned(), end);
    }

    /// Returns the records of the pages: those of the given addresses in their order, and then all others. Notes which
    /// addresses gave none.
    fn in_order(mut self, wanted: &[(&Given, String)], summary: &Summary, fetched: &mut Fetched) -> Vec<Range<u64>> {
        let mut order = Vec::new();
        let mut is_taken = vec![false; self.pages.len()];
        let mut lists = Vec::new();
        // What a given address has led to is told with that address, and not counted a second time.
        let mut told = HashSet::new();
        for (given, url) in wanted {
            let end = self.end(url);
            told.insert(end);
            match self.of.get(end) {
                Some(End::Page(nth)) if is_taken[*nth] => fetched.n_repeated += 1,
                Some(End::Page(nth)) => {
                    is_taken[*nth] = true;
                    order.push(*nth);
                }
                Some(End::List) => lists.push(*given),
                Some(End::Nothing(why)) => fetched.lose(format!("{given} gave no page{why}")),
                // A redirect that leads nowhere has an end of its own, so this one was not requested.
                Some(End::Redirect(_)) | None => {
                    let why =
                        if summary.has_enough { ": --max-pages allows no more" } else { ": it was not requested" };
                    fetched.lose(format!("{given} gave no page{why}"));
                }
            }
        }
        let nothing = self.of.iter().filter(|(url, end)| matches!(end, End::Nothing(_)) && !told.contains(&***url));
        fetched.n_others = nothing.count();
        order.extend((0..self.pages.len()).filter(|nth| !is_taken[*nth]));
        if order.is_empty() {
            lists.iter().for_each(|given| fetched.lose(format!("{given} is a list, and no page of it was fetched")));
        }
        let pages = std::mem::take(&mut self.pages);
        order.into_iter().map(|nth| pages[nth].clone()).collect()
    }

    /// Returns the URL to which redirects have led from this one.
    fn end<'a>(&'a self, url: &'a str) -> &'a str {
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            match self.of.get(url) {
                Some(End::Redirect(to)) => url = to,
                _ => break,
            }
        }
        url
    }
}

/// Returns what can be done if a crawl has no page, to be appended to a message.
pub(crate) fn advice(summary: &Summary) -> &'static str {
    if summary.refused + summary.unfit > 0 {
        PRIVATE
    } else if summary.disallowed > 0 {
        FORBIDDEN
    } else if summary.answers > 0 {
        NONE_THERE
    } else if summary.other_types > 0 {
        NO_HTML
    } else if summary.failed > 0 {
        NO_ANSWER
    } else {
        ""
    }
}

/// Returns the message that a crawl ended because it had made all requests that are allowed.
pub(crate) fn out_of_requests(summary: &Summary) -> String {
    format!(
        "it ended after {}, the most that its number of pages allows, with {} left",
        count(summary.requests as usize, "request"),
        count(summary.left as usize, "URL")
    )
}

/// Fetches URLs. Those from standard input (`-`) are fetched as they arrive. Ctrl-C ends the crawl after the requests
/// in progress. With `tells_answers`, responses without a page are reported too, such as those of status 404. `note` is
/// given each event.
pub(crate) fn crawl(
    crawler: &Crawler,
    urls: Vec<String>,
    archive: Archive,
    tells_answers: bool,
    common: &Common,
    mut note: impl FnMut(&Event<'_>),
) -> anyhow::Result<Summary> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(n_threads) = common.threads {
        runtime.worker_threads(n_threads);
    }
    let runtime = runtime.enable_all().build()?;
    let (feed, urls_fed) = mpsc::channel(64);
    // Reading standard input cannot be interrupted, so it has a thread of its own, which is not joined and does not
    // keep the process from ending.
    std::thread::spawn(move || feed_urls(&urls, &feed));
    let (stopper, stop) = Stopper::new();
    let is_quiet = common.quiet;
    runtime.spawn(async move {
        // The second time the stopper stops the crawl at once.
        while interrupted().await {
            stopper.stop();
            if !is_quiet {
                say!("stopping after the requests in progress; press Ctrl-C again to stop at once");
            }
        }
    });
    let progress = Progress::begin("fetching", None, is_quiet);
    let crawl = crawler.crawl(urls_fed, archive, stop, |summary, event| {
        note(&event);
        let n_pages = count((summary.pages + summary.unchanged) as usize, "page");
        progress.say(format!("{n_pages}, {} left", summary.left));
        // Failures are always reported, the rest with --verbose.
        let is_told = event.is_trouble() || tells_answers && matches!(event, Event::Answer { .. });
        if common.verbose || is_told && !common.quiet {
            progress.aside(|| say!("{}", one_line(&event)));
        }
    });
    let summary = runtime.block_on(crawl)?;
    progress.finish();
    // Dropping the runtime would wait for its blocking tasks.
    runtime.shutdown_background();
    Ok(summary)
}

/// Sends all URLs to the crawl. It waits while the crawl has enough, and ends when the crawl ends.
fn feed_urls(given: &[String], feed: &mpsc::Sender<String>) {
    for url in given {
        let fed = match url.as_str() {
            "-" => crawl::feed_lines(io::stdin().lock(), feed),
            url => crawl::feed_lines(url.as_bytes(), feed),
        };
        match fed {
            Ok(true) => {}
            // The crawl takes no more.
            Ok(false) => return,
            Err(error) => say!("standard input: {error}"),
        }
    }
}

/// Returns true when the process is asked to end, and false if it cannot receive such requests.
pub(super) async fn interrupted() -> bool {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            return tokio::signal::ctrl_c().await.is_ok();
        };
        tokio::select! {
            asked = tokio::signal::ctrl_c() => asked.is_ok(),
            asked = terminate.recv() => asked.is_some(),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.is_ok()
}
