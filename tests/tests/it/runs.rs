//! Runs and what is around them: others on the same output, links, signals, terminals and pipes.

mod ending;
mod identity;
#[cfg(unix)]
mod links;
mod meeting;
#[cfg(unix)]
mod places;
mod saying;

use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::command::Folder;

/// Writes so many generated pages as `crawl.jsonl`.
fn write_crawl(folder: &Folder, n_pages: usize) {
    let pages = sitegen::Crawl::new(5, 6, n_pages, 4_000).unwrap();
    let lines: String = pages
        .map(|(_, page)| json!({ "url": page.url(), "html": page.html() }).to_string() + "\n")
        .collect();
    folder.write("crawl.jsonl", lines);
}

/// Runs the command, kills it as soon as its journal has `n_lines` lines, and returns whether it was still running then.
pub(crate) fn kill_after(folder: &Folder, args: &[&str], journal: &str, n_lines: usize) -> bool {
    let mut child = folder
        .command()
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(folder.path().join(journal)).unwrap_or_default();
        if n_lines <= text.lines().count() {
            child.kill().unwrap();
            return !child.wait().unwrap().success();
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{text}");
        std::thread::yield_now();
    }
}

/// Waits until the journal of a run has so many lines.
#[cfg(unix)]
fn wait_for(folder: &Folder, journal: &str, n_lines: usize) {
    let start = Instant::now();
    let lines = || {
        let text = fs::read_to_string(folder.path().join(journal)).unwrap_or_default();
        text.lines().count()
    };
    while lines() < n_lines {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::yield_now();
    }
}

#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let sent = std::process::Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}
