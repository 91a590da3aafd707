//! What must hold for a page, whatever the trees say.

use super::cut::level;
use crate::site::View;

/// So many other pages are worth as much as the page's own judgement.
const TRUST: f64 = 2.0;

/// Returns how many words must at least stay of those that the page would keep by itself, as a share from 0 to 1.
///
/// Few pages, or pages that the page does not resemble, can make nearly all of it look like template: many small parts
/// add up. The bound is on the sum, and fades as pages come: with one other page that it fits it is two thirds, with 22
/// a twelfth.
pub(crate) fn least_share(view: &View<'_>) -> f64 {
    let others = f64::from(view.n_others());
    TRUST / (TRUST + others * view.fit())
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
