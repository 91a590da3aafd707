//! Elements of one kind that may contain each other.

use crate::evidence::{Element, NONE};

/// Some elements of a page in pre-order, each with what is known of it.
///
/// There are few of them on most pages, so they take less than a list with an entry for each element.
#[derive(Debug)]
pub(super) struct Nested<T> {
    spans: Vec<Span<T>>,
    /// The last one that was open, by its index in `spans`, or [`NONE`].
    open: u32,
}

#[derive(Debug)]
struct Span<T> {
    element: u32,
    /// One past the last element in it.
    end: u32,
    /// The innermost one around it, by its index in `spans`, or [`NONE`].
    above: u32,
    value: T,
}

impl<T> Nested<T> {
    pub(super) fn new() -> Nested<T> {
        Nested { spans: Vec::new(), open: NONE }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns the index of the innermost one around an element that comes after all that were added.
    pub(super) fn open_at(&mut self, element: u32) -> Option<usize> {
        self.open = self.climb(self.open, element);
        (self.open != NONE).then_some(self.open as usize)
    }

    /// Adds an element that comes after all others.
    pub(super) fn push(&mut self, at: u32, element: &Element, value: T) {
        let above = self.climb(self.open, at);
        self.open = self.spans.len() as u32;
        self.spans.push(Span { element: at, end: element.end, above, value });
    }

    /// Returns the index of the innermost one around an element, itself included.
    ///
    /// # Complexity
    ///
    /// Logarithmic in their number, plus the depth to which they are nested.
    pub(super) fn innermost(&self, element: u32) -> Option<usize> {
        let n_before = self.spans.partition_point(|span| span.element <= element);
        let found = self.climb((n_before as u32).wrapping_sub(1), element);
        (found != NONE).then_some(found as usize)
    }

    /// Iterates over the elements with what is known of them, in pre-order.
    pub(super) fn values(&self) -> impl Iterator<Item = (u32, &T)> {
        self.spans.iter().map(|span| (span.element, &span.value))
    }

    /// Goes up from an index to the first one that ends after an element.
    fn climb(&self, mut index: u32, element: u32) -> u32 {
        while index != NONE && self.spans[index as usize].end <= element {
            index = self.spans[index as usize].above;
        }
        index
    }
}

impl<T> std::ops::Index<usize> for Nested<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.spans[index].value
    }
}

impl<T> std::ops::IndexMut<usize> for Nested<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.spans[index].value
    }
}
