//! Tables over the number of pages learned from.

use super::super::{Results, sweep::Point};
use super::count;
use crate::{
    measures::ratio::mean,
    report::Timing,
    tables::table::{Table, share},
};

/// Prints the means of sites over the number of pages, for each collection.
pub(super) fn sweep(results: &Results) -> Table {
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
    let rank = |subject: &str| results.subjects.iter().position(|other| other == subject);
    let mut keys: Vec<_> = results
        .sweep
        .iter()
        .map(|point| (point.collection.as_str(), rank(&point.subject), point.learned_from))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let points: Vec<&Point> = results
            .sweep
            .iter()
            .filter(|point| (point.collection.as_str(), rank(&point.subject), point.learned_from) == key)
            .collect();
        let mean = |figure: fn(&Point) -> Option<f64>| mean(points.iter().filter_map(|point| figure(point)));
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
pub(super) fn tokens(results: &Results) -> Table {
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
    for point in results
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
pub(super) fn terms(results: &Results) -> Table {
    let mut n_pages: Vec<usize> = results.sweep.iter().map(|point| point.learned_from).collect();
    n_pages.sort_unstable();
    n_pages.dedup();
    let heads: Vec<String> = n_pages.iter().map(ToString::to_string).collect();
    let mut head = vec!["site", "subject"];
    head.extend(heads.iter().map(String::as_str));
    let mut table = Table::new(&head);
    let mut seen: Vec<(&str, &str, &str)> = Vec::new();
    for point in &results.sweep {
        let key = (point.collection.as_str(), point.site.as_str(), point.subject.as_str());
        if seen.last() == Some(&key) {
            continue;
        }
        seen.push(key);
        let mut row = vec![point.site.clone(), point.subject.clone()];
        for &n in &n_pages {
            let found = results.sweep.iter().find(|other| {
                (other.collection.as_str(), other.site.as_str(), other.subject.as_str()) == key
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
pub(crate) fn is_full(results: &Results, timing: &Timing) -> bool {
    results.timings_over_pages.iter().any(|other| {
        (&other.collection, &other.site, other.learned_from) == (&timing.collection, &timing.site, Some(FULL))
    })
}

/// Prints times by the number of pages, over the sites that have [`FULL`] of them.
pub(super) fn times(results: &Results) -> Table {
    let mut table = Table::new(&["subject", "pages", "sites", "learning ms", "cleaning MB/s"]);
    let mut keys: Vec<(usize, &str)> = results
        .timings_over_pages
        .iter()
        .filter(|timing| timing.learned_from.is_some_and(|n| n <= FULL) && is_full(results, timing))
        .filter_map(|timing| Some((timing.learned_from?, timing.subject.as_str())))
        .collect();
    keys.sort_unstable_by_key(|&(n, subject)| (results.subjects.iter().position(|other| other == subject), n));
    keys.dedup();
    for (n, subject) in keys {
        let of = || {
            results
                .timings_over_pages
                .iter()
                .filter(move |timing| timing.learned_from == Some(n) && timing.subject == subject)
                .filter(|timing| is_full(results, timing))
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
