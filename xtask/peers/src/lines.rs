//! One extractor from JSON Lines to JSON Lines.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::{clock, extract::EXTRACTORS};

#[derive(Deserialize)]
struct Page {
    url: String,
    html: String,
}

#[derive(Serialize)]
struct Text<'a> {
    url: &'a str,
    text: &'a str,
}

/// What a run took.
#[derive(Serialize)]
pub(crate) struct Run {
    name: &'static str,
    /// On a processor.
    seconds: f64,
    /// The clock on a processor is that of all threads, so no part can be told.
    alone: Option<f64>,
    /// Of the day.
    wall: f64,
    failures: usize,
}

/// Has the extractor whose name begins with `tool` read all lines, and writes its texts in the order of the pages.
pub(crate) fn measure(tool: &str, source: &Path, target: &Path, n_threads: usize) -> anyhow::Result<Run> {
    let mut known = EXTRACTORS.iter();
    let (name, extract) = known.find(|(name, _)| name.starts_with(tool)).context("there is no such extractor")?;
    let (before, start) = (clock::on_processor(), Instant::now());
    let lines: Vec<String> = BufReader::new(File::open(source)?).lines().collect::<Result<_, _>>()?;
    let (next, failures) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || -> anyhow::Result<Vec<(usize, String)>> {
        let mut done = Vec::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(nth) else {
                return Ok(done);
            };
            let page: Page = serde_json::from_str(line)?;
            let text = extract(&page.html).unwrap_or_else(|| {
                failures.fetch_add(1, Ordering::Relaxed);
                String::new()
            });
            let row = Text { url: &page.url, text: &text };
            done.push((nth, serde_json::to_string(&row)?));
        }
    };
    let mut done: Vec<(usize, String)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let parts = threads.into_iter().map(|thread| match thread.join() {
            Ok(part) => part,
            Err(_) => anyhow::bail!("a thread of the extractor panicked"),
        });
        parts.collect::<anyhow::Result<Vec<_>>>()
    })?
    .concat();
    done.sort();
    let mut out = BufWriter::new(File::create(target)?);
    for (_, line) in done {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(Run {
        name,
        seconds: (clock::on_processor() - before).as_secs_f64(),
        alone: None,
        wall: start.elapsed().as_secs_f64(),
        failures: failures.into_inner(),
    })
}
