//! What must hold for a page, whatever the trees say.

use super::cut::level;
use crate::{forest::CERTAIN, site::View};

/// So many other pages are worth as much as the page's own judgement. With the words that stay counted by how sure the
/// page is of them, 4 costs blogs of two to five pages .001 to .005; with all words counted in full, 2 cost .009 to .014
/// (docs/figures/consensus.md, "The guard of few pages").
const TRUST: f64 = 4.0;

/// Returns how much must at least stay of what the page by itself is [sure](sure) of, as a share from 0 to 1.
///
/// Few pages, or pages that the page does not resemble, can make nearly all of it look like template: many small parts
/// add up. The bound is on the sum, and fades as pages come: with one other page that it fits it is four fifths, with 23
/// a seventh.
pub(crate) fn least_share(view: &View<'_>) -> f64 {
    let others = f64::from(view.n_others());
    TRUST / (TRUST + others * view.fit())
}

/// Counts words that stay, each by the cube of its probability: what a page may be wrong about by itself binds nobody.
pub(crate) fn sure(words: &[u32], probabilities: &[u32], stays: &[bool]) -> u64 {
    let one = u64::from(CERTAIN);
    let of_line = |line: usize| {
        let probability = u64::from(probabilities[line]);
        u64::from(words[line]) * (probability * probability / one * probability / one)
    };
    let stay = (0..words.len()).filter(|&line| stays[line]);
    stay.map(of_line).sum::<u64>() / one
}

/// Lets lines stay, the most probable first, until at least `least` words stay. Lines of equal probability stay
/// together.
pub(crate) fn keep_words(words: &[u32], probabilities: &[u32], least: u64, stays: &mut [bool]) {
    let kept: u64 = words
        .iter()
        .zip(&*stays)
        .map(|(&words, &stays)| u64::from(words) * u64::from(stays))
        .sum();
    if least <= kept {
        return;
    }
    let level = level(words, probabilities, least);
    for (stays, &probability) in stays.iter_mut().zip(probabilities) {
        *stays |= level <= probability;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_by_the_cube_of_their_probability() {
        let probabilities = [CERTAIN, CERTAIN / 2, CERTAIN / 4, CERTAIN];
        let sure = |stays: &[bool]| sure(&[3, 16, 64, 1000], &probabilities, stays);
        assert_eq!(sure(&[true, true, true, false]), 3 + 2 + 1);
        assert_eq!(sure(&[true, false, false, true]), 1003);
        assert_eq!(sure(&[false; 4]), 0);
    }

    #[test]
    fn the_most_probable_lines_stay_until_there_are_enough_words() {
        let check = |least, expected: [bool; 4]| {
            let mut stays = [false, true, false, false];
            keep_words(&[5, 2, 3, 9], &[10, 90, 40, 20], least, &mut stays);
            assert_eq!(stays, expected, "{least}");
        };
        check(0, [false, true, false, false]);
        check(2, [false, true, false, false]);
        check(3, [false, true, true, false]);
        check(6, [false, true, true, true]);
        check(99, [true; 4]);
    }
}
