//! The report as tables for a terminal.

pub mod table;

pub use self::table::Table;
use self::table::share;
use crate::{content::Row, intervals, report::Report};

/// Returns all tables as one text.
pub fn tables(report: &Report) -> String {
    let mut tables = vec![content(report)];
    #[cfg(feature = "papers")]
    if let Some(results) = &report.papers {
        tables.extend(crate::papers::tables::tables(results));
    }
    tables.push(intervals::table(&report.intervals));
    tables.push(worst(report));
    let mut text = String::new();
    for table in tables.iter().filter(|table| !table.rows().is_empty()) {
        table.print(&mut text);
    }
    text
}

/// Returns precision, recall and more of each site, of each collection and over all.
fn content(report: &Report) -> Table {
    let name = |row: &Row| match (&row.collection, &row.site) {
        (Some(collection), Some(site)) => format!("{collection}/{site}"),
        (Some(collection), None) => format!("= {collection}"),
        (None, _) => "all sites".to_owned(),
    };
    let table = Table::of(
        &report.content,
        &[
            ("content words, values", &|row| name(row)),
            ("subject", &|row| row.subject.clone()),
            ("pages", &|row| row.pages.to_string()),
            ("P", &|row| share(row.precision)),
            ("R", &|row| share(row.recall)),
            ("F1", &|row| share(row.f1)),
            ("doubled", &|row| share(row.doubled)),
            ("values", &|row| share(row.values)),
            ("removed", &|row| share(row.removed)),
            ("terms F", &|row| share(row.terms_f1)),
            ("tokens F", &|row| share(row.tokens_f1)),
        ],
    );
    table.titled("Content words, and values that survive (mean of pages, then of sites)")
}

fn worst(report: &Report) -> Table {
    let table = Table::of(
        &report.worst,
        &[
            ("page", &|page| format!("{}/{}/{}", page.collection, page.site, page.page)),
            ("subject", &|page| page.subject.clone()),
            ("rank", &|page| page.rank.to_string()),
            ("content lost", &|page| format!("{:.1} %", 100.0 * page.lost_share)),
            ("words", &|page| page.lost_words.to_string()),
        ],
    );
    table.titled("The pages that lose most content")
}
