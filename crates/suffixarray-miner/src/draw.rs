//! The histogram and its cut, printed as text.

use std::fmt;

use crate::{Chosen, Histogram};

/// The longest bar of the printed histogram, in characters. Chosen: by eye.
const WIDTH: usize = 50;

impl Histogram {
    /// Returns a value that prints the histogram, one line for each bin that has strings, with the cut between its
    /// two sides.
    ///
    /// The length of a bar is the logarithm of the number of strings, so that a single string is visible beside
    /// thousands.
    pub fn to_text(&self, chosen: Chosen) -> impl fmt::Display {
        Text { histogram: self.clone(), chosen }
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
