//! A figure as a function of a quantity, with one line for each series.

use std::fmt::Write as _;

use super::{
    N_SERIES, WIDTH,
    axis::{Axis, apart, width},
};
use crate::{escape::Escaped, number::short};

/// The height of the picture, in pixels. Chosen: by eye.
const HEIGHT: f64 = 250.0;
/// The width of the name of the vertical axis, with its distance from the numbers. Chosen: by eye.
const NAME: f64 = 22.0;
/// The room beside, above and below the lines, in pixels. Chosen: by eye.
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 40.0;

/// Lines over a quantity, one for each series. Each series has marks of its own shape.
#[derive(Clone, Debug)]
#[must_use]
pub struct Lines {
    title: String,
    x_name: String,
    y_name: String,
    is_log: bool,
    has_marks: bool,
    series: Vec<(String, Vec<(f64, f64)>)>,
}

impl Lines {
    /// Makes a plot without lines, of one quantity over another.
    pub fn new(title: impl Into<String>, y_name: impl Into<String>, x_name: impl Into<String>) -> Lines {
        Lines {
            title: title.into(),
            x_name: x_name.into(),
            y_name: y_name.into(),
            is_log: false,
            has_marks: true,
            series: Vec::new(),
        }
    }

    /// Sets whether the horizontal axis is logarithmic. Default: no.
    pub fn logarithmic(mut self, yes: bool) -> Lines {
        self.is_log = yes;
        self
    }

    /// Sets whether each point has a mark. Default: yes.
    pub fn marks(mut self, yes: bool) -> Lines {
        self.has_marks = yes;
        self
    }

    /// Adds a line through points in the order given, which should be that of their first values. Points with a value
    /// that is not finite are left out.
    pub fn line(mut self, name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Lines {
        let points = points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        self.series.push((name.into(), points));
        self
    }

    /// Returns whether there is no point to draw.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|(_, points)| points.is_empty())
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    pub(super) fn series(&self) -> Vec<&str> {
        self.series.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub(super) fn write(&self, html: &mut String) -> std::fmt::Result {
        let points = || self.series.iter().flat_map(|(_, points)| points);
        let x_axis = Axis::tight(points().map(|point| point.0), self.is_log);
        let y_axis = Axis::round(points().map(|point| point.1));
        let y_ticks = y_axis.ticks();
        let widths = y_ticks.iter().map(|(_, text)| width(text));
        let left = NAME + widths.fold(18.0, f64::max);
        let x = |value: f64| left + (WIDTH - left - RIGHT) * x_axis.place(value);
        let y = |value: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y_axis.place(value);
        let (ground, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let label = Escaped(&self.title);
        writeln!(html, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">")?;
        for (value, text) in y_ticks {
            let at = y(value);
            writeln!(
                html,
                "<path class=\"grid\" d=\"M{left:.1} {at:.1}H{end}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                left - 5.0,
                at + 4.0
            )?;
        }
        let x_ticks = self.x_ticks(&x_axis).into_iter();
        for (at, text) in apart(x_ticks.map(|(value, text)| (x(value), text))) {
            writeln!(
                html,
                "<path class=\"grid\" d=\"M{at:.1} {ground}v4\"/>\
                 <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
                ground + 16.0
            )?;
        }
        writeln!(
            html,
            "<path class=\"axis\" d=\"M{left:.1} {ground}H{end}\"/>\
             <text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" class=\"name\">{}</text>\
             <text x=\"10\" y=\"{:.1}\" text-anchor=\"middle\" class=\"name\" transform=\"rotate(-90 10 {:.1})\">{}</text>",
            (left + end) / 2.0,
            HEIGHT - 6.0,
            Escaped(&self.x_name),
            (TOP + ground) / 2.0,
            (TOP + ground) / 2.0,
            Escaped(&self.y_name)
        )?;
        for (number, (name, points)) in self.series.iter().enumerate() {
            write!(html, "<g class=\"series-{}\">", number % N_SERIES)?;
            // A single point has no line, only a mark.
            if points.len() > 1 {
                html.push_str("<path class=\"line\" d=\"");
                for (nth, point) in points.iter().enumerate() {
                    let command = if nth == 0 { 'M' } else { 'L' };
                    write!(html, "{command}{:.1} {:.1}", x(point.0), y(point.1))?;
                }
                html.push_str("\"/>");
            }
            for point in points.iter().filter(|_| self.has_marks) {
                let title = format!("{name}, {}: {}", short(point.0, 2), short(point.1, 4));
                mark(number, x(point.0), y(point.1), &title, html)?;
            }
            html.push_str("</g>\n");
        }
        html.push_str("</svg>\n");
        Ok(())
    }

    /// Returns the numbers that are written below the plot: the values of the points if these are few, and round
    /// values otherwise.
    fn x_ticks(&self, axis: &Axis) -> Vec<(f64, String)> {
        /// The largest number of values of points that are all written below the plot. Chosen: by eye.
        const FEW: usize = 12;
        let all = self.series.iter().flat_map(|(_, points)| points);
        let mut values: Vec<f64> = all.map(|point| point.0).collect();
        // Several series mostly have points at the same values.
        values.sort_by(f64::total_cmp);
        values.dedup();
        match values.len() {
            1..=FEW => values.into_iter().map(|value| (value, short(value, 2))).collect(),
            _ => axis.ticks(),
        }
    }
}

/// Draws the mark of a series. Its shape identifies the series to readers who cannot distinguish the colors.
pub(super) fn mark(number: usize, x: f64, y: f64, title: &str, html: &mut String) -> std::fmt::Result {
    let title = match title {
        "" => String::new(),
        title => format!("<title>{}</title>", Escaped(title)),
    };
    match number % 4 {
        0 => write!(html, "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\">{title}</circle>"),
        1 => write!(
            html,
            "<rect class=\"mark\" x=\"{:.1}\" y=\"{:.1}\" width=\"6.4\" height=\"6.4\">{title}</rect>",
            x - 3.2,
            y - 3.2
        ),
        2 => write!(html, "<path class=\"mark\" d=\"M{x:.1} {:.1}l4.2 7.2h-8.4z\">{title}</path>", y - 4.4),
        _ => {
            write!(html, "<path class=\"mark\" d=\"M{x:.1} {:.1}l4.4 4.4l-4.4 4.4l-4.4 -4.4z\">{title}</path>", y - 4.4)
        }
    }
}
