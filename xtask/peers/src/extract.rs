//! Extractors that are crates.

use std::{panic, path::Path};

use dom_smoothie::Readability;
use serde::Serialize;

use crate::pages;

/// An extractor's name, and what it does: nothing where it fails.
pub(crate) type Extractor = (&'static str, fn(&str) -> Option<String>);

pub(crate) const EXTRACTORS: [Extractor; 2] =
    [("dom_smoothie 0.19", dom_smoothie), ("rs-trafilatura 0.2.2", rs_trafilatura)];

/// What an extractor gives for the pages.
#[derive(Serialize)]
struct Texts {
    name: &'static str,
    texts: Vec<String>,
}

/// Prints what the extractors give, one JSON object a line.
pub(crate) fn texts(folder: &Path) -> anyhow::Result<()> {
    let pages = pages::read(folder)?;
    for (name, extract) in EXTRACTORS {
        let texts = pages.iter().map(|page| extract(page).unwrap_or_default());
        let texts = texts.collect();
        println!("{}", serde_json::to_string(&Texts { name, texts })?);
    }
    Ok(())
}

fn dom_smoothie(page: &str) -> Option<String> {
    let mut reader = Readability::new(page, None, None).ok()?;
    Some(reader.parse().ok()?.text_content.to_string())
}

fn rs_trafilatura(page: &str) -> Option<String> {
    // It panics on some pages, which is a failure like any other.
    panic::catch_unwind(|| Some(rs_trafilatura::extract(page).ok()?.content_text)).ok()?
}
