//! Features of a page from what trees say of its lines, by which its result is judged.
//!
//! They say how much is content, how sure that is, and what stays. If most words are surely content or surely not, the
//! result can hardly be wrong. A page of many doubtful lines is different.

use super::names::PAGE_FEATURES;
use gbdt::PROBABILITY_ONE;

/// Returns the features of a page. `probabilities` are in units of 1 / [`PROBABILITY_ONE`], and `kept` says which
/// lines stay.
///
/// In this order: the expected F1 of the words that stay; all words; the words that are expected to be content; the number of lines; the expected words as a
/// share of all words; the expected words, weighed once more by their probability, as a share of the expected words;
/// the kept words as a share of all words, and of the expected words; the mean and the least probability of the kept
/// words; the highest probability of any line; the words in lines of more than .9, and the expected words in lines of
/// more than .5, both as a share of the expected words.
///
/// All are 0 for a page that has no words, or of which nothing is expected or kept.
pub(crate) fn page_features(words: &[u32], probabilities: &[u32], kept: &[bool]) -> [f32; PAGE_FEATURES.len()] {
    let of = |wanted: &dyn Fn(usize) -> bool, power: u32| -> f64 {
        let lines = (0..words.len()).filter(|&line| wanted(line));
        // Whole numbers are summed, so nothing is rounded before the division.
        let sum: u128 = lines.map(|line| u128::from(words[line]) * u128::from(probabilities[line]).pow(power)).sum();
        sum as f64 / f64::from(PROBABILITY_ONE).powi(power as i32)
    };
    let all = |_: usize| true;
    let keep = |line: usize| kept[line];
    let (n_words, expected) = (of(&all, 0), of(&all, 1));
    let n_kept = of(&keep, 0);
    if expected <= 0.0 || n_kept <= 0.0 {
        return [0.0; PAGE_FEATURES.len()];
    }
    let least = (0..words.len()).filter(|&line| kept[line]).map(|line| probabilities[line]).min();
    let probability = |of: Option<u32>| f64::from(of.unwrap_or(0)) / f64::from(PROBABILITY_ONE);
    [
        2.0 * of(&keep, 1) / (n_kept + expected),
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
            24.0 / 28.0,
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
        assert_eq!(page_features(&[0], &[PROBABILITY_ONE], &[true]), [0.0; PAGE_FEATURES.len()]);
    }
}
