//! The papers' tables in the report.

use report::Section;

use super::{Results, tables::Part};
use crate::web::shown;

/// Returns the sections about the papers' experiments.
pub(crate) fn sections(results: &Results) -> Vec<Section> {
    let over_pages = Section::new("Over the pages learned from");
    let parts = [Part::Sites, Part::Sweep, Part::Tokens, Part::Shares, Part::Terms, Part::Times];
    let clustering = Section::new("Clustering");
    let mining = Section::new("k-means and naive Bayes");
    let thesis = Section::new("Injected templates, mirrors, feeds, and claims of the thesis");
    vec![
        with_tables(over_pages, results, &parts),
        with_tables(clustering, results, &[Part::Clustering]),
        with_tables(mining, results, &[Part::Mining]),
        with_tables(thesis, results, &[Part::Thesis, Part::Claims]),
    ]
}

fn with_tables(mut section: Section, results: &Results, parts: &[Part]) -> Section {
    for table in parts.iter().flat_map(|part| part.tables(results)) {
        section = match table.rows().len() {
            0..=12 => section.text(table.title()).table(shown(&table)),
            _ => section.folded(table.title(), shown(&table)),
        };
    }
    section
}
