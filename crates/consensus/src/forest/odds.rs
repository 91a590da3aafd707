//! From sums of leaves, which are log odds, to probabilities.

/// A leaf of this value adds one to the log odds.
pub(super) const ONE: i32 = 1024;
/// The probability of what is certain.
pub(crate) const CERTAIN: u32 = 1 << 16;

/// The probability of a sum of leaves, in units of [`CERTAIN`].
///
/// The logistic function, computed with additions, multiplications and divisions alone, which are the
/// same on every machine; the library's exponential function is not.
pub(super) fn probability(sum: i32) -> u32 {
    const HALVINGS: i32 = 10;
    let x = f64::from(sum.clamp(-12 * ONE, 12 * ONE)) / f64::from(ONE);
    // exp(-x) = exp(-x / 1024)^1024, by the first terms of its series.
    let small = -x / f64::from(1 << HALVINGS);
    let mut power = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    for _ in 0..HALVINGS {
        power *= power;
    }
    (f64::from(CERTAIN) / (1.0 + power)).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_logistic() {
        for sum in (-13 * ONE..13 * ONE).step_by(37) {
            let x = f64::from(sum.clamp(-12 * ONE, 12 * ONE)) / f64::from(ONE);
            let exact = f64::from(CERTAIN) / (1.0 + (-x).exp());
            assert!((f64::from(probability(sum)) - exact).abs() <= 1.0, "{sum}");
        }
    }
}
