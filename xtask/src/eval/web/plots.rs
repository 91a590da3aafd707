//! The papers' figures, from the report's figures.

use report::{Bars, Histogram, Lines, Plot};

use crate::eval::{
    experiments::sweep::Point,
    measures::ratio::mean,
    report::{Cutoff, Report},
    tables::{FULL, is_full},
};

/// A distribution of F is drawn at the middle of each bin.
const HALF: f64 = 0.5;

/// F1 of every subject, for each collection that has gold texts, and values for each that has those.
pub(super) fn content(report: &Report) -> Vec<Plot> {
    let mut plots = Vec::new();
    for collection in &report.collections {
        let rows = || {
            report.content.iter().filter(|row| {
                row.site.is_none() && row.collection.as_ref() == Some(&collection.name)
            })
        };
        if rows().any(|row| row.f1.is_some()) {
            let title = format!("{}: content words", collection.name);
            let bars = rows().fold(Bars::new(title, ["F1", "recall"]), |bars, row| {
                bars.thing(&*row.subject, [row.f1, row.recall])
            });
            plots.push(bars.into());
        }
        if rows().any(|row| row.values.is_some()) {
            let title = format!("{}: values, words removed", collection.name);
            let bars = rows().fold(Bars::new(title, ["values", "removed"]), |bars, row| {
                bars.thing(&*row.subject, [row.values, row.removed])
            });
            plots.push(bars.into());
        }
    }
    plots
}

/// Geraci and Maggini's figures 2a and 2b, and Vieira et al.'s figure 7, as means of the sites of each collection.
pub(super) fn over_pages(report: &Report) -> Vec<Plot> {
    let mut plots = Vec::new();
    let mut collections: Vec<&str> = report
        .sweep
        .iter()
        .map(|point| point.collection.as_str())
        .collect();
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
            let lines = methods(report).fold(
                Lines::new(title, name, "pages learned from").logarithmic(true),
                |lines, subject| {
                    let of = |n: usize| {
                        let points = report.sweep.iter().filter(move |point| {
                            point.collection == collection
                                && point.subject == subject
                                && point.learned_from == n
                        });
                        mean(points.filter_map(figure))
                    };
                    let numbers = n_pages(report).into_iter();
                    lines.line(subject, numbers.filter_map(|n| Some((n as f64, of(n)?))))
                },
            );
            if !lines.is_empty() {
                plots.push(lines.into());
            }
        }
    }
    let time = methods(report).fold(
        Lines::new(
            "Time of learning over the pages, mean of the sites that have 64",
            "ms",
            "pages learned from",
        ),
        |lines, subject| {
            let of = |n: usize| {
                let timings = report.timings.iter();
                mean(
                    timings
                        .filter(|timing| {
                            timing.learned_from == Some(n)
                                && timing.subject == subject
                                && n <= FULL
                                && is_full(report, timing)
                        })
                        .map(|timing| 1e3 * timing.learn_seconds),
                )
            };
            let numbers = n_pages(report).into_iter();
            lines.line(subject, numbers.filter_map(|n| Some((n as f64, of(n)?))))
        },
    );
    if !time.is_empty() {
        plots.push(time.into());
    }
    plots
}

/// The thesis's figure 3.2: of the first site of each collection, or of every site.
pub(super) fn cutoffs(report: &Report, first_only: bool) -> Vec<Plot> {
    let mut last = "";
    let mut chosen: Vec<&Cutoff> = Vec::new();
    for cutoff in &report.cutoffs {
        if !first_only || cutoff.collection != last {
            chosen.push(cutoff);
        }
        last = &cutoff.collection;
    }
    chosen
        .into_iter()
        .map(
            |Cutoff {
                 collection,
                 site,
                 cut,
             }| {
                let share = 100.0 * f64::from(cut.least) / f64::from(cut.documents.max(1));
                Histogram::new(
                    format!("{collection}/{site}"),
                    cut.bins.iter().copied(),
                    0.0,
                    100.0,
                )
                .name("strings, by share of the pages that have them")
                .unit(" %")
                .cut(
                    share,
                    format!("cut at {} of {} pages", cut.least, cut.documents),
                )
                .into()
            },
        )
        .collect()
}

/// Geraci and Maggini's table 4 as bars, mean of sites, and the sizes of figure 3.
pub(super) fn clustering(report: &Report) -> Vec<Plot> {
    let mut ways: Vec<&str> = Vec::new();
    for row in &report.clustering {
        if !ways.contains(&row.cleaned.as_str()) {
            ways.push(&row.cleaned);
        }
    }
    let mut quality = Bars::new("Clusters, mean of sites", ["F", "purity", "NMI", "NCE"]);
    let mut size = Bars::new("Size of what is clustered, kB, mean of sites", ["kB"]);
    let mut time = Bars::new("Time of clustering, ms, mean of sites", ["ms"]);
    for &way in &ways {
        let rows = || {
            report
                .clustering
                .iter()
                .filter(move |row| row.cleaned == way)
        };
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
    match ways.is_empty() {
        true => Vec::new(),
        false => vec![quality.into(), size.into(), time.into()],
    }
}

/// Vieira et al.'s figures 8 and 9, and their tables 4 to 6 as bars.
pub(super) fn mining(report: &Report) -> Vec<Plot> {
    let mut plots: Vec<Plot> = Vec::new();
    let mut kinds: Vec<&str> = report.kmeans.iter().map(|row| row.pages.as_str()).collect();
    kinds.dedup();
    for kind in kinds {
        let rows = report.kmeans.iter().filter(|row| row.pages == kind);
        let lines = rows.fold(
            Lines::new(
                format!("k-means, {kind}: distribution of F"),
                "share of the runs",
                "F",
            ),
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
    let Some(bayes) = &report.bayes else {
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
    for subject in &report.subjects {
        let figures: Vec<Option<f64>> = configurations
            .iter()
            .map(|name| {
                let mut rows = bayes.rows.iter();
                let row = rows
                    .find(|row| row.subject == *subject && row.configuration.to_string() == *name);
                row.map(|row| row.f)
            })
            .collect();
        if figures.iter().any(Option::is_some) {
            bars = bars.thing(&**subject, figures);
        }
    }
    plots.push(bars.into());
    for name in &configurations {
        let lines = methods(report).fold(
            Lines::new(
                format!("Naive Bayes, {name}: F over the pages"),
                "F",
                "pages learned from",
            )
            .logarithmic(true),
            |lines, subject| {
                let rows = bayes
                    .over_pages
                    .iter()
                    .filter(|row| row.subject == subject && row.configuration.to_string() == *name);
                lines.line(
                    subject,
                    rows.filter_map(|row| Some((row.learned_from? as f64, row.f))),
                )
            },
        );
        if !lines.is_empty() {
            plots.push(lines.into());
        }
    }
    plots
}

/// The subjects of the papers' experiments, in the report's order.
fn methods(report: &Report) -> impl Iterator<Item = &str> {
    let subjects = report.subjects.iter().map(String::as_str);
    subjects.filter(|subject| report.sweep.iter().any(|point| point.subject == *subject))
}

fn n_pages(report: &Report) -> Vec<usize> {
    let mut numbers: Vec<usize> = report
        .sweep
        .iter()
        .map(|point| point.learned_from)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
