//! What must hold for a page, whatever the trees say.

use std::{iter::zip, ops::Range};

use super::cut::threshold_for;
use gbdt::PROBABILITY_ONE;

use crate::site::PageInSite;

/// The number of other pages that are worth as much as the page's own judgement. With the kept words counted by how
/// sure the page is of them, 4 costs blogs of two to five pages .001 to .005; with all words counted in full, 2 cost
/// .009 to .014 (docs/figures/classify.md, "The guard of few pages").
const TRUST: f64 = 4.0;

/// Returns which share, from 0 to 1, must at least stay of the words that the page by itself is [sure] of.
///
/// With few other pages, or with pages that the page does not resemble, nearly all of it can look like template: many
/// small parts add up. So their sum is bounded. The bound fades with the number of pages: with one other page that
/// the page fits it is four fifths, with 23 a seventh.
fn least_share(view: &PageInSite<'_>) -> f64 {
    let others = f64::from(view.other_pages());
    TRUST / (TRUST + others * view.fit())
}

/// Bounds how many of the words that the page by itself is sure of may be removed.
///
/// The page by itself is judged line by line, and only as long as the result matters. A line that is not judged yet
/// counts as certain, and even with such bounds few pages have to keep more.
pub(crate) struct Guard<'a> {
    words: &'a [u32],
    share: f64,
    /// The words that stay.
    kept: u64,
    /// The page by itself is sure of at most this many words, in units of 1 / [`PROBABILITY_ONE`].
    most: u64,
    /// The probability of each line on the page alone, or [`PROBABILITY_ONE`] until the line is judged.
    probabilities: Vec<u32>,
}

impl Guard<'_> {
    /// Takes the words of the lines, and which of them stay. Returns `None` for a page without other pages, and if so
    /// many words stay that the guard [cannot](Guard::can_trigger) ask for more.
    pub(crate) fn new<'a>(view: &PageInSite<'_>, words: &'a [u32], keep: &[bool]) -> Option<Guard<'a>> {
        if view.other_pages() == 0 {
            return None;
        }
        let probabilities = vec![PROBABILITY_ONE; words.len()];
        let all = zip(words, &probabilities).map(|(&words, &probability)| sure(words, probability));
        let guard = Guard {
            words,
            share: least_share(view),
            kept: zip(words, keep).map(|(&words, &keep)| u64::from(words) * u64::from(keep)).sum(),
            most: all.sum(),
            probabilities,
        };
        Some(guard).filter(Guard::can_trigger)
    }

    /// Returns whether more words may have to stay, as far as is known.
    pub(crate) fn can_trigger(&self) -> bool {
        self.kept < self.least(self.most)
    }

    /// Takes the probabilities of some lines by themselves, each once.
    pub(crate) fn judged(&mut self, lines: Range<usize>, probabilities: &[u32]) {
        for (line, &probability) in zip(lines, probabilities) {
            let words = self.words[line];
            // The line was counted as certain before, so the bound can only fall.
            self.most -= sure(words, PROBABILITY_ONE) - sure(words, probability);
            self.probabilities[line] = probability;
        }
    }

    /// Returns the probability of each line by itself.
    pub(crate) fn probabilities(&self) -> &[u32] {
        &self.probabilities
    }

    /// Lets more lines stay, given which lines stay on the page alone. All lines must be judged.
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

/// Returns the words of a line in units of 1 / [`PROBABILITY_ONE`], each counted by the cube of its probability:
/// words of which the page by itself is not sure hardly count.
fn sure(words: u32, probability: u32) -> u64 {
    let (one, probability) = (u64::from(PROBABILITY_ONE), u64::from(probability));
    // Dividing after each factor keeps the products within 64 bits.
    u64::from(words) * (probability * probability / one * probability / one)
}

/// Lets lines stay, the most probable first, until at least `least` words stay. Lines of equal probability stay
/// together.
fn keep_words(words: &[u32], probabilities: &[u32], least: u64, keep: &mut [bool]) {
    let kept: u64 = words.iter().zip(&*keep).map(|(&words, &keep)| u64::from(words) * u64::from(keep)).sum();
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
        Guard { words, share, kept, most: all.sum(), probabilities: vec![PROBABILITY_ONE; words.len()] }
    }

    proptest! {
        /// A guard that cannot trigger any more before all lines are judged would not trigger after that either. A
        /// guard that can until the end decides as if all lines had been judged at once.
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
