//! Mapping trees: the cells that are visited of all pairs of nodes, and the time.

use std::path::PathBuf;

use dom::Dom;
use rtdm_tree_mapping::{Config, html};
use tokenize::{Attributes, Normalize, Vocabulary};

use super::{clock, pages, table::Table};

/// Pairs of neighbours that are mapped.
const PAIRS: usize = 8;

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = pages::load(folders, pages::A_SAMPLE)?;
    let mapper = Config::new().build()?;
    // As the method of the same name makes them.
    let tokenizer = Normalize::new().attributes(Attributes::None).build();
    let mut vocabulary = Vocabulary::new();
    let sources = pages.iter().take(2 * PAIRS);
    let trees: Vec<html::PageTree> =
        sources.map(|source| html::draft(&Dom::parse(&**source), &tokenizer).adopt(&mut vocabulary)).collect();
    let title = format!("map: neighbours of {}, milliseconds, best of several", pages::name(folders));
    let head = ["nodes", "pairs", "cells", "pairs a cell", "map"];
    let mut table = Table::new(title, &head);
    for pair in trees.chunks_exact(2) {
        let (left, right) = (pair[0].tree(), pair[1].tree());
        let cells = mapper.map(left, right)?.visited_cells();
        let pairs = left.len() as f64 * right.len() as f64;
        let mapping = clock::best(|| mapper.map(left, right));
        let figures = [pairs, cells as f64, pairs / cells as f64, mapping * 1e3];
        table.push(format!("{} x {}", left.len(), right.len()), figures);
    }
    Ok(vec![table])
}
