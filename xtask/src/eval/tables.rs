//! The report as tables for a terminal.

mod papers;
mod table;
mod tasks;

pub(crate) use self::table::Table;
use self::table::{count, share};
use super::{
    experiments::{content::Row, sweep::Point},
    measures::ratio::mean,
    report::{Report, Timing},
};

/// Returns all tables as one text; with `sites`, one row for each site as well.
pub(crate) fn tables(report: &Report, sites: bool) -> String {
    let mut text = String::new();
    for part in Part::ALL {
        for table in part.tables(report, sites) {
            table.print(&mut text);
        }
    }
    text
}

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Content,
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
    Worst,
}

impl Part {
    pub(crate) const ALL: [Part; 12] = [
        Part::Content,
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
        Part::Worst,
    ];

    /// Returns the tables of a part that have a row.
    pub(crate) fn tables(self, report: &Report, sites: bool) -> Vec<Table> {
        let mut tables = match self {
            Part::Content => vec![content(report, sites)],
            Part::Sites => papers::sites(report),
            Part::Sweep => vec![sweep(report)],
            Part::Tokens => vec![tokens(report), papers::matrix(report)],
            Part::Shares => papers::shares(report),
            Part::Terms => vec![terms(report)],
            Part::Times => vec![times(report), papers::threads(report)],
            Part::Clustering => tasks::clustering(report),
            Part::Mining => tasks::mining(report),
            Part::Thesis => tasks::thesis(report),
            Part::Claims => papers::claims(report),
            Part::Worst => vec![tasks::worst(report)],
        };
        tables.retain(|table| !table.rows().is_empty());
        tables
    }
}

