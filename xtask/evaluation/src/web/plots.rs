//! Plots of what every run measures.

use report::{Bars, HistogramPlot, Plot};

use crate::report::{Cutoff, Report};

/// F1 of every subject, for each collection that has gold texts, and values for each that has those.
pub(super) fn content(report: &Report) -> Vec<Plot> {
    let mut plots = Vec::new();
    for collection in &report.collections {
        let rows = || {
            report.content.iter().filter(|row| row.site.is_none() && row.collection.as_ref() == Some(&collection.name))
        };
        if rows().any(|row| row.f1.is_some()) {
            let title = format!("{}: content words", collection.name);
            let bars = rows()
                .fold(Bars::new(title, ["F1", "recall"]), |bars, row| bars.thing(&*row.subject, [row.f1, row.recall]));
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
        .map(|Cutoff { collection, site, cut }| {
            let share = 100.0 * f64::from(cut.least) / f64::from(cut.documents.max(1));
            HistogramPlot::new(format!("{collection}/{site}"), cut.bins.iter().copied(), 0.0, 100.0)
                .name("strings, by share of the pages that have them")
                .unit(" %")
                .cut(share, format!("cut at {} of {} pages", cut.least, cut.documents))
                .into()
        })
        .collect()
}
