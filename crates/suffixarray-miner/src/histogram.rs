use std::fmt::Write as _;

use crate::CutOff;

/// The longest bar of the printed histogram, in characters. Chosen: by eye.
const WIDTH: f64 = 50.0;

/// The highest count of a bin that is told from higher ones when a cut is sought. Set by: positions are below 200 in amount,
/// so that N Q stays below 2^127. Only counts from a file can be so large.
const MOST_STRINGS: u64 = 1 << 48;

/// The number of strings for each share of the documents, in 100 bins (thesis, section 3.2, steps 8 and 9a).
///
/// A string with document frequency `df` among `D` documents falls into bin `min(99, 100 df / D)`, rounded down.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Histogram {
    bins: [u64; Histogram::N_BINS],
    n_documents: u32,
}

impl Histogram {
    /// The number of bins. Set by: the thesis.
    pub const N_BINS: usize = 100;

    /// Makes the histogram for `n_documents` documents, without strings.
    pub fn new(n_documents: u32) -> Histogram {
        Histogram { bins: [0; Histogram::N_BINS], n_documents }
    }

    /// Makes a histogram from given bins.
    pub fn from_bins(bins: [u64; Histogram::N_BINS], n_documents: u32) -> Histogram {
        Histogram { bins, n_documents }
    }

    /// Counts a string that is in `document_frequency` of the documents.
    pub fn add(&mut self, document_frequency: u32) {
        let bin = self.bin(document_frequency);
        self.bins[bin] += 1;
    }

    /// Returns the bin of a document frequency. It is 0 if there are no documents.
    pub fn bin(&self, document_frequency: u32) -> usize {
        // The product can exceed 32 bits.
        let scaled = 100 * u64::from(document_frequency);
        let bin = scaled.checked_div(u64::from(self.n_documents)).unwrap_or(0);
        usize::try_from(bin).unwrap_or(usize::MAX).min(Histogram::N_BINS - 1)
    }

    /// Returns the least document frequency that falls into `bin` or a higher
    /// one.
    pub fn least_in_bin(&self, bin: usize) -> u32 {
        let least = (bin.min(Histogram::N_BINS - 1) as u64 * u64::from(self.n_documents)).div_ceil(100);
        u32::try_from(least).expect("it is at most the number of documents")
    }

    /// Returns the number of strings in each bin.
    pub fn bins(&self) -> &[u64; Histogram::N_BINS] {
        &self.bins
    }

    /// Returns the number of documents.
    pub fn n_documents(&self) -> u32 {
        self.n_documents
    }

    /// Finds the bin that splits the histogram into two modes (thesis, equation
    /// 3.1): the `b` from 1 to 99 that minimises
    ///
    /// ```text
    /// E(b) = Σ_{i<b} (i − x)² h(i) + Σ_{i≥b} (i − y)² h(i),   b = (x + y) / 2
    /// ```
    ///
    /// where `x` and `y` are free otherwise.
    ///
    /// Put y = 2b − x into E: a string at `i` above the cut is at the distance
    /// i − 2b + x from y, which is the distance of x from 2b − i. So E is the sum
    /// of the squared distances from x of all strings, with those above the cut
    /// reflected in it. With N strings, their positions' sum S, and the sum Q of
    /// the squares, its least value is
    ///
    /// ```text
    /// E = Q − S² / N,    N E = N Q − S²
    /// ```
    ///
    /// N E is a whole number, and N is the same for all cuts. Cuts are compared by
    /// it, so that equal costs are found equal. If there are several such `b` with
    /// strings on both sides, the smallest is taken, which loses no template
    /// string that another would keep.
    ///
    /// `None` if fewer than two bins have strings: a single mode has no cut.
    ///
    /// # Complexity
    ///
    /// O(bins²), with 100 bins.
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::Histogram;
    ///
    /// let mut bins = [0; 100];
    /// (bins[2], bins[3], bins[97]) = (900, 100, 300);
    /// assert_eq!(Histogram::from_bins(bins, 1000).bimodal_cut(), Some(50));
    /// ```
    pub fn bimodal_cut(&self) -> Option<usize> {
        // A cut with all strings on one side costs their squared distance from the mean, and a cut between two of
        // them never costs more. So only cuts in between are considered, and a single bin has none.
        let first = self.bins.iter().position(|&count| count > 0)?;
        let last = self.bins.iter().rposition(|&count| count > 0)?;
        // `min_by_key` takes the first of several.
        (first + 1..=last).min_by_key(|&cut| self.scaled_cost(cut as i128))
    }

