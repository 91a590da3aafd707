//! Plots as SVG, whose colors follow the reader's theme as those of the whole report do.
//!
//! Libraries for charts write colors into the picture. Here every mark has a class, and the style sheet sets its
//! color. A picture is about as wide as the screen of a telephone, so that its text is as large there as the text
//! around it.

mod axis;
mod bars;
mod histogram;

use std::fmt::Write as _;

pub use self::{bars::Bars, histogram::HistogramPlot};
use crate::escape::Escaped;

/// The width of every picture, in CSS pixels. Chosen: by eye.
const WIDTH: f64 = 360.0;

/// A picture with a title.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Plot {
    /// Figures of a few things, side by side.
    Bars(Bars),
    /// How many values fall into each bin.
    HistogramPlot(HistogramPlot),
}

impl From<Bars> for Plot {
    fn from(bars: Bars) -> Plot {
        Plot::Bars(bars)
    }
}

impl From<HistogramPlot> for Plot {
    fn from(histogram: HistogramPlot) -> Plot {
        Plot::HistogramPlot(histogram)
    }
}

impl Plot {
    pub(crate) fn write(&self, html: &mut String) -> std::fmt::Result {
        let title = match self {
            Plot::Bars(bars) => bars.title(),
            Plot::HistogramPlot(histogram) => histogram.title(),
        };
        writeln!(
            html,
            "<figure class=\"plot\"><figcaption>{}{}</figcaption>",
            Escaped(title),
            match self {
                Plot::HistogramPlot(histogram) if histogram.is_log() => "<small>logarithmic</small>",
                _ => "",
            }
        )?;
        match self {
            Plot::Bars(bars) => bars.write(html)?,
            Plot::HistogramPlot(histogram) => histogram.write(html)?,
        }
        html.push_str("</figure>\n");
        Ok(())
    }
}
