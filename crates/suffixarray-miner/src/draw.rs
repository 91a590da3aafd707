//! The histogram and its cut, printed as text and drawn as in figure 3.2 of the thesis.

use std::fmt::{self, Write as _};

use crate::{Chosen, Histogram};

/// The longest bar of the printed histogram, in characters.
const WIDTH: usize = 50;

/// The plot's size and its margins, in pixels.
const PLOT: (f64, f64) = (600.0, 240.0);
const LEFT: f64 = 60.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;
const RIGHT: f64 = 20.0;

/// The width that is reserved for the text about the cut, in pixels.
const WORDS: f64 = 300.0;

impl Histogram {
    /// Returns a value that prints the histogram, one line for each bin that has strings, with the cut between its
    /// two sides. The bars have the scale of [`Histogram::to_svg`].
    pub fn to_text(&self, chosen: Chosen) -> impl fmt::Display {
        Text {
            histogram: self.clone(),
            chosen,
        }
    }

    /// Draws the histogram as an SVG picture, with the cut as a dashed line.
    ///
    /// The height of a bar is the logarithm of the number of strings, so that a single string is visible beside
    /// thousands.
    pub fn to_svg(&self, chosen: Chosen) -> String {
        let mut svg = String::new();
        self.write_svg(chosen, &mut svg)
            .expect("writing to a string does not fail");
        svg
    }

    fn write_svg(&self, chosen: Chosen, svg: &mut String) -> fmt::Result {
        let (width, height) = (LEFT + PLOT.0 + RIGHT, TOP + PLOT.1 + BOTTOM);
        let ground = TOP + PLOT.1;
        let bar = PLOT.0 / Histogram::N_BINS as f64;
        writeln!(
            svg,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">"##
        )?;
        writeln!(svg, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
        for (bin, &count) in self.bins().iter().enumerate().filter(|&(_, &count)| count > 0) {
            let tall = PLOT.1 * self.height(count);
            let (x, y) = (LEFT + bar * bin as f64, ground - tall);
            let fill = if self.is_above(bin, chosen) { "#c33" } else { "#369" };
            writeln!(
                svg,
                r##"<rect x="{x:.1}" y="{y:.1}" width="{:.1}" height="{tall:.1}" fill="{fill}"><title>bin {bin}: {count}</title></rect>"##,
                bar - 1.0,
            )?;
        }
        let axis = LEFT + PLOT.0;
        writeln!(
            svg,
            r##"<path d="M{LEFT} {TOP}V{ground}H{axis}" fill="none" stroke="#000"/>"##
        )?;
        for share in (0..=100).step_by(20) {
            let (x, y) = (LEFT + PLOT.0 * f64::from(share) / 100.0, ground + 16.0);
            writeln!(
                svg,
                r##"<text x="{x:.1}" y="{y}" text-anchor="middle">{share} %</text>"##
            )?;
        }
        // Powers of ten are evenly spaced on a logarithmic axis. Above the largest one the product overflows.
        let mut tick = 1;
        while tick <= self.tallest() {
            let (x, y) = (LEFT - 6.0, ground - PLOT.1 * self.height(tick) + 4.0);
            writeln!(svg, r##"<text x="{x}" y="{y:.1}" text-anchor="end">{tick}</text>"##)?;
            match tick.checked_mul(10) {
                Some(next) => tick = next,
                None => break,
            }
        }
        if self.n_documents() > 0 {
            let share = f64::from(chosen.document_frequency) / f64::from(self.n_documents());
            // A fixed cut-off may exceed the number of documents.
            let x = LEFT + PLOT.0 * share.min(1.0);
            writeln!(
                svg,
                r##"<path d="M{x:.1} {TOP}V{ground}" stroke="#c33" stroke-dasharray="4 3"/>"##
            )?;
            // A text that is centred on the cut would leave the picture where the cut is near an edge.
            let x = x.clamp(LEFT + WORDS / 2.0, LEFT + PLOT.0 - WORDS / 2.0);
            writeln!(
                svg,
                r##"<text x="{x:.1}" y="{}" text-anchor="middle" fill="#c33">{}</text>"##,
                TOP - 10.0,
                Cut(chosen, self.n_documents()),
            )?;
        }
        let (x, y) = (LEFT + PLOT.0 / 2.0, ground + 38.0);
        writeln!(
            svg,
            r##"<text x="{x}" y="{y}" text-anchor="middle">strings by documents</text>"##
        )?;
        writeln!(svg, "</svg>")
    }

    /// Returns the height of a bar, from 0 to 1.
    fn height(&self, count: u64) -> f64 {
        (count as f64).ln_1p() / (self.tallest() as f64).ln_1p()
    }

    fn tallest(&self) -> u64 {
        self.bins().iter().copied().max().unwrap_or(0)
    }

    fn is_above(&self, bin: usize, chosen: Chosen) -> bool {
        self.bin(chosen.document_frequency) <= bin
    }
}

struct Text {
    histogram: Histogram,
    chosen: Chosen,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Text { histogram, chosen } = self;
        let cut = Cut(*chosen, histogram.n_documents());
        let mut is_cut = false;
        for (bin, &count) in histogram.bins().iter().enumerate().filter(|&(_, &count)| count > 0) {
            if !is_cut && histogram.is_above(bin, *chosen) {
                writeln!(f, "---- {cut}")?;
                is_cut = true;
            }
            let bar = (WIDTH as f64 * histogram.height(count)).ceil() as usize;
            writeln!(f, "{bin:>3}% {count:>9} {}", "#".repeat(bar))?;
        }
        // All strings are below the cut, so the line comes last.
        if !is_cut {
            writeln!(f, "---- {cut}")?;
        }
        Ok(())
    }
}

struct Cut(Chosen, u32);

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cut(chosen, n_documents) = *self;
        write!(f, "cut at {} of {n_documents} documents", chosen.document_frequency)?;
        match chosen.bin {
            Some(bin) => write!(f, " (bin {bin})"),
            None => Ok(()),
        }
    }
}
