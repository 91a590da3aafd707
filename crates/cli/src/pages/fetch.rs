//! Pages from the web: runs a crawl and reports it on the terminal.

use std::{
    fs::File,
    io::{self, Seek as _},
};

use anyhow::{Context as _, bail};
use corpus::{Form, warc::Compression};
use crawl::{Archive, Crawler, Event, Stopper, Summary};
use tokio::sync::mpsc;

use super::render::rendered;
use crate::{
    plan::{Common, Fetching, Reading},
    terminal::{Progress, count, one_line},
};

/// Fetches a page, or its site, into a temporary file in the form of WARC, or has the page rendered.
pub(super) fn fetched(url: &str, reading: &Reading, common: &Common) -> anyhow::Result<(Form, File)> {
    let Fetching { config, render } = &reading.fetching;
    if let Some(command) = render {
        return rendered(url, command, reading.options().get_max_page(), common.verbose);
    }
    let crawler = (**config).clone().build()?;
    let failed = "cannot make a temporary file";
    let mut file = tempfile::tempfile().context(failed)?;
    // Not compressed, because the file is read again soon and then removed.
    let archive = Archive::new(Box::new(file.try_clone().context(failed)?), Compression::None);
    let crawled = crawl(&crawler, vec![url.to_owned()], archive, true, common)?;
    if !crawled.has_pages() {
        bail!("{} gave no page{}", one_line(&url), advice(&crawled));
    }
    if crawled.out_of_requests {
        warn!("requests", "{}: {}", one_line(&url), out_of_requests(&crawled));
    }
    file.rewind().context(failed)?;
    Ok((Form::Warc, file))
}

/// Returns what can be done if a crawl has no page, to be appended to a message.
pub(crate) fn advice(summary: &Summary) -> &'static str {
    if summary.refused + summary.unfit > 0 {
        "; addresses of this machine and of private networks need --allow-private"
    } else if summary.disallowed > 0 {
        ": its robots.txt forbids to fetch it"
    } else if summary.answers > 0 {
        ": the server has none there; check the address in a browser"
    } else if summary.other_types > 0 {
        ": what is there is no HTML"
    } else if summary.failed > 0 {
        ": the server did not answer; check the name of the host and the connection"
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
/// in progress. With `tells_answers`, responses without a page are reported too, such as those of status 404.
pub(crate) fn crawl(
    crawler: &Crawler,
    urls: Vec<String>,
    archive: Archive,
    tells_answers: bool,
    common: &Common,
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
async fn interrupted() -> bool {
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
