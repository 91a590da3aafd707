//! What must hold for a page, whatever the trees say.

use std::{iter::zip, ops::Range};

use super::cut::threshold_for;
use gbdt::PROBABILITY_ONE;

use crate::site::PageInSite;

/// So many other pages are worth as much as the page's own judgement. With the words that stay counted by how sure the
/// page is of them, 4 costs blogs of two to five pages .001 to .005; with all words counted in full, 2 cost .009 to .014
/// (docs/figures/classify.md, "The guard of few pages").
const TRUST: f64 = 4.0;

/// Returns how much must at least stay of what the page by itself is [sure] of, as a share from 0 to 1.
///
/// Few pages, or pages that the page does not resemble, can make nearly all of it look like template: many small parts
/// add up. The bound is on the sum, and fades as pages come: with one other page that it fits it is four fifths, with 23
/// a seventh.
fn least_share(view: &PageInSite<'_>) -> f64 {
    let others = f64::from(view.other_pages());
    TRUST / (TRUST + others * view.fit())
}

/// So many words must stay if the page by itself is sure of them.
///
/// How sure it is of each line is found line by line, and only as long as it matters: the page may be sure of every line
/// that was not judged yet, and still few pages are held back.
pub(crate) struct Guard<'a> {
    words: &'a [u32],
    share: f64,
    /// The words that stay.
    kept: u64,
    /// The page by itself is sure of no more, in units of 1 / [`PROBABILITY_ONE`].
    most: u64,
    /// Of each line by itself, [`PROBABILITY_ONE`] until it is judged.
    probabilities: Vec<u32>,
}

impl Guard<'_> {
    /// Takes the words of the lines, and which of them stay. There is none for a page without others, nor if so many stay
    /// that it cannot [hold](Guard::can_trigger) any.
    pub(crate) fn new<'a>(view: &PageInSite<'_>, words: &'a [u32], keep: &[bool]) -> Option<Guard<'a>> {
        if view.other_pages() == 0 {
            return None;
        }
        let probabilities = vec![PROBABILITY_ONE; words.len()];
        let all = zip(words, &probabilities).map(|(&words, &probability)| sure(words, probability));
        let guard = Guard {
            words,
            share: least_share(view),
            kept: zip(words, keep)
                .map(|(&words, &keep)| u64::from(words) * u64::from(keep))
                .sum(),
            most: all.sum(),
            probabilities,
        };
        Some(guard).filter(Guard::can_trigger)
    }

    /// Returns whether more may have to stay, as far as is known.
    pub(crate) fn can_trigger(&self) -> bool {
        self.kept < self.least(self.most)
    }

    /// Takes the probabilities of some lines by themselves, each once.
    pub(crate) fn judged(&mut self, lines: Range<usize>, probabilities: &[u32]) {
        for (line, &probability) in zip(lines, probabilities) {
            let words = self.words[line];
            self.most -= sure(words, PROBABILITY_ONE) - sure(words, probability);
            self.probabilities[line] = probability;
        }
    }

    /// Returns the probability of each line by itself.
    pub(crate) fn probabilities(&self) -> &[u32] {
        &self.probabilities
    }

    /// Lets more lines stay, given which would by themselves. All must be judged.
    pub(crate) fn apply(&self, by_itself: &[bool], keep: &mut [bool]) {
        let lines = (0..self.words.len()).filter(|&line| by_itself[line]);
        let sure = lines.map(|line| sure(self.words[line], self.probabilities[line]));
        keep_words(self.words, &self.probabilities, self.least(sure.sum()), keep);
    }

    /// Returns how many words must stay if the page by itself is sure of so many, in units of 1 / [`PROBABILITY_ONE`].
    fn least(&self, sure: u64) -> u64 {
        let sure = sure / u64::from(PROBABILITY_ONE);
        (self.share * sure as f64).floor() as u64
    }
}

/// Returns the words of a line in units of 1 / [`PROBABILITY_ONE`], each counted by the cube of its probability: what a page may be
/// wrong about by itself binds nobody.
fn sure(words: u32, probability: u32) -> u64 {
    let (one, probability) = (u64::from(PROBABILITY_ONE), u64::from(probability));
    u64::from(words) * (probability * probability / one * probability / one)
}

/// Lets lines stay, the most probable first, until at least `least` words stay. Lines of equal probability stay
/// together.
fn keep_words(words: &[u32], probabilities: &[u32], least: u64, keep: &mut [bool]) {
    let kept: u64 = words
        .iter()
        .zip(&*keep)
        .map(|(&words, &keep)| u64::from(words) * u64::from(keep))
        .sum();
    if least <= kept {
        return;
    }
    let threshold = threshold_for(words, probabilities, least);
    for (keep, &probability) in keep.iter_mut().zip(probabilities) {
        *keep |= threshold <= probability;
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn words_count_by_the_cube_of_their_probability() {
        let one = u64::from(PROBABILITY_ONE);
        assert_eq!(sure(3, PROBABILITY_ONE), 3 * one);
        assert_eq!(sure(16, PROBABILITY_ONE / 2), 2 * one);
        assert_eq!(sure(64, PROBABILITY_ONE / 4), one);
        assert_eq!((sure(0, PROBABILITY_ONE), sure(9, 0)), (0, 0));
    }

    fn guard<'a>(words: &'a [u32], share: f64, kept: u64) -> Guard<'a> {
        let all = words.iter().map(|&words| sure(words, PROBABILITY_ONE));
        Guard {
            words,
            share,
            kept,
            most: all.sum(),
            probabilities: vec![PROBABILITY_ONE; words.len()],
        }
    }

    proptest! {
        /// What may hold until all lines are judged holds or not as if they had been judged at once; what may not before
        /// would not have held.
        #[test]
        fn lines_that_are_not_judged_change_nothing(
            lines in vec((0_u32..40, 0..=PROBABILITY_ONE, any::<[bool; 2]>()), 0..12),
            share in 0.0_f64..=1.0,
        ) {
            let words: Vec<u32> = lines.iter().map(|line| line.0).collect();
            let probabilities: Vec<u32> = lines.iter().map(|line| line.1).collect();
            let [keep, by_itself] =
                [0, 1].map(|i| -> Vec<bool> { lines.iter().map(|line| line.2[i]).collect() });
            let kept = zip(&words, &keep).map(|(&words, &keep)| u64::from(words) * u64::from(keep)).sum();
            let mut guard = guard(&words, share, kept);
            let mut is_open = guard.can_trigger();
            for line in 0..lines.len() {
                if is_open {
                    guard.judged(line..line + 1, &probabilities[line..=line]);
                    is_open = guard.can_trigger();
                }
            }
            let mut found = keep.clone();
            if is_open {
                guard.apply(&by_itself, &mut found);
            }
            let of_lines = (0..lines.len()).filter(|&line| by_itself[line]);
            let sum: u64 = of_lines.map(|line| sure(words[line], probabilities[line])).sum();
            let least = (share * (sum / u64::from(PROBABILITY_ONE)) as f64).floor() as u64;
            let mut expected = keep;
            keep_words(&words, &probabilities, least, &mut expected);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_most_probable_lines_stay_until_there_are_enough_words() {
        let check = |least, expected: [bool; 4]| {
            let mut keep = [false, true, false, false];
            keep_words(&[5, 2, 3, 9], &[10, 90, 40, 20], least, &mut keep);
            assert_eq!(keep, expected, "{least}");
        };
        check(0, [false, true, false, false]);
        check(2, [false, true, false, false]);
        check(3, [false, true, true, false]);
        check(6, [false, true, true, true]);
        check(99, [true; 4]);
    }
}
