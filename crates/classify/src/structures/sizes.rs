//! How large the elements of a page are.

use crate::evidence::Evidence;

/// The number of lines and of words in each element.
pub(super) struct Sizes(Vec<(u32, u32)>);

impl Sizes {
    pub(super) fn of(page: &Evidence) -> Sizes {
        // Most elements hold no line, and add nothing.
        let join = |one: (u32, u32), other: (u32, u32)| match other {
            (0, _) => one,
            (lines, words) => (one.0 + lines, one.1 + words),
        };
        Sizes(page.gather(|_, line| (1, line.words), join))
    }

    /// Returns whether an element has several lines, but no more than these many lines and words.
    pub(super) fn is_within(&self, element: usize, lines: u32, words: u32) -> bool {
        let (n_lines, n_words) = self.0[element];
        (2..=lines).contains(&n_lines) && n_words <= words
    }
}
