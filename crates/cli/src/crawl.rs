//! `demold crawl`: a stream of URLs in, a WARC file out.

use std::{
    fs,
    io::{self, BufRead as _, Read as _},
    path::Path,
};

use anyhow::{Context as _, bail};
use corpus::warc::Compression;
use crawl::{Addresses, Archive, Config, Event, Previous, Stopper, Summary};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::sync::mpsc;

use crate::{args::Common, summary::count};

pub(crate) use self::args::Crawl;

mod args;

/// A line of the input that is longer than this is no URL, and cut off.
const LONGEST_LINE: u64 = 64 << 10;

pub(crate) fn run(args: &Crawl, common: &Common) -> anyhow::Result<()> {
    let crawler = config(args, common)?.build()?;
    let archive = archive(args)?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(n_threads) = common.threads {
        runtime.worker_threads(n_threads.get());
    }
    let runtime = runtime.enable_all().build()?;

    let (feed, urls) = mpsc::channel(64);
    let given = args.urls.clone();
    // A thread of its own: reading standard input cannot be interrupted, and
    // must not keep the process from ending.
    std::thread::spawn(move || feed_urls(&given, &feed));
    let (stopper, stop) = Stopper::new();
    let quiet = common.quiet;
    runtime.spawn(async move {
        while interrupted().await {
            stopper.stop();
            if !quiet {
                say!("stopping after the requests under way; once more to stop at once");
            }
        }
    });

    let progress = progress(common);
    let crawl = crawler.crawl(urls, archive, stop, |summary, event| {
        progress.set_message(format!("{} left", summary.left));
        progress.set_position(summary.pages + summary.unchanged);
        if let Some(line) = line(&event, common) {
            progress.suspend(|| say!("{line}"));
        }
    });
    let summary = runtime.block_on(crawl)?;
    progress.finish_and_clear();
    runtime.shutdown_background();
    if !common.quiet {
        say!("{}", sentence(&summary));
    }
    conclude(args, &summary)
}

fn is_stdout(args: &Crawl) -> bool {
    args.out == Path::new("-")
}

/// Whether both paths lead to one file that exists.
fn is_same(left: &Path, right: &Path) -> bool {
    let (left, right) = (fs::canonicalize(left), fs::canonicalize(right));
    matches!((left, right), (Ok(left), Ok(right)) if left == right)
}

/// Says what is left to do, and whether that is a failure.
fn conclude(args: &Crawl, summary: &Summary) -> anyhow::Result<()> {
    let has_enough = args
        .reach
        .max_pages
        .is_some_and(|max| max <= summary.pages + summary.unchanged);
    if !summary.complete && !has_enough {
        let hint = if is_stdout(args) {
            ""
        } else {
            "; the same command with --resume goes on"
        };
        bail!("interrupted{hint}");
    }
    let n_lost = summary.failed + summary.refused + summary.unfit + summary.dropped;
    if args.strict && 0 < n_lost {
        bail!("{n_lost} URLs could not be fetched");
    }
    Ok(())
}

fn config(args: &Crawl, common: &Common) -> anyhow::Result<Config> {
    let (reach, manners) = (&args.reach, &args.manners);
    let addresses = if reach.allow_private {
        Addresses::any()
    } else {
        Addresses::public()
    };
    let previous = Previous::open(&args.previous)?;
    if 0 < previous.n_damaged() && !common.quiet {
        say!(
            "{} damaged records of earlier crawls passed over",
            previous.n_damaged()
        );
    }
    Ok(Config::new(&args.contact)
        .depth(reach.depth)
        .same_site(reach.same_site)
        .max_pages(reach.max_pages.unwrap_or(u64::MAX))
        .all_types(reach.all_types)
        .max_body(reach.max_body)
        .addresses(addresses)
        .workers(manners.workers)
        .delay(manners.delay)
        .patience(manners.patience)
        .timeout(manners.timeout)
        .retries(manners.retries)
        .queue(manners.queue)
        .previous(previous))
}

