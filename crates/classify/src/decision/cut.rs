//! One cut for the whole page: what stays is most probably most of the content.

use gbdt::PROBABILITY_ONE;

/// The weight of recall that equals the weight of precision. Chosen: by eye; only the rounding of weights depends on
/// it.
pub(super) const EVEN: u32 = 1024;

/// How far the lines of a page are expected to be right or wrong together, from 0 to 1: a quarter. The trees err on whole
/// blocks: of 17,000 words of teasers at a probability of .3, all are content or none is, and not three in ten.
/// Chosen: docs/figures/classify.md, "Right or wrong together".
pub(super) const TOGETHER: f64 = 0.25;

/// The number of probabilities at which content is looked at if lines are right or wrong together. Chosen: by eye; the
/// figures of the log are of 32.
const LEVELS: usize = 32;

/// Returns which lines stay: those from the probability on at which the expected F is best.
///
/// With `p` the probabilities and `w` the words of the lines, and `b` the weight of recall relative to precision, `recall`
/// in units of [`EVEN`], keeping a set K of lines has `F = (1 + b) Σ_{K∩C} w / (Σ_K w + b Σ_C w)` if the lines C are the
/// content. Two things can be expected of it:
///
/// * Each line is content by itself, with its probability:
///   `(1 + b) Σ_K p·w / (Σ_K w + b Σ p·w)`.
/// * All lines are right or wrong together: content is what is above some probability, and each such probability is as
///   likely as another. That is the mean of F over [`LEVELS`] sets C.
///
/// What is maximized is the mean of both, the second with the weight `together`. For either, the best of all sets of as many
/// words has the most probable lines, so the best set is cut off at one probability. Of equally good cuts the highest is
/// taken. Something always stays if any line has words.
///
/// # Complexity
///
/// That of sorting the lines by probability, and [`LEVELS`] steps for each probability.
pub(super) fn cut(words: &[u32], probabilities: &[u32], Weights { recall, together }: Weights) -> Vec<bool> {
    let mut order: Vec<u32> = (0..words.len() as u32).collect();
    order.sort_by_key(|&line| std::cmp::Reverse(probabilities[line as usize]));
    let of_line = |line: u32| (u64::from(words[line as usize]), probabilities[line as usize]);
    let contents = contents(order.iter().map(|&line| of_line(line)));
    let hits = |words: u64, probability: u32| words as f64 * (f64::from(probability) / f64::from(PROBABILITY_ONE));
    let expected: f64 = order.iter().map(|&line| of_line(line)).map(|(words, p)| hits(words, p)).sum();
    let recall = f64::from(recall) / f64::from(EVEN);
    let (mut n_kept, mut n_hits) = (0_u64, 0.0);
    let mut best: Option<(f64, u32)> = None;
    // Lines of equal probability stay or go together, so the result does not depend on their order.
    for lines in order.chunk_by(|&one, &next| probabilities[one as usize] == probabilities[next as usize]) {
        for &line in lines {
            let (words, probability) = of_line(line);
            n_kept += words;
            n_hits += hits(words, probability);
        }
        if n_kept == 0 {
            continue;
        }
        // The factor 1 + b is the same for all cuts, and left out.
        let f = |hits: f64, content: f64| hits / (n_kept as f64 + recall * content);
        let apart = f(n_hits, expected);
        let of_content = |&content: &u64| f(content.min(n_kept) as f64, content as f64);
        let as_one = if together > 0.0 { contents.iter().map(of_content).sum::<f64>() / LEVELS as f64 } else { 0.0 };
        let score = (1.0 - together) * apart + together * as_one;
        // Of equal ones the first stays, which has fewer lines.
        if best.is_none_or(|(best, _)| best < score) {
            best = Some((score, probabilities[lines[0] as usize]));
        }
    }
    // If no line has words, every line stays.
    let least = best.map_or(0, |(_, least)| least);
    probabilities.iter().map(|&p| least <= p).collect()
}

/// How errors are weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How many times more recall weighs than precision, in units of [`EVEN`].
    pub(super) recall: u32,
    /// How far lines are expected to be right or wrong together, from 0 to 1.
    pub(super) together: f64,
}

