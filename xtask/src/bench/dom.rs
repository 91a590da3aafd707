//! Bytes to trees: how fast, beside what else reads pages, and how large.

use std::{hint::black_box, path::PathBuf};

use dom::Dom;
use serde::{Deserialize, Serialize};

use super::{
    clock, memory,
    pages::Pages,
    part::{self, Part},
    peers::{Peers, Timed},
    table::Table,
};

/// Bytes of real pages to measure on. A page of a crawl may be a hundred times another, and the first
/// few are not a sample of it.
const A_CRAWL: usize = 64_000_000;

/// Pages whose trees a process of its own holds all at once.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Sample {
    pages: Vec<PathBuf>,
}

/// What it found.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Size {
    n_pages: usize,
    n_bytes: usize,
    n_nodes: usize,
    /// Bytes of all trees, and at the peak while they were built, beyond the pages.
    held: Option<u64>,
    peak: Option<u64>,
}

pub(crate) fn measure(folders: &[PathBuf], peers: Option<&Peers>) -> anyhow::Result<Vec<Table>> {
    let pages = load(folders)?;
    let [parsing, scanning] = clock::best_of_each([
        &mut || {
            for page in pages.iter() {
                black_box(Dom::parse(page));
            }
        },
        &mut || {
            for page in pages.iter() {
                black_box(tokenize::scan(page));
            }
        },
    ]);
    let ours = |name: &str, seconds| Timed { name: name.to_owned(), seconds, failures: 0 };
    let mut readers = vec![ours("dom", parsing), ours("tokenize, no tree", scanning)];
    if let Some(peers) = peers {
        readers.extend(peers.parse(&pages)?);
    }
    let size = part::measure(&Part::Dom(Sample { pages: folders.to_vec() }))?;
    let name = Pages::name(folders);
    Ok(vec![speed(&pages, &name, &readers), sizes(&name, &size)])
}

fn load(folders: &[PathBuf]) -> anyhow::Result<Pages> {
    let n_bytes = if folders.is_empty() { Pages::A_SAMPLE } else { A_CRAWL };
    Pages::load(folders, n_bytes)
}

/// Sets readers side by side, the tree as the measure.
fn speed(pages: &Pages, name: &str, readers: &[Timed]) -> Table {
    let megabytes = pages.n_bytes() as f64 / 1e6;
    let title = format!("dom: {megabytes:.1} MB of {name}, best of several");
    let mut table = Table::new(title, &["reader", "MB/s", "times dom", "failures"]);
    for reader in readers {
        let figures =
            [clock::rate(pages.n_bytes(), reader.seconds), reader.seconds / readers[0].seconds, reader.failures as f64];
        table.push(&*reader.name, figures);
    }
    table.notes.push("time of each: the call for each page, of a text in memory; loading, reading and decoding are left out, but Python encodes a text as UTF-8 for lexbor".to_owned());
    table
}

fn sizes(name: &str, size: &Size) -> Table {
    let head = ["pages", "nodes a page", "page bytes a node", "tree bytes a node", "at the peak"];
    let mut table = Table::new(format!("dom: trees of {name}"), &head);
    let a_node = |bytes: u64| bytes as f64 / size.n_nodes as f64;
    let figures = [
        Some(size.n_nodes as f64 / size.n_pages as f64),
        Some(a_node(size.n_bytes as u64)),
        size.held.map(a_node),
        size.peak.map(a_node),
    ];
    table.push(size.n_pages.to_string(), figures);
    table
}

impl Sample {
    /// Builds the trees in this process, one after the other, and keeps them all.
    pub(crate) fn measure(&self) -> anyhow::Result<Size> {
        let pages = load(&self.pages)?;
        memory::forget_peak();
        let before = memory::resident();
        let mut trees: Vec<Dom<'_>> = Vec::with_capacity(pages.iter().len());
        trees.extend(pages.iter().map(Dom::parse));
        let beyond = |bytes: Option<u64>| Some(bytes?.saturating_sub(before?));
        Ok(Size {
            n_pages: trees.len(),
            n_bytes: pages.n_bytes(),
            n_nodes: trees.iter().map(Dom::len).sum(),
            held: beyond(memory::resident()),
            peak: beyond(memory::peak()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_news_are_counted() {
        let size = Sample { pages: Vec::new() }.measure().unwrap();
        assert!(Pages::A_SAMPLE <= size.n_bytes);
        assert!(100 * size.n_pages < size.n_nodes && size.n_nodes < size.n_bytes);
        if let (Some(held), Some(peak)) = (size.held, size.peak) {
            assert!(held <= peak);
        }
    }
}
