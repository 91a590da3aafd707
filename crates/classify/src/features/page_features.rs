//! Features of a page from what trees say of its lines.
//!
//! How much is content, how sure that is, and what would stay if recall weighed as much as precision. With most words
//! surely one or the other a cut can hardly be wrong; a page of many lines that may be content as well as not is
//! another matter, and what is best for it is learned.

use super::names::PAGE_FEATURES;
use gbdt::PROBABILITY_ONE;

/// Returns the features of a page. `probabilities` are in units of 1 / [`PROBABILITY_ONE`], and `kept` says what would stay.
///
/// In words: all; those expected to be content. The number of lines. Shares of all words: expected, kept. Shares of the
/// expected words: by lines weighed once more by their probability; kept; in lines of more than .9; in lines of more than
/// .5, by their probability. The probability of the kept words, in the mean and at least; the highest of all.
/// All are 0 for a page that has no words, or of which nothing is expected.
pub(crate) fn page_features(words: &[u32], probabilities: &[u32], kept: &[bool]) -> [f32; PAGE_FEATURES.len()] {
    let of = |wanted: &dyn Fn(usize) -> bool, power: u32| -> f64 {
        let lines = (0..words.len()).filter(|&line| wanted(line));
        let sum: u128 = lines
            .map(|line| u128::from(words[line]) * u128::from(probabilities[line]).pow(power))
            .sum();
        sum as f64 / f64::from(PROBABILITY_ONE).powi(power as i32)
    };
    let all = |_: usize| true;
    let keep = |line: usize| kept[line];
    let (n_words, expected) = (of(&all, 0), of(&all, 1));
    let n_kept = of(&keep, 0);
    if expected <= 0.0 || n_kept <= 0.0 {
        return [0.0; PAGE_FEATURES.len()];
    }
    let least = (0..words.len())
        .filter(|&line| kept[line])
        .map(|line| probabilities[line])
        .min();
    let probability = |of: Option<u32>| f64::from(of.unwrap_or(0)) / f64::from(PROBABILITY_ONE);
    [
        n_words,
        expected,
        words.len() as f64,
        expected / n_words,
        of(&all, 2) / expected,
        n_kept / n_words,
        n_kept / expected,
        of(&keep, 1) / n_kept,
        probability(least),
        probability(probabilities.iter().copied().max()),
        of(&|line| 9 * PROBABILITY_ONE < 10 * probabilities[line], 0) / expected,
        of(&|line| PROBABILITY_ONE < 2 * probabilities[line], 1) / expected,
    ]
    .map(|number| number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_shares() {
        let probabilities = [PROBABILITY_ONE, PROBABILITY_ONE / 2, PROBABILITY_ONE / 4];
        let found = page_features(&[10, 4, 8], &probabilities, &[true, true, false]);
        let expected = [
            22.0,
            14.0,
            3.0,
            14.0 / 22.0,
            11.5 / 14.0,
            14.0 / 22.0,
            1.0,
            12.0 / 14.0,
            0.5,
            1.0,
            10.0 / 14.0,
            10.0 / 14.0,
        ];
        assert_eq!(found, expected.map(|number: f64| number as f32));
    }

    #[test]
    fn nothing_is_expected() {
        assert_eq!(page_features(&[], &[], &[]), [0.0; PAGE_FEATURES.len()]);
        assert_eq!(page_features(&[7], &[0], &[true]), [0.0; PAGE_FEATURES.len()]);
        assert_eq!(
            page_features(&[0], &[PROBABILITY_ONE], &[true]),
            [0.0; PAGE_FEATURES.len()]
        );
    }
}
