//! The papers' tables.

pub(crate) mod over_pages;
mod sites;
mod tasks;

use super::Results;
use crate::tables::Table;

/// Returns the tables that have a row.
pub(crate) fn tables(results: &Results) -> Vec<Table> {
    let mut tables = sites::sites(results);
    tables.push(over_pages::sweep(results));
    tables.push(over_pages::tokens(results));
    tables.push(sites::matrix(results));
    tables.extend(sites::shares(results));
    tables.push(over_pages::terms(results));
    tables.push(over_pages::times(results));
    tables.extend(tasks::clustering(results));
    tables.extend(tasks::mining(results));
    tables.extend(tasks::thesis(results));
    tables.extend(sites::claims(results));
    tables.retain(|table| !table.rows().is_empty());
    tables
}

fn count(value: Option<usize>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| value.to_string())
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| format!("{:+.1} %", 100.0 * value))
}
