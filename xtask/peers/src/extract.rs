//! Extractors that are crates.

use std::{fs, path::Path};

use anyhow::Context as _;
use dom_smoothie::Readability;
use serde::Serialize;

use crate::{Timed, clock};

const NAMES: [&str; 2] = ["dom_smoothie 0.19", "rs-trafilatura 0.2.2"];

/// What an extractor gives for the pages.
#[derive(Serialize)]
struct Texts {
    name: &'static str,
    texts: Vec<String>,
}

/// Times the extractors.
pub(crate) fn measure(folder: &Path) -> anyhow::Result<Vec<Timed>> {
    let pages = pages(folder)?;
    let timed = std::iter::zip(NAMES, [dom_smoothie, rs_trafilatura]).map(|(name, extract)| {
        let mut failures = 0;
        let seconds = clock::best(|| {
            let texts = pages.iter().map(|page| extract(page));
            failures = texts.filter(Option::is_none).count();
        });
        Timed {
            name,
            seconds,
            failures,
        }
    });
    Ok(timed.collect())
}

/// Prints what the extractors give, one JSON object a line.
pub(crate) fn texts(folder: &Path) -> anyhow::Result<()> {
    let pages = pages(folder)?;
    for (name, extract) in std::iter::zip(NAMES, [dom_smoothie, rs_trafilatura]) {
        let texts = pages
            .iter()
            .map(|page| extract(page).unwrap_or_default())
            .collect();
        println!("{}", serde_json::to_string(&Texts { name, texts })?);
    }
    Ok(())
}

/// Reads the pages in the order of their names.
fn pages(folder: &Path) -> anyhow::Result<Vec<String>> {
    let listed =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in listed {
        paths.push(entry?.path());
    }
    paths.sort();
    paths
        .iter()
        .map(|path| {
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
        })
        .collect()
}

/// Extracts a page; a panic of another project's is a failure like any other.
fn dom_smoothie(page: &str) -> Option<String> {
    std::panic::catch_unwind(|| {
        let mut reader = Readability::new(page, None, None).ok()?;
        Some(reader.parse().ok()?.text_content.to_string())
    })
    .ok()?
}

fn rs_trafilatura(page: &str) -> Option<String> {
    std::panic::catch_unwind(|| Some(rs_trafilatura::extract(page).ok()?.content_text)).ok()?
}