fn content(report: &Report, sites: bool) -> Table {
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
    for row in report
        .content
        .iter()
        .filter(|row| sites || row.site.is_none())
    {
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

/// Prints the means of sites over the number of pages, for each collection.
fn sweep(report: &Report) -> Table {
    let mut table = Table::new(&[
        "collection",
        "subject",
        "pages",
        "sites",
        "tokens P",
        "R",
        "F",
        "# tokens",
        "P*",
        "R*",
        "F*",
        "terms F",
        "content F1",
    ]);
    let rank = |subject: &str| report.subjects.iter().position(|other| other == subject);
    let mut keys: Vec<_> = report
        .sweep
        .iter()
        .map(|point| {
            (
                point.collection.as_str(),
                rank(&point.subject),
                point.learned_from,
            )
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let points: Vec<&Point> = report
            .sweep
            .iter()
            .filter(|point| {
                (
                    point.collection.as_str(),
                    rank(&point.subject),
                    point.learned_from,
                ) == key
            })
            .collect();
        let mean = |figure: fn(&Point) -> Option<f64>| {
            mean(points.iter().filter_map(|point| figure(point)))
        };
        table.row(vec![
            key.0.to_owned(),
            points[0].subject.clone(),
            key.2.to_string(),
            points.len().to_string(),
            share(mean(|point| point.tokens_precision)),
            share(mean(|point| point.tokens_recall)),
            share(mean(|point| point.tokens_f1)),
            mean(|point| point.tokens_kept.map(|kept| kept as f64))
                .map_or_else(|| "·".to_owned(), |kept| format!("{kept:.0}")),
            share(mean(|point| point.sequence_precision)),
            share(mean(|point| point.sequence_recall)),
            share(mean(|point| point.sequence_f1)),
            share(mean(|point| point.terms_f1)),
            share(mean(|point| point.content_f1)),
        ]);
    }
    table.titled("Over the pages learned from, mean of the sites that have so many (* the distilled sequence itself)")
}

/// Prints P, R, F and size over the number of pages, as Geraci and Maggini's table 2 does.
fn tokens(report: &Report) -> Table {
    let mut table = Table::new(&[
        "site",
        "subject",
        "pages",
        "P",
        "R",
        "F",
        "# tokens",
        "# gold",
        "P*",
        "R*",
        "# tokens*",
    ]);
    for point in report
        .sweep
        .iter()
        .filter(|point| point.learned_from.is_power_of_two() && point.learned_from <= 32)
    {
        table.row(vec![
            point.site.clone(),
            point.subject.clone(),
            point.learned_from.to_string(),
            share(point.tokens_precision),
            share(point.tokens_recall),
            share(point.tokens_f1),
            count(point.tokens_kept),
            count(point.tokens_gold),
            share(point.sequence_precision),
            share(point.sequence_recall),
            count(point.sequence_kept),
        ]);
    }
    table.titled("Template tokens over the pages learned from (Geraci and Maggini, table 2 and figure 2a; * the distilled sequence itself)")
}

/// Prints a column for each number of pages, as Vieira et al.'s figure 7 does.
fn terms(report: &Report) -> Table {
    let mut n_pages: Vec<usize> = report
        .sweep
        .iter()
        .map(|point| point.learned_from)
        .collect();
    n_pages.sort_unstable();
    n_pages.dedup();
    let heads: Vec<String> = n_pages.iter().map(ToString::to_string).collect();
    let mut head = vec!["site", "subject"];
    head.extend(heads.iter().map(String::as_str));
    let mut table = Table::new(&head);
    let mut seen: Vec<(&str, &str, &str)> = Vec::new();
    for point in &report.sweep {
        let key = (
            point.collection.as_str(),
            point.site.as_str(),
            point.subject.as_str(),
        );
        if seen.last() == Some(&key) {
            continue;
        }
        seen.push(key);
        let mut row = vec![point.site.clone(), point.subject.clone()];
        for &n in &n_pages {
            let found = report.sweep.iter().find(|other| {
                (
                    other.collection.as_str(),
                    other.site.as_str(),
                    other.subject.as_str(),
                ) == key
                    && other.learned_from == n
            });
            row.push(share(found.and_then(|point| point.terms_f1)));
        }
        table.row(row);
    }
    table.titled("Template terms: F over the pages learned from (Vieira et al., figure 7)")
}

/// The pages that a site needs for its times to be drawn, so that a line is of the same sites from end to end.
pub(crate) const FULL: usize = 64;

/// Returns whether a site has times for all numbers of pages up to [`FULL`].
pub(crate) fn is_full(report: &Report, timing: &Timing) -> bool {
    report.timings.iter().any(|other| {
        (&other.collection, &other.site, other.learned_from)
            == (&timing.collection, &timing.site, Some(FULL))
    })
}

/// Prints times by the number of pages, over the sites that have [`FULL`] of them.
fn times(report: &Report) -> Table {
    let mut table = Table::new(&["subject", "pages", "sites", "learning ms", "cleaning MB/s"]);
    let mut keys: Vec<(usize, &str)> = report
        .timings
        .iter()
        .filter(|timing| timing.learned_from.is_some_and(|n| n <= FULL) && is_full(report, timing))
        .filter_map(|timing| Some((timing.learned_from?, timing.subject.as_str())))
        .collect();
    keys.sort_unstable_by_key(|&(n, subject)| {
        (report.subjects.iter().position(|other| other == subject), n)
    });
    keys.dedup();
    for (n, subject) in keys {
        let of = || {
            report
                .timings
                .iter()
                .filter(move |timing| timing.learned_from == Some(n) && timing.subject == subject)
                .filter(|timing| is_full(report, timing))
        };
        let n_sites = of().count();
        let learning: f64 = of().map(|timing| timing.learn_seconds).sum();
        let cleaning: f64 = of().map(|timing| timing.clean_seconds).sum();
        let bytes: usize = of().map(|timing| timing.bytes).sum();
        table.row(vec![
            subject.to_owned(),
            n.to_string(),
            n_sites.to_string(),
            format!("{:.1}", 1_000.0 * learning / n_sites.max(1) as f64),
            format!("{:.1}", bytes as f64 / 1e6 / cleaning.max(1e-9)),
        ]);
    }
    table.titled("Time over the pages learned from, mean of the sites that have 64 (Geraci and Maggini, figure 2b)")
}
