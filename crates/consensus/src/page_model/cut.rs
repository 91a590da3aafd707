//! One cut for the whole page: what stays is what most probably is most of the content.

use crate::evidence::Evidence;

/// Sets which lines stay: those from the probability on at which the expected F1 is best.
///
/// With `p` the probabilities and `w` the words of the lines, keeping a set K of lines is expected to
/// have `F1 = 2 Σ_K p·w / (Σ_K w + Σ p·w)`. Whatever that is at its best, keeping a line with more
/// than half of it for its `p` makes it better: so the best set is cut off at one probability. Of
/// equally good cuts it is the highest. Something always stays if any line has words.
pub(super) fn cut(page: &Evidence, probabilities: &[u32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..page.lines.len()).collect();
    order.sort_by_key(|&line| std::cmp::Reverse(probabilities[line]));
    let weight = |line: usize| {
        let words = u64::from(page.lines[line].words);
        (words, words * u64::from(probabilities[line]))
    };
    let expected: u64 = order.iter().map(|&line| weight(line).1).sum();
    let certain = u64::from(super::trees::CERTAIN);
    let (mut words, mut hits) = (0_u64, 0_u64);
    let mut best: Option<(u64, u64, u32)> = None;
    let mut alike = order.chunk_by(|&one, &next| probabilities[one] == probabilities[next]);
    while let Some(lines) = alike.next() {
        for &line in lines {
            let (of_words, of_hits) = weight(line);
            words += of_words;
            hits += of_hits;
        }
        let whole = words * certain + expected;
        let is_better = best.is_none_or(|(best_hits, best_whole, _)| {
            u128::from(best_hits) * u128::from(whole) < u128::from(hits) * u128::from(best_whole)
        });
        if is_better && 0 < words {
            best = Some((hits, whole, probabilities[lines[0]]));
        }
    }
    let least = best.map_or(0, |(_, _, least)| least);
    probabilities.iter().map(|&p| least <= p).collect()
}

