//! Runs and what is around them: others on the same output, links, signals, terminals and pipes.

mod held;
mod ending;
mod identity;
#[cfg(unix)]
mod links;
mod meeting;
#[cfg(unix)]
mod places;
mod saying;

pub(crate) use self::held::{Held, long};
use crate::{
    command::{Folder, jsonl},
    crawls::generated,
};

/// A folder with so many generated pages as `crawl.jsonl`.
fn crawled(n_pages: usize) -> Folder {
    Folder::with("crawl.jsonl", jsonl(&generated(5, 6, n_pages)))
}

#[cfg(unix)]
pub(crate) fn signal(process: u32, name: &str) {
    let sent = std::process::Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(sent.unwrap().success());
}
