use crate::{CutOff, Selection};

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

    /// Returns the number of strings in all bins.
    pub fn n_strings(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// Finds the bin that splits the histogram into two modes (thesis, equation
    /// 3.1): the `b` from 1 to 99 that minimises
    ///
    /// ```text
    /// E(b) = Σ_{i<b} (i − x)² h(i) + Σ_{i≥b} (i − y)² h(i),   b = (x + y) / 2
    /// ```
    ///
    /// where `x` and `y` are free otherwise. If there are several such `b` with
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
        (first + 1..=last).min_by_key(|&cut| self.reflected(cut).scaled_scatter())
    }

    /// Returns the least E of [`Histogram::bimodal_cut`] for one cut.
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
    /// it, so that equal costs are found equal.
    pub fn cost(&self, cut: usize) -> f64 {
        let moments = self.reflected(cut.min(Histogram::N_BINS));
        match moments.n {
            0 => 0.0,
            n => moments.scaled_scatter() as f64 / n as f64,
        }
    }

    /// Returns the moments of the bins, with those from the cut on reflected in it.
    fn reflected(&self, cut: usize) -> Moments {
        let mut moments = Moments::default();
        for (bin, count) in (0..).zip(self.comparable()) {
            let cut = cut as i128;
            moments.add(if bin < cut { bin } else { 2 * cut - bin }, count);
        }
        moments
    }

    /// Returns the counts, halved until [`Moments`] fit into 128 bits. Only counts from a file can be so large.
    fn comparable(&self) -> impl Iterator<Item = i128> {
        let total: u128 = self.bins.iter().map(|&count| u128::from(count)).sum();
        let bits = u128::BITS - total.leading_zeros();
        let shift = bits.saturating_sub(MAX_BITS);
        self.bins.iter().map(move |&count| i128::from(count >> shift))
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
}

impl Histogram {
    /// Returns a lower bound of the cut-off for these documents, whatever strings are added later.
    pub(crate) fn lowest_cut_off(&self, selection: &Selection) -> u32 {
        let lowest = match selection.get_cut_off() {
            CutOff::Bimodal => {
                // The cut is above the lowest possible bin. If no string is in that bin, none is lost by this.
                let above = self.bin(selection.get_min_documents()) + 1;
                let fallback = at_share(CutOff::FALLBACK, self.n_documents);
                self.least_in_bin(above).min(fallback)
            }
            cut_off => self.cut_off(cut_off).document_frequency,
        };
        lowest.max(selection.get_min_documents())
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

/// The parts of a whole in which shares are counted. As a floating-point number, .07 of 100 is slightly above 7.
/// Cut to these parts, a share is never more than it should be, and .07 of 100 is 7 documents, not 8. Chosen: by eye.
const PARTS: u64 = 1_000_000_000_000;

/// Returns a share of the documents, rounded up, and at least 2: a string in a single document is shared by none.
fn at_share(share: f64, n_documents: u32) -> u32 {
    // Shares are checked to be in (0, 1], so the number fits.
    let parts = u128::from((share * PARTS as f64) as u64);
    let least = (parts * u128::from(n_documents)).div_ceil(PARTS.into());
    u32::try_from(least).unwrap_or(n_documents).max(2)
}

/// The largest number of bits of a total count. Set by: positions are below 200 in amount, so that N Q stays below
/// 2^127.
const MAX_BITS: u32 = 55;

/// The exact count of positions, their sum, and the sum of their squares.
#[derive(Default)]
struct Moments {
    n: i128,
    sum: i128,
    squares: i128,
}

impl Moments {
    fn add(&mut self, position: i128, count: i128) {
        self.n += count;
        self.sum += position * count;
        self.squares += position * position * count;
    }

    /// Returns the sum of the squared distances from the mean, times the count.
    fn scaled_scatter(&self) -> i128 {
        self.n * self.squares - self.sum * self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_up_and_never_one_document() {
        for (share, n_documents, least) in [(0.07, 100, 7), (0.41, 10, 5), (0.5, 10, 5), (0.1, 5, 2), (1.0, 9, 9)] {
            assert_eq!(at_share(share, n_documents), least, "{share} of {n_documents}");
        }
        for n_documents in 20..=1_000u32 {
            for percent in 10..=100 {
                let exact = (n_documents * percent).div_ceil(100);
                assert_eq!(at_share(f64::from(percent) / 100.0, n_documents), exact, "{percent} % of {n_documents}");
            }
        }
    }

    #[test]
    fn shares_are_not_rounded_to_percents() {
        assert_eq!(at_share(0.5001, 4), 3);
        for parts in 2..=10_000 {
            assert_eq!(at_share(f64::from(parts) / 10_000.0, 10_000), parts);
        }
    }

    /// Strings below the lowest cut are not even kept, so no cut may be below it; and it is reached, so that no more is
    /// kept than has to be.
    #[test]
    fn no_cut_is_below_the_lowest() {
        for least in 2..12 {
            let selection = Selection::paper().min_documents(least);
            let histogram = |bins: &[usize], n_documents| {
                let mut all = [0; Histogram::N_BINS];
                for &bin in bins {
                    all[bin] += 1;
                }
                Histogram::from_bins(all, n_documents)
            };
            for n_documents in [5, 12, 64, 100, 250] {
                let first = histogram(&[], n_documents).bin(least);
                let lowest = histogram(&[], n_documents).lowest_cut_off(&selection);
                let mut reached = u32::MAX;
                for last in first..Histogram::N_BINS {
                    let chosen = histogram(&[first, last], n_documents).cut_off(CutOff::Bimodal);
                    reached = reached.min(chosen.document_frequency.max(least));
                }
                assert_eq!(lowest, reached, "{least} of {n_documents}");
            }
        }
    }
}
