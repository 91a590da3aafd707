//! Figures of a few things, as horizontal bars, so that names have room.

use std::fmt::Write as _;

use super::{
    N_SERIES, WIDTH,
    axis::{Axis, apart, brief, width},
};
use crate::escape::Escaped;

/// The least and the greatest room for names, in pixels. Within these limits they get what they need. Chosen: by eye.
const LEFT: [f64; 2] = [40.0, 170.0];
/// The room beside, above and below the bars, the height of a bar, and the gap between two groups, in pixels. Chosen:
/// by eye.
const RIGHT: f64 = 48.0;
const TOP: f64 = 4.0;
const BOTTOM: f64 = 22.0;
const BAR: f64 = 11.0;
const GAP: f64 = 9.0;

/// Bars from zero: for each thing, one bar per series.
#[derive(Clone, Debug)]
#[must_use]
pub struct Bars {
    title: String,
    series: Vec<String>,
    things: Vec<(String, Vec<Option<f64>>)>,
}

impl Bars {
    /// Makes a plot without bars.
    pub fn new<T: Into<String>>(title: impl Into<String>, series: impl IntoIterator<Item = T>) -> Bars {
        Bars { title: title.into(), series: series.into_iter().map(Into::into).collect(), things: Vec::new() }
    }

    /// Adds a thing with its figures, in the order of the series. A figure that is negative or not finite has no bar.
    pub fn thing(mut self, name: impl Into<String>, figures: impl IntoIterator<Item = Option<f64>>) -> Bars {
        let figures = figures.into_iter().map(|figure| figure.filter(|figure| figure.is_finite() && *figure >= 0.0));
        self.things.push((name.into(), figures.collect()));
        self
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    pub(super) fn series(&self) -> Vec<&str> {
        self.series.iter().map(String::as_str).collect()
    }

    pub(super) fn write(&self, html: &mut String) -> std::fmt::Result {
        let figures = self.things.iter().flat_map(|(_, figures)| figures);
        // The lengths of bars can be compared only if they begin at zero.
        let axis = Axis::round(figures.copied().flatten().chain([0.0]));
        let names = self.things.iter().map(|(name, _)| width(name) + 10.0);
        let left = names.fold(LEFT[0], f64::max).min(LEFT[1]);
        let place = |value: f64| left + (WIDTH - left - RIGHT) * axis.place(value);
        let group = BAR * self.series.len() as f64 + GAP;
        let ground = TOP + group * self.things.len() as f64;
        let height = ground + BOTTOM;
        let label = Escaped(&self.title);
        writeln!(html, "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{label}\">")?;
        let ticks = axis.ticks().into_iter();
        for (x, text) in apart(ticks.map(|(value, text)| (place(value), text))) {
            writeln!(
                html,
                "<path class=\"grid\" d=\"M{x:.1} {TOP}V{ground}\"/>\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
                ground + 15.0
            )?;
        }
        for (thing_idx, (name, figures)) in self.things.iter().enumerate() {
            let top = TOP + group * thing_idx as f64 + GAP / 2.0;
            let middle = top + BAR * self.series.len() as f64 / 2.0 + 4.0;
            writeln!(
                html,
                "<text x=\"{}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                Escaped(&fitted(name))
            )?;
            // The first color is for a baseline, and a single series is none.
            let first = usize::from(self.series.len() == 1);
            // A thing may have been given more figures than there are series.
            for (number, figure) in figures.iter().enumerate().take(self.series.len()) {
                let Some(figure) = *figure else { continue };
                let (y, end) = (top + BAR * number as f64, place(figure));
                writeln!(
                    html,
                    "<g class=\"series-{}\"><rect class=\"bar\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{}\"/></g>\
                     <text x=\"{:.1}\" y=\"{:.1}\" class=\"small\">{}</text>",
                    (first + number) % N_SERIES,
                    end - left,
                    BAR - 1.5,
                    end + 4.0,
                    y + BAR - 2.0,
                    brief(figure)
                )?;
            }
        }
        writeln!(html, "<path class=\"axis\" d=\"M{left:.1} {TOP}V{ground}\"/></svg>")
    }
}

/// Truncates a name for which there is no room.
fn fitted(name: &str) -> String {
    let n_chars = ((LEFT[1] - 10.0) / width("x")) as usize;
    match name.char_indices().nth(n_chars) {
        Some(_) => name.chars().take(n_chars - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}
