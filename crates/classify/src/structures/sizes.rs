//! How large the elements of a page are.

use crate::evidence::Evidence;

/// The number of lines and of words in each element.
pub(super) struct Sizes(Vec<Size>);

#[derive(Clone, Copy, Default)]
struct Size {
    lines: u32,
    words: u32,
}

impl Sizes {
    pub(super) fn of(page: &Evidence) -> Sizes {
        let mut sizes = vec![Size::default(); page.elements.len()];
        for line in &page.lines {
            let size = &mut sizes[line.owner as usize];
            size.lines += 1;
            size.words += line.words;
        }
        // In reverse pre-order an element is complete before it is added to its parent.
        for at in (1..sizes.len()).rev() {
            let Size { lines, words } = sizes[at];
            // Most elements are in a line and have none of their own.
            if lines > 0 {
                let parent = &mut sizes[page.elements[at].parent as usize];
                parent.lines += lines;
                parent.words += words;
            }
        }
        Sizes(sizes)
    }

    /// Returns whether an element has several lines, but no more than these many lines and words.
    pub(super) fn is_within(&self, element: usize, lines: u32, words: u32) -> bool {
        let size = self.0[element];
        (2..=lines).contains(&size.lines) && size.words <= words
    }
}
