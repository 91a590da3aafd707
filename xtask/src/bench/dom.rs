//! Bytes to trees, beside what else reads pages.

use std::{hint::black_box, path::PathBuf};

use dom::Dom;

use super::{
    clock, pages,
    peers::{Peers, Timed},
    table::Table,
};

/// Bytes of real pages to measure on. A page of a crawl may be a hundred times another, and the first
/// few are not a sample of it.
const A_CRAWL: usize = 64_000_000;

pub(crate) fn measure(folders: &[PathBuf], peers: Option<&Peers>) -> anyhow::Result<Vec<Table>> {
    let n_bytes = if folders.is_empty() { pages::A_SAMPLE } else { A_CRAWL };
    let pages = pages::load(folders, n_bytes)?;
    let [parsing, tokenizing] = clock::best_of_each([
        &mut || {
            for page in &pages {
                black_box(Dom::parse(&**page));
            }
        },
        &mut || {
            for page in &pages {
                black_box(tokenize::scan(page));
            }
        },
    ]);
    let ours = |name: &str, seconds| Timed { name: name.to_owned(), seconds, failures: 0 };
    let mut readers = vec![ours("dom", parsing), ours("tokenize, with its tree", tokenizing)];
    if let Some(peers) = peers {
        readers.extend(peers.parse(&pages)?);
    }
    let n_bytes = pages::n_bytes(&pages);
    let title = format!("dom: {:.1} MB of {}, best of several", n_bytes as f64 / 1e6, pages::name(folders));
    let mut table = Table::new(title, &["reader", "MB/s", "times dom", "failures"]);
    for reader in &readers {
        let figures =
            [clock::rate(n_bytes, reader.seconds), reader.seconds / readers[0].seconds, reader.failures as f64];
        table.push(&*reader.name, figures);
    }
    table.notes.push("time of each: the call for each page, of a text in memory; loading, reading and decoding are left out, but Python encodes a text as UTF-8 for lexbor".to_owned());
    Ok(vec![table])
}