    /// Returns N E of [`Histogram::bimodal_cut`] for one cut.
    fn scaled_cost(&self, cut: i128) -> i128 {
        let (mut n, mut sum, mut squares) = (0, 0, 0);
        for (bin, &count) in (0..).zip(&self.bins) {
            let position = if bin < cut { bin } else { 2 * cut - bin };
            let count = i128::from(count.min(MOST_STRINGS));
            n += count;
            sum += position * count;
            squares += position * position * count;
        }
        n * squares - sum * sum
    }

    /// Returns the least document frequency that passes a cut-off, and the bin of the bimodal cut if it was used.
    pub(crate) fn cut_off(&self, cut_off: CutOff) -> Chosen {
        let share = |share| Chosen { document_frequency: at_share(share, self.n_documents), bin: None };
        match cut_off {
            CutOff::Bimodal if self.n_documents < CutOff::LEAST_DOCUMENTS => share(CutOff::FALLBACK),
            CutOff::Bimodal => match self.bimodal_cut() {
                Some(bin) => Chosen { document_frequency: self.least_in_bin(bin), bin: Some(bin) },
                None => share(CutOff::FALLBACK),
            },
            CutOff::Fixed(document_frequency) => Chosen { document_frequency, bin: None },
            CutOff::Share(given) => share(given),
        }
    }

    /// Returns the histogram as text, one line for each bin that has strings, with the cut between its two sides.
    ///
    /// The length of a bar is the logarithm of the number of strings, so that a single string is visible beside
    /// thousands.
    pub fn to_text(&self, chosen: Chosen) -> String {
        let mut cut = format!("---- cut at {} of {} documents", chosen.document_frequency, self.n_documents);
        if let Some(bin) = chosen.bin {
            cut += &format!(" (bin {bin})");
        }
        let mut cut = Some(cut + "\n");
        let tallest = self.bins.iter().copied().max().unwrap_or(0);
        let mut text = String::new();
        for (bin, &count) in self.bins.iter().enumerate().filter(|&(_, &count)| count > 0) {
            if self.bin(chosen.document_frequency) <= bin {
                text.extend(cut.take());
            }
            let bar = (WIDTH * (count as f64).ln_1p() / (tallest as f64).ln_1p()).ceil() as usize;
            // Writing to a string never fails.
            let _ = writeln!(text, "{bin:>3}% {count:>9} {}", "#".repeat(bar));
        }
        // If all strings are below the cut, the line comes last.
        text.extend(cut);
        text
    }
}

/// The cut that a [`CutOff`] makes in one histogram.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Chosen {
    /// The least document frequency that passes.
    pub document_frequency: u32,
    /// The bin of the bimodal cut, if the cut was found that way.
    pub bin: Option<usize>,
}

/// Returns a share of the documents, rounded up, and at least 2: a string in a single document is shared by none. As a
/// floating-point number, .07 of 100 is slightly above 7: what exceeds a whole number by less than a millionth counts as
/// that number.
fn at_share(share: f64, n_documents: u32) -> u32 {
    let least = (share * f64::from(n_documents) - 1e-6).ceil() as u32;
    least.max(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_up_and_never_one_document() {
        for (share, n_documents, least) in
            [(0.07, 100, 7), (0.41, 10, 5), (0.5, 10, 5), (0.1, 5, 2), (1.0, 9, 9), (0.5001, 4, 3)]
        {
            assert_eq!(at_share(share, n_documents), least, "{share} of {n_documents}");
        }
        for n_documents in 20..=1_000u32 {
            for percent in 10..=100 {
                let exact = (n_documents * percent).div_ceil(100);
                assert_eq!(at_share(f64::from(percent) / 100.0, n_documents), exact, "{percent} % of {n_documents}");
            }
        }
        for parts in 2..=10_000 {
            assert_eq!(at_share(f64::from(parts) / 10_000.0, 10_000), parts);
        }
    }
}
