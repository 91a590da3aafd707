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
    let rank = |subject: &str| results.subjects.iter().position(|other| other == subject);
    let mut keys: Vec<_> = results
        .sweep
        .iter()
        .map(|point| (point.collection.as_str(), rank(&point.subject), point.learned_from))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let of_keys = keys.iter().map(|&key| -> Vec<&Point> {
        let points = results.sweep.iter();
        let points = points.filter(|point| (&*point.collection, rank(&point.subject), point.learned_from) == key);
        points.collect()
    });
    let mean =
        |points: &[&Point], figure: fn(&Point) -> Option<f64>| mean(points.iter().filter_map(|point| figure(point)));
    let kept = |point: &Point| point.tokens_kept.map(|kept| kept as f64);
    let table = Table::of(
        of_keys,
        &[
            ("collection", &|points| points[0].collection.clone()),
            ("subject", &|points| points[0].subject.clone()),
            ("pages", &|points| points[0].learned_from.to_string()),
            ("sites", &|points| points.len().to_string()),
            ("tokens P", &|points| share(mean(points, |point| point.tokens_precision))),
            ("R", &|points| share(mean(points, |point| point.tokens_recall))),
            ("F", &|points| share(mean(points, |point| point.tokens_f1))),
            ("# tokens", &|points| mean(points, kept).map_or_else(|| "·".to_owned(), |kept| format!("{kept:.0}"))),
            ("P*", &|points| share(mean(points, |point| point.sequence_precision))),
            ("R*", &|points| share(mean(points, |point| point.sequence_recall))),
            ("F*", &|points| share(mean(points, |point| point.sequence_f1))),
            ("terms F", &|points| share(mean(points, |point| point.terms_f1))),
            ("content F1", &|points| share(mean(points, |point| point.content_f1))),
        ],
    );
    table.titled("Over the pages learned from, mean of the sites that have so many (* the distilled sequence itself)")
}

/// Prints P, R, F and size over the number of pages, as Geraci and Maggini's table 2 does.
pub(super) fn tokens(results: &Results) -> Table {
    let points = results.sweep.iter();
    let points = points.filter(|point| point.learned_from.is_power_of_two() && point.learned_from <= 32);
    let table = Table::of(
        points,
        &[
            ("site", &|point| point.site.clone()),
            ("subject", &|point| point.subject.clone()),
            ("pages", &|point| point.learned_from.to_string()),
            ("P", &|point| share(point.tokens_precision)),
            ("R", &|point| share(point.tokens_recall)),
            ("F", &|point| share(point.tokens_f1)),
            ("# tokens", &|point| count(point.tokens_kept)),
            ("# gold", &|point| count(point.tokens_gold)),
            ("P*", &|point| share(point.sequence_precision)),
            ("R*", &|point| share(point.sequence_recall)),
            ("# tokens*", &|point| count(point.sequence_kept)),
        ],
    );
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
const FULL: usize = 64;

/// Returns whether a site has times for all numbers of pages up to [`FULL`].
fn is_full(results: &Results, timing: &Timing) -> bool {
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
