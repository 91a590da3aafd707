//! Precision, recall and their harmonic mean.

/// Precision `P`, recall `R` and `F1 = 2·P·R / (P + R)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

impl Ratio {
    /// Returns `P = hits / found` and `R = hits / wanted`.
    ///
    /// Nothing wanted and nothing found is perfect; only one of the two empty is all wrong.
    pub fn new(hits: usize, found: usize, wanted: usize) -> Ratio {
        if found == 0 && wanted == 0 {
            return Ratio { precision: 1.0, recall: 1.0, f1: 1.0 };
        }
        Ratio::from_shares(share(hits, found), share(hits, wanted))
    }

    /// Returns a ratio whose two halves were computed apart.
    pub fn from_shares(precision: f64, recall: f64) -> Ratio {
        let sum = precision + recall;
        let f1 = if sum == 0.0 { 0.0 } else { 2.0 * precision * recall / sum };
        Ratio { precision, recall, f1 }
    }

    /// Returns the means of precision, recall and F1, each for itself.
    pub fn mean(ratios: &[Ratio]) -> Option<Ratio> {
        let of = |figure: fn(&Ratio) -> f64| mean(ratios.iter().map(figure));
        Some(Ratio {
            precision: of(|ratio| ratio.precision)?,
            recall: of(|ratio| ratio.recall)?,
            f1: of(|ratio| ratio.f1)?,
        })
    }
}

/// Returns `part / whole`, or 0 of nothing.
pub fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Returns the mean of what there is, and nothing of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0_usize);
    for value in values {
        sum += value;
        n += 1;
    }
    (n > 0).then(|| sum / n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let ratio = Ratio::new(2, 4, 3);
        assert_eq!((ratio.precision, ratio.recall), (0.5, 2.0 / 3.0));
        assert!((ratio.f1 - 4.0 / 7.0).abs() < 1e-12);
        assert_eq!(Ratio::new(0, 0, 0).f1, 1.0);
        assert_eq!([Ratio::new(0, 5, 0), Ratio::new(0, 0, 5)], [Ratio::default(); 2]);
        assert_eq!(mean([]), None);
        assert_eq!(mean([1.0, 2.0]), Some(1.5));
    }
}
