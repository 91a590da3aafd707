//! How far a mean over sites may be from that of all sites of its kind: intervals by the bootstrap.
//!
//! The sites of a collection are drawn again, with replacement, as many as there are, and the mean is taken; so 2,000
//! times. The interval leaves out the 2.5 % of the means at either end (Efron's percentile interval). Two subjects are
//! compared by the differences of their figures on the same sites, which vary far less than the figures themselves.

use serde::Serialize;
use sitegen::Random;

/// The draws of an interval.
const N_DRAWS: usize = 2_000;

/// A mean, with the interval that holds 95 % of the means of redrawn sites. A single site has no interval: it says
/// nothing of others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub mean: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The number of sites.
    pub n: usize,
}

impl Interval {
    /// Returns the interval of a mean, or nothing of nothing.
    pub fn of(values: &[f64], seed: u64) -> Option<Interval> {
        let n = values.len();
        if n == 0 {
            return None;
        }
        let (mut low, mut high) = (None, None);
        if n > 1 {
            let means = redrawn(values, seed);
            // With 2,000 means, 50 are left out at either end.
            let cut = N_DRAWS / 40;
            (low, high) = (Some(means[cut]), Some(means[N_DRAWS - 1 - cut]));
        }
        Some(Interval { mean: values.iter().sum::<f64>() / n as f64, low, high, n })
    }

    /// Returns the interval of the mean difference of two figures on the same sites.
    pub fn of_differences(values: &[f64], base: &[f64], seed: u64) -> Option<Interval> {
        let differences: Vec<f64> = std::iter::zip(values, base).map(|(value, base)| value - base).collect();
        Interval::of(&differences, seed)
    }

    /// Returns whether zero is outside of the interval.
    pub fn is_apart(&self) -> bool {
        self.low.is_some_and(|low| low > 0.0) || self.high.is_some_and(|high| high < 0.0)
    }
}

/// Returns the means of redrawn values, in ascending order.
fn redrawn(values: &[f64], seed: u64) -> Vec<f64> {
    let n = values.len();
    let mut random = Random::new(seed);
    let draw = |_| (0..n).map(|_| values[below(&mut random, n)]).sum::<f64>() / n as f64;
    let mut means: Vec<f64> = (0..N_DRAWS).map(draw).collect();
    means.sort_unstable_by(f64::total_cmp);
    means
}

/// Returns a random number below `n`: the high half of the product is evenly spread over these.
fn below(random: &mut Random, n: usize) -> usize {
    ((u128::from(random.next_u64()) * n as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_no_width() {
        assert_eq!(Interval::of(&[], 0), None);
        let interval = Interval::of(&[0.25; 5], 0).unwrap();
        assert_eq!((interval.mean, interval.low, interval.high, interval.n), (0.25, Some(0.25), Some(0.25), 5));
    }

    #[test]
    fn a_single_site_has_no_interval() {
        let difference = Interval::of_differences(&[0.9], &[0.4], 0).unwrap();
        assert_eq!((difference.mean, difference.low, difference.high, difference.n), (0.5, None, None, 1));
        assert!(!difference.is_apart());
    }

    /// Of values from 0 to 1, evenly spread, the standard error of the mean is `√(1/12 / n)`.
    #[test]
    fn the_width_is_that_of_the_normal_distribution() {
        let values: Vec<f64> = (0..100).map(|at| f64::from(at) / 99.0).collect();
        let expected = 1.96 * (1.0 / 12.0 / 100.0_f64).sqrt();
        let interval = Interval::of(&values, 7).unwrap();
        assert!((interval.mean - 0.5).abs() < 1e-12);
        for half in [interval.mean - interval.low.unwrap(), interval.high.unwrap() - interval.mean] {
            assert!((half / expected - 1.0).abs() < 0.12, "{half} is not {expected}");
        }
        assert_eq!(Interval::of(&values, 7), Some(interval));
        assert_ne!(Interval::of(&values, 8), Some(interval));
    }

    #[test]
    fn a_small_difference_on_every_site_is_seen() {
        let base: Vec<f64> = (0..30).map(|at| f64::from(at) / 30.0).collect();
        let better: Vec<f64> = base.iter().enumerate().map(|(at, f)| f + 0.01 + 0.001 * (at % 3) as f64).collect();
        let [one, other] = [&base, &better].map(|values| Interval::of(values, 0).unwrap());
        // Each by itself, they are far from apart.
        assert!(other.low.unwrap() < one.high.unwrap());
        let difference = Interval::of_differences(&better, &base, 0).unwrap();
        assert!(difference.is_apart() && (difference.mean - 0.011).abs() < 1e-9, "{difference:?}");
        assert!(!Interval::of_differences(&base, &base, 0).unwrap().is_apart());
    }

    #[test]
    fn numbers_are_drawn_evenly() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        (0..7_000).for_each(|_| counts[below(&mut random, 7)] += 1);
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }
}
