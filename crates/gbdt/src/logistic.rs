//! From scores, which are log odds, to probabilities.

/// The score that stands for log odds of 1. Scores are whole numbers of a 1,024th of that. Chosen: by eye.
pub const SCORE_ONE: i32 = 1024;
/// The probability 1, as [`logistic`] returns it. Chosen: by eye.
pub const PROBABILITY_ONE: u32 = 1 << 16;

/// Returns the probability of a score, in units of 1 / [`PROBABILITY_ONE`]: the logistic function.
///
/// Scores beyond log odds of ±12 count as ±12. The result is within one unit of the exact value, and the same on every
/// machine: it is computed by additions, multiplications and divisions, which IEEE 754 defines to the last bit, and not
/// by the library's exponential function, which it does not.
///
/// # Complexity
///
/// Constant.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use gbdt::{PROBABILITY_ONE, SCORE_ONE, logistic};
///
/// assert_eq!(logistic(0), PROBABILITY_ONE / 2);
/// assert!(logistic(SCORE_ONE) > PROBABILITY_ONE * 7 / 10);
/// ```
#[must_use]
pub fn logistic(score: i32) -> u32 {
    /// How often the argument is halved before the series is computed. Chosen: by eye.
    const HALVINGS: i32 = 10;
    let x = f64::from(score.clamp(-12 * SCORE_ONE, 12 * SCORE_ONE)) / f64::from(SCORE_ONE);
    // exp(-x) = exp(-x / 1024)^1024. The inner argument is at most 12 / 1024 in size, where the first terms of the
    // series are enough.
    let small = -x / f64::from(1 << HALVINGS);
    let mut power = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    // Ten squarings make the power of 1,024.
    for _ in 0..HALVINGS {
        power *= power;
    }
    (f64::from(PROBABILITY_ONE) / (1.0 + power)).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_the_exponential_function() {
        for score in (-13 * SCORE_ONE..13 * SCORE_ONE).step_by(37) {
            let x = f64::from(score.clamp(-12 * SCORE_ONE, 12 * SCORE_ONE)) / f64::from(SCORE_ONE);
            let exact = f64::from(PROBABILITY_ONE) / (1.0 + (-x).exp());
            assert!((f64::from(logistic(score)) - exact).abs() <= 1.0, "{score}");
        }
    }
}
