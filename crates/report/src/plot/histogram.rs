//! How many values fall into each bin.

use std::fmt::Write as _;

use super::{
    WIDTH,
    axis::{Axis, apart, brief, width},
};
use crate::escape::Escaped;

/// The height of the picture and the room beside the bars, in pixels. Chosen: by eye.
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 22.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 38.0;

/// The largest count with which bars grow with the count itself. Beside it, a bar of one is about a pixel high. Chosen:
/// by eye.
const MAX_LINEAR: u64 = 100;

/// Bars over bins of equal width, and the value at which they are cut.
///
/// If a count of one could not be seen beside the largest count, bars grow with the logarithm of the count, and the
/// title says so.
#[derive(Clone, Debug)]
#[must_use]
pub struct HistogramPlot {
    title: String,
    name: String,
    range: (f64, f64),
    unit: String,
    bins: Vec<u64>,
    cut: Option<(f64, String)>,
}

impl HistogramPlot {
    /// Makes a histogram of bins that divide the range from `low` to `high`.
    pub fn new(title: impl Into<String>, bins: impl IntoIterator<Item = u64>, low: f64, high: f64) -> HistogramPlot {
        HistogramPlot {
            title: title.into(),
            name: String::new(),
            range: (low, high),
            unit: String::new(),
            bins: bins.into_iter().collect(),
            cut: None,
        }
    }

    /// Sets the name of the axis, which says what is counted by which value. Default: none.
    pub fn name(mut self, name: impl Into<String>) -> HistogramPlot {
        self.name = name.into();
        self
    }

    /// Sets the unit that follows the numbers of the axis. Default: none.
    pub fn unit(mut self, unit: impl Into<String>) -> HistogramPlot {
        self.unit = unit.into();
        self
    }

    /// Marks the value at which the bins are cut, with a text. Bars at or above the cut have another color.
    pub fn cut(mut self, at: f64, text: impl Into<String>) -> HistogramPlot {
        self.cut = Some((at, text.into()));
        self
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Returns whether bars grow with the logarithm of the count.
    pub(super) fn is_log(&self) -> bool {
        MAX_LINEAR < self.tallest()
    }

    fn tallest(&self) -> u64 {
        // At least one, because heights are divided by it.
        self.bins.iter().copied().max().unwrap_or(0).max(1)
    }

    /// Returns the counts that are written at the axis.
    fn counts(&self) -> Vec<u64> {
        let tallest = self.tallest();
        if !self.is_log() {
            let axis = Axis::round([0.0, tallest as f64].into_iter());
            let ticks = axis.ticks().into_iter().map(|(value, _)| value);
            // There is no half of a value in a bin.
            let whole = ticks.filter(|value| value.fract() == 0.0 && *value <= tallest as f64);
            return whole.map(|value| value as u64).filter(|n| *n > 0).collect();
        }
        // Every power of ten while there is room, then every third one.
        let factor = if tallest < 100_000 { 10 } else { 1000 };
        std::iter::successors(Some(1_u64), |tick| tick.checked_mul(factor))
            .take_while(|tick| *tick <= tallest)
            .collect()
    }

    pub(super) fn write(&self, html: &mut String) -> std::fmt::Result {
        let (ground, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let (low, high) = self.range;
        let place = |value: f64| {
            let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
            // A range without a length, from the caller, makes 0 divided by 0.
            LEFT + (end - LEFT) * if share.is_nan() { 0.0 } else { share }
        };
        let tallest = self.tallest() as f64;
        let tall = |count: u64| {
            let share = if self.is_log() {
                // The logarithm of the count plus one, so that a count of one has a height.
                (count as f64).ln_1p() / tallest.ln_1p()
            } else {
                count as f64 / tallest
            };
            (ground - TOP) * share
        };
        let label = Escaped(&self.title);
        writeln!(html, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">")?;
        for tick in self.counts() {
            let y = ground - tall(tick);
            writeln!(
                html,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{end}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 5.0,
                y + 4.0,
                brief(tick as f64)
            )?;
        }
        let bin_width = (end - LEFT) / self.bins.len().max(1) as f64;
        let (mut below, mut above) = (String::new(), String::new());
        for (bin, &count) in self.bins.iter().enumerate().filter(|(_, count)| 0 < **count) {
            let value = low + (high - low) * bin as f64 / self.bins.len() as f64;
            // The tolerance is for a cut that equals the start of a bin but for a rounding error.
            let is_above = self.cut.as_ref().is_some_and(|(cut, _)| *cut <= value + 1e-9);
            let path = if is_above { &mut above } else { &mut below };
            write!(
                path,
                "M{:.1} {ground}v-{:.1}h{:.1}v{:.1}z",
                LEFT + bin_width * bin as f64,
                tall(count),
                bin_width * 0.86,
                tall(count)
            )?;
        }
        writeln!(
            html,
            "<path class=\"bar below\" d=\"{below}\"/><path class=\"bar above\" d=\"{above}\"/>\
             <path class=\"axis\" d=\"M{LEFT} {ground}H{end}\"/>"
        )?;
        let ticks = (0..=5).map(|nth| {
            let value = low + (high - low) * f64::from(nth) / 5.0;
            (place(value), format!("{}{}", crate::number::short(value, 2), self.unit))
        });
        for (x, text) in apart(ticks) {
            writeln!(
                html,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                ground + 15.0,
                Escaped(&text)
            )?;
        }
        if let Some((cut, text)) = &self.cut {
            let x = place(*cut);
            writeln!(
                html,
                "<path class=\"cut\" d=\"M{x:.1} {}V{ground}\"/>\
                 <text x=\"{:.1}\" y=\"12\" text-anchor=\"middle\" class=\"cut\">{}</text>",
                TOP - 10.0,
                // The text is centered at the cut, and moved so that it stays inside the picture.
                x.min(end - width(text) / 2.0).max(width(text) / 2.0),
                Escaped(text)
            )?;
        }
        writeln!(
            html,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" class=\"name\">{}</text></svg>",
            (LEFT + end) / 2.0,
            HEIGHT - 5.0,
            Escaped(&self.name)
        )
    }
}
