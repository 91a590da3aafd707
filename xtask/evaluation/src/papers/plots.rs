//! The papers' figures, from what their experiments found.

use report::{Bars, Lines, Plot};

use super::{
    Results,
    sweep::Point,
    tables::over_pages::{FULL, is_full},
};
use crate::measures::ratio::mean;

/// A distribution of F is drawn at the middle of each bin.
const HALF: f64 = 0.5;

/// Geraci and Maggini's figures 2a and 2b, and Vieira et al.'s figure 7, as means of the sites of each collection.
pub(super) fn over_pages(results: &Results) -> Vec<Plot> {
    let mut plots = Vec::new();
    let mut collections: Vec<&str> = results.sweep.iter().map(|point| point.collection.as_str()).collect();
    collections.dedup();
    type Figure = fn(&Point) -> Option<f64>;
    let figures: [(&str, Figure); 3] = [
        ("F of template tokens", |point| point.tokens_f1),
        ("F of template terms", |point| point.terms_f1),
        ("F1 of content words", |point| point.content_f1),
    ];
    for collection in collections {
        for (name, figure) in figures {
            let title = format!("{collection}: {name} over the pages");
            let lines = methods(results).fold(
                Lines::new(title, name, "pages learned from").logarithmic(true),
                |lines, subject| {
                    let of = |n: usize| {
                        let points = results.sweep.iter().filter(move |point| {
                            point.collection == collection && point.subject == subject && point.learned_from == n
                        });
                        mean(points.filter_map(figure))
                    };
                    let numbers = n_pages(results).into_iter();
                    lines.line(subject, numbers.filter_map(|n| Some((n as f64, of(n)?))))
                },
            );
            if !lines.is_empty() {
                plots.push(lines.into());
            }
        }
    }
    let time = methods(results).fold(
        Lines::new("Time of learning over the pages, mean of the sites that have 64", "ms", "pages learned from"),
        |lines, subject| {
            let of = |n: usize| {
                let timings = results.timings_over_pages.iter();
                mean(
                    timings
                        .filter(|timing| {
                            timing.learned_from == Some(n)
                                && timing.subject == subject
                                && n <= FULL
                                && is_full(results, timing)
                        })
                        .map(|timing| 1e3 * timing.learn_seconds),
                )
            };
            let numbers = n_pages(results).into_iter();
            lines.line(subject, numbers.filter_map(|n| Some((n as f64, of(n)?))))
        },
    );
    if !time.is_empty() {
        plots.push(time.into());
    }
    plots
}

/// Geraci and Maggini's table 4 as bars, mean of sites, and the sizes of figure 3.
pub(super) fn clustering(results: &Results) -> Vec<Plot> {
    let mut ways: Vec<&str> = Vec::new();
    for row in &results.clustering {
        if !ways.contains(&row.cleaned.as_str()) {
            ways.push(&row.cleaned);
        }
    }
    let mut quality = Bars::new("Clusters, mean of sites", ["F", "purity", "NMI", "NCE"]);
    let mut size = Bars::new("Size of what is clustered, kB, mean of sites", ["kB"]);
    let mut time = Bars::new("Time of clustering, ms, mean of sites", ["ms"]);
    for &way in &ways {
        let rows = || results.clustering.iter().filter(move |row| row.cleaned == way);
        quality = quality.thing(
            way,
            [
                mean(rows().map(|row| row.quality.f)),
                mean(rows().map(|row| row.quality.purity)),
                mean(rows().map(|row| row.quality.nmi)),
                mean(rows().map(|row| row.quality.nce)),
            ],
        );
        size = size.thing(way, [mean(rows().map(|row| row.bytes as f64 / 1e3))]);
        time = time.thing(way, [mean(rows().map(|row| 1e3 * row.seconds))]);
    }
    if ways.is_empty() { Vec::new() } else { vec![quality.into(), size.into(), time.into()] }
}

/// Vieira et al.'s figures 8 and 9, and their tables 4 to 6 as bars.
pub(super) fn mining(results: &Results) -> Vec<Plot> {
    let mut plots: Vec<Plot> = Vec::new();
    let mut kinds: Vec<&str> = results.kmeans.iter().map(|row| row.pages.as_str()).collect();
    kinds.dedup();
    for kind in kinds {
        let rows = results.kmeans.iter().filter(|row| row.pages == kind);
        let lines = rows.fold(
            Lines::new(format!("k-means, {kind}: distribution of F"), "share of the runs", "F"),
            |lines, row| {
                let n_bins = row.histogram.len().max(1) as f64;
                let bins = row.histogram.iter().enumerate().map(|(bin, &n)| {
                    let share = n as f64 / row.runs.max(1) as f64;
                    ((bin as f64 + HALF) / n_bins, share)
                });
                lines.line(&*row.subject, bins)
            },
        );
        plots.push(lines.into());
    }
    let Some(bayes) = &results.bayes else {
        return plots;
    };
    let mut configurations: Vec<String> = Vec::new();
    for row in &bayes.rows {
        let name = row.configuration.to_string();
        if !configurations.contains(&name) {
            configurations.push(name);
        }
    }
    let mut bars = Bars::new("Naive Bayes: F", configurations.iter().map(String::as_str));
    for subject in &results.subjects {
        let figures: Vec<Option<f64>> = configurations
            .iter()
            .map(|name| {
                let mut rows = bayes.rows.iter();
                let row = rows.find(|row| row.subject == *subject && row.configuration.to_string() == *name);
                row.map(|row| row.f)
            })
            .collect();
        if figures.iter().any(Option::is_some) {
            bars = bars.thing(&**subject, figures);
        }
    }
    plots.push(bars.into());
    for name in &configurations {
        let lines = methods(results).fold(
            Lines::new(format!("Naive Bayes, {name}: F over the pages"), "F", "pages learned from").logarithmic(true),
            |lines, subject| {
                let rows = bayes
                    .over_pages
                    .iter()
                    .filter(|row| row.subject == subject && row.configuration.to_string() == *name);
                lines.line(subject, rows.filter_map(|row| Some((row.learned_from? as f64, row.f))))
            },
        );
        if !lines.is_empty() {
            plots.push(lines.into());
        }
    }
    plots
}

/// The subjects of the papers' experiments, in the order of the evaluation.
fn methods(results: &Results) -> impl Iterator<Item = &str> {
    let subjects = results.subjects.iter().map(String::as_str);
    subjects.filter(|subject| results.sweep.iter().any(|point| point.subject == *subject))
}

fn n_pages(results: &Results) -> Vec<usize> {
    let mut numbers: Vec<usize> = results.sweep.iter().map(|point| point.learned_from).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
