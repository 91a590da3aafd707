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
    /// The number of bins.
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
    /// O(bins): prefix sums, see the comment inside.
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
        let costs = (first + 1..=last).map(|cut| (cut, self.cost(cut)));
        // `min_by` takes the first of several.
        costs.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(cut, _)| cut)
    }

    /// Returns the least E of [`Histogram::bimodal_cut`] for one cut.
    ///
    /// Put y = 2b − x into E and it is a parabola in x. With n1 and n2 strings
    /// on the two sides, their means μ1 and μ2, and the sums SSE1 and SSE2 of
    /// the squared distances from those, its least value is
    ///
    /// ```text
    /// SSE1 + SSE2 + (2b − μ1 − μ2)² n1 n2 / (n1 + n2)
    /// ```
    ///
    /// A side without strings costs nothing, so the last term is 0.
    pub fn cost(&self, cut: usize) -> f64 {
        let (low, high) = self.bins.split_at(cut.min(Histogram::N_BINS));
        let (low, high) = (Moments::of(low, 0), Moments::of(high, cut));
        let mut cost = low.scatter() + high.scatter();
        if low.n > 0 && high.n > 0 {
            let apart = 2.0 * cut as f64 - low.mean() - high.mean();
            cost += apart * apart * (low.n as f64 * high.n as f64) / (low.n + high.n) as f64;
        }
        cost
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
                // If a string falls into the lowest possible bin, the cut is
                // above it; and if none does, there is none to lose.
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

/// Returns a share of the documents, rounded up, and at least 2: a string in a single document is shared by none.
fn at_share(share: f64, n_documents: u32) -> u32 {
    // The product may be slightly above the whole number that it should be: .07 of 100 must be 7 documents, not 8.
    let exact = share * f64::from(n_documents);
    let whole = exact.round();
    let least = if (exact - whole).abs() < 1e-9 * whole { whole } else { exact.ceil() };
    // Shares are checked to be in (0, 1], so the number fits.
    (least as u32).max(2)
}

/// The exact count, sum and sum of squares of bin numbers.
struct Moments {
    n: u64,
    sum: u128,
    squares: u128,
}

impl Moments {
    fn of(bins: &[u64], first: usize) -> Moments {
        let mut moments = Moments { n: 0, sum: 0, squares: 0 };
        for (bin, &count) in (first as u128..).zip(bins) {
            moments.n += count;
            moments.sum += bin * u128::from(count);
            moments.squares += bin * bin * u128::from(count);
        }
        moments
    }

    fn mean(&self) -> f64 {
        self.sum as f64 / self.n as f64
    }

    /// Returns the sum of the squared distances from the mean. The numerator is computed in integers, because the
    /// difference of two large floating-point sums would lose digits.
    fn scatter(&self) -> f64 {
        match self.n {
            0 => 0.0,
            n => (self.squares * u128::from(n) - self.sum * self.sum) as f64 / n as f64,
        }
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
