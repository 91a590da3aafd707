//! The report as tables for a terminal.

pub mod table;

pub use self::table::Table;
use self::table::share;
use crate::{content::Row, report::Report};

/// Returns all tables as one text; with `sites`, one row for each site as well.
pub fn tables(report: &Report, sites: bool) -> String {
    let mut tables = vec![content(report, sites)];
    #[cfg(feature = "papers")]
    if let Some(results) = &report.papers {
        let parts = crate::papers::tables::Part::ALL;
        tables.extend(parts.iter().flat_map(|part| part.tables(results)));
    }
    tables.push(worst(report));
    let mut text = String::new();
    for table in tables.iter().filter(|table| !table.rows().is_empty()) {
        table.print(&mut text);
    }
    text
}

/// Content words and values.
pub fn content(report: &Report, sites: bool) -> Table {
    let mut table = Table::new(&[
        "content words, values",
        "subject",
        "pages",
        "P",
        "R",
        "F1",
        "values",
        "removed",
        "terms F",
        "tokens F",
    ]);
    let name = |row: &Row| match (&row.collection, &row.site) {
        (Some(collection), Some(site)) => format!("{collection}/{site}"),
        (Some(collection), None) => format!("= {collection}"),
        (None, _) => "all sites".to_owned(),
    };
    for row in report.content.iter().filter(|row| sites || row.site.is_none()) {
        table.row(vec![
            name(row),
            row.subject.clone(),
            row.pages.to_string(),
            share(row.precision),
            share(row.recall),
            share(row.f1),
            share(row.values),
            share(row.removed),
            share(row.terms_f1),
            share(row.tokens_f1),
        ]);
    }
    table.titled("Content words, and values that survive (mean of pages, then of sites)")
}

fn worst(report: &Report) -> Table {
    let mut table = Table::new(&["page", "subject", "rank", "content lost", "words"]);
    for page in &report.worst {
        table.row(vec![
            format!("{}/{}/{}", page.collection, page.site, page.page),
            page.subject.clone(),
            page.rank.to_string(),
            format!("{:.1} %", 100.0 * page.lost_share),
            page.lost_words.to_string(),
        ]);
    }
    table.titled("The pages that lose most content")
}
