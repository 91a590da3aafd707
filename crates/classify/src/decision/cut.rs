//! One cut for the whole page: what stays is most probably most of the content.

use gbdt::PROBABILITY_ONE;

/// The weight of recall that equals the weight of precision. Chosen: by eye; only the rounding of weights depends on
/// it.
pub(super) const EVEN: u32 = 1024;

/// Returns which lines stay: those from the probability on at which the expected F is best.
///
/// With `p` the probabilities and `w` the words of the lines, keeping a set K of lines has the expected
/// `F = (1 + b) Σ_K p·w / (Σ_K w + b Σ p·w)`, where `b` says how many times more recall weighs than precision. Here
/// `b` is in units of [`EVEN`]; `b = 1` gives F1. Whatever the best F is, keeping a line improves it if the line's
/// `p` is above a fixed part of that F, so the best set is cut off at one probability. Of equally good cuts the
/// highest is taken. Something always stays if any line has words.
///
/// # Complexity
///
/// That of sorting the lines by probability.
pub(super) fn cut(words: &[u32], probabilities: &[u32], recall: u32) -> Vec<bool> {
    let mut order: Vec<u32> = (0..words.len() as u32).collect();
    order.sort_by_key(|&line| std::cmp::Reverse(probabilities[line as usize]));
    let weight = |line: u32| {
        let words = u64::from(words[line as usize]);
        (words, words * u64::from(probabilities[line as usize]))
    };
    let expected: u64 = order.iter().map(|&line| weight(line).1).sum();
    let (mut kept, mut hits) = (0_u64, 0_u64);
    let mut best: Option<(u64, u64, u32)> = None;
    // Lines of equal probability stay or go together, so the result does not depend on their order.
    for lines in order.chunk_by(|&one, &next| probabilities[one as usize] == probabilities[next as usize]) {
        for &line in lines {
            let (of_words, of_hits) = weight(line);
            kept += of_words;
            hits += of_hits;
        }
        // This is the denominator of F, in units of both weights. The factor 1 + b is the same for all cuts, and left
        // out.
        let whole = kept * u64::from(PROBABILITY_ONE) * u64::from(EVEN) + u64::from(recall) * expected;
        // Fractions are compared by cross-multiplication, which is exact. Of equal ones the first stays, which has
        // fewer lines.
        let is_better = best.is_none_or(|(best_hits, best_whole, _)| {
            u128::from(best_hits) * u128::from(whole) < u128::from(hits) * u128::from(best_whole)
        });
        if is_better && kept > 0 {
            best = Some((hits, whole, probabilities[lines[0] as usize]));
        }
    }
    // If no line has words, every line stays.
    let least = best.map_or(0, |(_, _, least)| least);
    probabilities.iter().map(|&p| least <= p).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best expected F1 over all sets of lines.
    fn naive(words: &[u32], probabilities: &[u32]) -> f64 {
        let weighed = |set: usize| {
            let lines = (0..words.len()).filter(|&line| set >> line & 1 == 1);
            lines.fold((0.0, 0.0), |(size, hits), line| {
                let of_line = f64::from(words[line]);
                let p = f64::from(probabilities[line]) / f64::from(PROBABILITY_ONE);
                (size + of_line, hits + of_line * p)
            })
        };
        let expected = weighed((1 << words.len()) - 1).1;
        let f1 = |set| {
            let (size, hits) = weighed(set);
            2.0 * hits / (size + expected)
        };
        (1..1 << words.len()).map(f1).fold(0.0, f64::max)
    }

    proptest::proptest! {
        #[test]
        fn no_set_is_expected_to_be_better(
            lines in proptest::collection::vec((1_u32..50, 1_u32..=PROBABILITY_ONE), 1..9)
        ) {
            let (words, probabilities): (Vec<u32>, Vec<u32>) = lines.into_iter().unzip();
            let keep = cut(&words, &probabilities, EVEN);
            let (mut size, mut hits, mut expected) = (0.0, 0.0, 0.0);
            for (line, keep) in keep.into_iter().enumerate() {
                let of_line = f64::from(words[line]);
                let hit = of_line * f64::from(probabilities[line]) / f64::from(PROBABILITY_ONE);
                expected += hit;
                if keep {
                    size += of_line;
                    hits += hit;
                }
            }
            let best = naive(&words, &probabilities);
            proptest::prop_assert!((2.0 * hits / (size + expected) - best).abs() < 1e-9);
        }
    }

    #[test]
    fn something_stays() {
        let cut = |words: &[u32], probabilities: &[u32]| cut(words, probabilities, EVEN);
        assert_eq!(cut(&[3, 5], &[0, 0]), [true, true]);
        assert_eq!(cut(&[0, 5, 9], &[900, 30, 1]), [true, true, false]);
        assert_eq!(cut(&[0], &[9]), [true]);
        assert_eq!(cut(&[], &[]), [false; 0]);
    }

    #[test]
    fn the_more_recall_weighs_the_more_stays() {
        let (words, probabilities) = ([10, 10, 10], [PROBABILITY_ONE, PROBABILITY_ONE / 2, PROBABILITY_ONE / 5]);
        let keep = |recall| cut(&words, &probabilities, recall * EVEN);
        assert_eq!(keep(1), [true, true, false]);
        assert_eq!(keep(8), [true, true, true]);
    }
}
