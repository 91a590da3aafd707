//! The papers' tables.

pub(crate) mod over_pages;
mod sites;
mod tasks;

use super::Results;
use crate::tables::Table;

/// What tables are about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Sites,
    Sweep,
    Tokens,
    Shares,
    Terms,
    Times,
    Clustering,
    Mining,
    Thesis,
    Claims,
}

impl Part {
    pub(crate) const ALL: [Part; 10] = [
        Part::Sites,
        Part::Sweep,
        Part::Tokens,
        Part::Shares,
        Part::Terms,
        Part::Times,
        Part::Clustering,
        Part::Mining,
        Part::Thesis,
        Part::Claims,
    ];

    /// Returns the tables of a part that have a row.
    pub(crate) fn tables(self, results: &Results) -> Vec<Table> {
        let mut tables = match self {
            Part::Sites => sites::sites(results),
            Part::Sweep => vec![over_pages::sweep(results)],
            Part::Tokens => vec![over_pages::tokens(results), sites::matrix(results)],
            Part::Shares => sites::shares(results),
            Part::Terms => vec![over_pages::terms(results)],
            Part::Times => vec![over_pages::times(results)],
            Part::Clustering => tasks::clustering(results),
            Part::Mining => tasks::mining(results),
            Part::Thesis => tasks::thesis(results),
            Part::Claims => sites::claims(results),
        };
        tables.retain(|table| !table.rows().is_empty());
        tables
    }
}

fn count(value: Option<usize>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| value.to_string())
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| format!("{:+.1} %", 100.0 * value))
}
