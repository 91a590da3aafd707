//! Bytes to trees, beside what else reads pages.

use std::{hint::black_box, path::PathBuf};

use dom::Dom;

use super::{
    clock,
    pages::Pages,
    peers::{Peers, Timed},
    table::Table,
};

/// Bytes of real pages to measure on. A page of a crawl may be a hundred times another, and the first
/// few are not a sample of it.
const A_CRAWL: usize = 64_000_000;

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
    Ok(vec![speed(&pages, &Pages::name(folders), &readers)])
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