fn archive(args: &Crawl) -> anyhow::Result<Archive> {
    let path = args.out.as_path();
    if is_stdout(args) {
        if args.resume {
            bail!("a crawl to standard output cannot be resumed");
        }
        return Ok(Archive::new(Box::new(io::stdout()), Compression::None));
    }
    // Else --force would remove what it is compared with.
    if args.previous.iter().any(|other| is_same(path, other)) {
        bail!("{} cannot be --out and --previous at once", path.display());
    }
    let frontier = Archive::frontier_path(path);
    if args.resume {
        if !frontier.exists() {
            bail!(
                "nothing to resume: there is no {}; a complete crawl leaves none",
                frontier.display()
            );
        }
        return Ok(Archive::resume(path)?);
    }
    for path in [path, &frontier] {
        if !path.exists() {
            continue;
        }
        if !args.force {
            bail!(
                "{} exists; --resume goes on with it, --force replaces it",
                path.display()
            );
        }
        fs::remove_file(path).with_context(|| format!("cannot replace {}", path.display()))?;
    }
    Ok(Archive::create(path)?)
}

/// Sends all URLs, those of standard input as they come. It waits while the
/// crawl has enough, and ends when the crawl does.
fn feed_urls(given: &[String], feed: &mpsc::Sender<String>) {
    for url in given {
        let is_open = if url == "-" {
            feed_lines(feed)
        } else {
            feed.blocking_send(url.clone()).is_ok()
        };
        if !is_open {
            return;
        }
    }
}

fn feed_lines(feed: &mpsc::Sender<String>) -> bool {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => {
                say!("standard input: {error}");
                return true;
            }
        }
        let is_cut = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        if feed
            .blocking_send(String::from_utf8_lossy(&line).into_owned())
            .is_err()
        {
            return false;
        }
        if is_cut && input.skip_until(b'\n').is_err() {
            return true;
        }
    }
}

/// Returns when the process is asked to end; false if it cannot be asked.
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

fn progress(common: &Common) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {human_pos} pages, {msg}, {elapsed}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// What is said of an event: of failures always, of the rest with --verbose.
fn line(event: &Event<'_>, common: &Common) -> Option<String> {
    let (is_trouble, line) = match event {
        Event::Page {
            url,
            bytes,
            truncated,
        } => {
            let cut = if *truncated { ", cut off" } else { "" };
            (*truncated, format!("{url}: {bytes} bytes{cut}"))
        }
        Event::Unchanged { url } => (false, format!("{url}: unchanged")),
        Event::Redirect { url, to } => (false, format!("{url}: redirects to {to}")),
        Event::Answer { url, status } => (false, format!("{url}: status {status}")),
        Event::OtherType { url, content_type } => {
            (false, format!("{url}: {content_type}, not stored"))
        }
        Event::Disallowed { url, reason } => (false, format!("{url}: not asked for, {reason}")),
        Event::Refused { url, reason } => (true, format!("{url}: not asked for, {reason}")),
        Event::Failed { url, reason } => (true, format!("{url}: {reason}")),
        Event::Retry { url, reason, wait } => {
            (false, format!("{url}: {reason}; again in {wait:?}"))
        }
        _ => return None,
    };
    let is_said = common.verbose || is_trouble && !common.quiet;
    is_said.then_some(line)
}

/// What was done, as one sentence.
fn sentence(summary: &Summary) -> String {
    let mut text = count(summary.pages as usize, "page");
    let parts = [
        (summary.unchanged, "unchanged"),
        (summary.redirects, "redirects"),
        (summary.answers, "other answers"),
        (summary.other_types, "not HTML"),
        (summary.disallowed, "closed by robots.txt"),
        (summary.refused + summary.unfit, "not asked for"),
        (summary.failed, "failed"),
        (summary.duplicates, "given twice"),
        (summary.dropped, "links dropped"),
        (summary.left, "left"),
    ];
    for (number, name) in parts.into_iter().filter(|(number, _)| 0 < *number) {
        text.push_str(&format!(", {number} {name}"));
    }
    text.push_str(&format!(
        "; {}, {} stored",
        count(summary.requests as usize, "request"),
        count(summary.bytes as usize, "byte")
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_none_are_not_said() {
        let mut summary = Summary::default();
        summary.pages = 3;
        summary.requests = 4;
        assert_eq!(sentence(&summary), "3 pages; 4 requests, 0 bytes stored");
        summary.left = 2;
        assert_eq!(
            sentence(&summary),
            "3 pages, 2 left; 4 requests, 0 bytes stored"
        );
    }
}
