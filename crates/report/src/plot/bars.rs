//! Figures of a few things, as horizontal bars, so that names have room.

use std::fmt::Write as _;

use super::{
    WIDTH,
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

/// Bars from zero, one for each thing.
#[derive(Clone, Debug)]
#[must_use]
pub struct Bars {
    title: String,
    things: Vec<(String, usize)>,
}

impl Bars {
    /// Makes a plot without bars.
    pub fn new(title: impl Into<String>) -> Bars {
        Bars { title: title.into(), things: Vec::new() }
    }

    /// Adds a thing with its figure.
    pub fn thing(mut self, name: impl Into<String>, figure: usize) -> Bars {
        self.things.push((name.into(), figure));
        self
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    pub(super) fn write(&self, html: &mut String) -> std::fmt::Result {
        let figures = self.things.iter().map(|(_, figure)| *figure as f64);
        // The lengths of bars can be compared only if they begin at zero.
        let axis = Axis::round(figures.chain([0.0]));
        let names = self.things.iter().map(|(name, _)| width(name) + 10.0);
        let left = names.fold(LEFT[0], f64::max).min(LEFT[1]);
        let place = |value: f64| left + (WIDTH - left - RIGHT) * axis.place(value);
        let group = BAR + GAP;
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
        for (thing_idx, (name, figure)) in self.things.iter().enumerate() {
            let top = TOP + group * thing_idx as f64 + GAP / 2.0;
            let middle = top + BAR / 2.0 + 4.0;
            writeln!(
                html,
                "<text x=\"{}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                Escaped(&fitted(name))
            )?;
            let end = place(*figure as f64);
            writeln!(
                html,
                "<rect class=\"bar\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" class=\"small\">{}</text>",
                end - left,
                BAR - 1.5,
                end + 4.0,
                top + BAR - 2.0,
                brief(*figure as f64)
            )?;
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
