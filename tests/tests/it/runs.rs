//! Runs and what is around them: others on the same output, links, signals, terminals and pipes.

mod ending;
#[cfg(unix)]
mod links;
mod meeting;
mod saying;

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

/// Waits until the journal of a run has so many lines.
#[cfg(unix)]
fn wait_for(folder: &Folder, journal: &str, n_lines: usize) {
    let start = std::time::Instant::now();
    let lines = || {
        let text = std::fs::read_to_string(folder.path().join(journal)).unwrap_or_default();
        text.lines().count()
    };
    while lines() < n_lines {
        assert!(start.elapsed() < std::time::Duration::from_secs(60));
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