/// Returns how many words are content if that is all above a probability, for the middles of [`LEVELS`] equal parts of the
/// probabilities, from the words and probabilities of the lines.
fn contents(lines: impl Iterator<Item = (u64, u32)>) -> [u64; LEVELS] {
    // By the number of middles below a line.
    let mut with_below = [0; LEVELS + 1];
    for (words, probability) in lines {
        let n_halves = (u64::from(probability) * 2 * LEVELS as u64).saturating_sub(1) / u64::from(PROBABILITY_ONE);
        with_below[n_halves.div_ceil(2) as usize] += words;
    }
    let mut contents = [0; LEVELS];
    let mut above = 0;
    for (content, words) in contents.iter_mut().zip(&with_below[1..]).rev() {
        above += words;
        *content = above;
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Weights = Weights { recall: EVEN, together: 0.5 };

    /// The F1 that is expected of a set of lines, which has a bit for each.
    fn expected(words: &[u32], probabilities: &[u32], set: usize) -> f64 {
        let is_kept = |line: usize| set >> line & 1 == 1;
        let f1 = |content: &dyn Fn(usize) -> f64| {
            let (mut kept, mut hits, mut all) = (0.0, 0.0, 0.0);
            for (line, &words) in words.iter().enumerate() {
                let (words, part) = (f64::from(words), content(line));
                all += words * part;
                if is_kept(line) {
                    kept += words;
                    hits += words * part;
                }
            }
            hits / (kept + all)
        };
        let probability = |line: usize| f64::from(probabilities[line]) / f64::from(PROBABILITY_ONE);
        let above = |level: usize| (level as f64 + 0.5) / LEVELS as f64;
        let as_one = |level: usize| f1(&|line| if probability(line) > above(level) { 1.0 } else { 0.0 });
        let mean = (0..LEVELS).map(as_one).sum::<f64>() / LEVELS as f64;
        (1.0 - BOTH.together) * f1(&probability) + BOTH.together * mean
    }

    proptest::proptest! {
        #[test]
        fn no_set_is_expected_to_be_better(
            lines in proptest::collection::vec((1_u32..50, 1_u32..=PROBABILITY_ONE), 1..9)
        ) {
            let (words, probabilities): (Vec<u32>, Vec<u32>) = lines.into_iter().unzip();
            let keep = cut(&words, &probabilities, BOTH);
            let kept = keep.iter().enumerate().map(|(line, &keep)| usize::from(keep) << line).sum();
            let best = (1..1 << words.len()).map(|set| expected(&words, &probabilities, set)).fold(0.0, f64::max);
            proptest::prop_assert!((expected(&words, &probabilities, kept) - best).abs() < 1e-9);
        }
    }

    #[test]
    fn many_words_of_little_hope_do_not_stay() {
        let words = [456, 17_000];
        let probabilities = [PROBABILITY_ONE * 9 / 10, PROBABILITY_ONE / 5];
        let keep = |together| cut(&words, &probabilities, Weights { recall: EVEN, together });
        assert_eq!(keep(0.0), [true, true]);
        assert_eq!(keep(0.5), [true, false]);
    }

    #[test]
    fn something_stays() {
        let cut = |words: &[u32], probabilities: &[u32]| cut(words, probabilities, BOTH);
        assert_eq!(cut(&[3, 5], &[0, 0]), [true, true]);
        assert_eq!(cut(&[0, 5, 9], &[900, 30, 1]), [true, true, false]);
        assert_eq!(cut(&[0], &[9]), [true]);
        assert_eq!(cut(&[], &[]), [false; 0]);
    }

    #[test]
    fn the_more_recall_weighs_the_more_stays() {
        let (words, probabilities) = ([10, 10, 10], [PROBABILITY_ONE, PROBABILITY_ONE / 2, PROBABILITY_ONE / 5]);
        let keep = |recall| cut(&words, &probabilities, Weights { recall: recall * EVEN, together: 0.0 });
        assert_eq!(keep(1), [true, true, false]);
        assert_eq!(keep(8), [true, true, true]);
    }
}
