//! One cut for the whole page: what stays is most probably most of the content.

use super::trees::CERTAIN;

/// Returns which lines stay: those from the probability on at which the expected F1 is best.
///
/// With `p` the probabilities and `w` the words of the lines, keeping a set K of lines has the
/// expected `F1 = 2 Σ_K p·w / (Σ_K w + Σ p·w)`. Whatever its best value is, keeping a line whose `p`
/// is more than half of it improves it: so the best set is cut off at one probability. Of equally
/// good cuts the highest is taken. Something always stays if any line has words.
pub(crate) fn cut(words: &[u32], probabilities: &[u32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by_key(|&line| std::cmp::Reverse(probabilities[line]));
    let weight = |line: usize| {
        let words = u64::from(words[line]);
        (words, words * u64::from(probabilities[line]))
    };
    let expected: u64 = order.iter().map(|&line| weight(line).1).sum();
    let (mut kept, mut hits) = (0_u64, 0_u64);
    let mut best: Option<(u64, u64, u32)> = None;
    for lines in order.chunk_by(|&one, &next| probabilities[one] == probabilities[next]) {
        for &line in lines {
            let (of_words, of_hits) = weight(line);
            kept += of_words;
            hits += of_hits;
        }
        let whole = kept * u64::from(CERTAIN) + expected;
        let is_better = best.is_none_or(|(best_hits, best_whole, _)| {
            u128::from(best_hits) * u128::from(whole) < u128::from(hits) * u128::from(best_whole)
        });
        if is_better && 0 < kept {
            best = Some((hits, whole, probabilities[lines[0]]));
        }
    }
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
                let p = f64::from(probabilities[line]) / f64::from(CERTAIN);
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
            lines in proptest::collection::vec((1_u32..50, 1_u32..=CERTAIN), 1..9)
        ) {
            let (words, probabilities): (Vec<u32>, Vec<u32>) = lines.into_iter().unzip();
            let stays = cut(&words, &probabilities);
            let (mut size, mut hits, mut expected) = (0.0, 0.0, 0.0);
            for (line, stays) in stays.into_iter().enumerate() {
                let of_line = f64::from(words[line]);
                let hit = of_line * f64::from(probabilities[line]) / f64::from(CERTAIN);
                expected += hit;
                if stays {
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
        assert_eq!(cut(&[3, 5], &[0, 0]), [true, true]);
        assert_eq!(cut(&[0, 5, 9], &[900, 30, 1]), [true, true, false]);
        assert_eq!(cut(&[0], &[9]), [true]);
        assert_eq!(cut(&[], &[]), [false; 0]);
    }
}
