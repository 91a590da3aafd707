//! How large the elements of a page are.

use crate::evidence::Evidence;

/// The number of lines and of words in each element.
pub(super) struct Sizes(Vec<(u32, u32)>);

impl Sizes {
    pub(super) fn of(page: &Evidence) -> Sizes {
        Sizes(page.gather(|_, line| (1, line.words), |one, other| (one.0 + other.0, one.1 + other.1)))
    }

    /// Returns whether an element has several lines, but no more than these many lines and words.
    pub(super) fn is_within(&self, element: usize, lines: u32, words: u32) -> bool {
        let (n_lines, n_words) = self.0[element];
        (2..=lines).contains(&n_lines) && n_words <= words
    }
}
