//! Byte ranges, and their positions in UTF-16 units, in which a browser counts.

use std::ops::Range;

/// Sorted, disjoint, non-empty byte ranges.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Ranges(Vec<Range<usize>>);

impl Ranges {
    /// Sorts ranges that are given in any order, and joins those that overlap or touch.
    pub(crate) fn new(ranges: impl IntoIterator<Item = Range<usize>>) -> Ranges {
        let mut sorted: Vec<Range<usize>> = ranges.into_iter().filter(|range| range.start < range.end).collect();
        sorted.sort_unstable_by_key(|range| (range.start, range.end));
        let mut joined: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
        for range in sorted {
            match joined.last_mut() {
                // A range can end before the last one does, if it lies within that.
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        Ranges(joined)
    }

    /// Returns the number of bytes before `len`, which is the length of the source.
    pub(crate) fn total(&self, len: usize) -> usize {
        self.0
            .iter()
            // A range that starts beyond the source has no bytes.
            .map(|range| range.end.min(len).saturating_sub(range.start))
            .sum()
    }

    /// Returns the start and end of each range, in ascending order.
    pub(crate) fn ends(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(|range| [range.start, range.end])
    }

    /// Returns the start and the end of each range in UTF-16 units of `source`.
    ///
    /// Positions inside a character move to its start, those beyond the source to its end.
    pub(crate) fn in_utf16(&self, source: &str) -> Vec<usize> {
        let mut cursor = Cursor::new(source);
        self.ends().map(|end| cursor.advance(end)).collect()
    }
}

/// Converts ascending byte positions to UTF-16 units in one pass over the source.
pub(crate) struct Cursor<'a> {
    source: &'a str,
    bytes: usize,
    units: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(source: &'a str) -> Cursor<'a> {
        Cursor { source, bytes: 0, units: 0 }
    }

    /// Converts a position, which must not be before the last one.
    pub(crate) fn advance(&mut self, position: usize) -> usize {
        let mut position = position.min(self.source.len());
        // Position 0 is always a boundary, so this ends.
        while !self.source.is_char_boundary(position) {
            position -= 1;
        }
        // A position that is before the last one gives no text, and then the last one is returned.
        if let Some(passed) = self.source.get(self.bytes..position) {
            self.units += passed.chars().map(char::len_utf16).sum::<usize>();
            self.bytes = position;
        }
        self.units
    }
}

/// Byte positions with their UTF-16 units, for access in any order.
pub(crate) struct Units {
    bytes: Vec<usize>,
    units: Vec<usize>,
}

impl Units {
    /// Converts these positions.
    ///
    /// Linear in the source, and `O(n log n)` in the positions.
    pub(crate) fn new(source: &str, positions: impl IntoIterator<Item = usize>) -> Units {
        let mut bytes: Vec<usize> = positions.into_iter().collect();
        // A cursor can only advance.
        bytes.sort_unstable();
        bytes.dedup();
        let mut cursor = Cursor::new(source);
        let units = bytes.iter().map(|&byte| cursor.advance(byte)).collect();
        Units { bytes, units }
    }

    /// Returns the UTF-16 units of one of the positions, and 0 for any other.
    pub(crate) fn at(&self, byte: usize) -> usize {
        self.bytes.binary_search(&byte).map_or(0, |at| self.units[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined() {
        let ranges = Ranges::new([5..9, 0..2, 2..4, 7..7, 8..10]);
        assert_eq!(ranges, Ranges(vec![0..4, 5..10]));
        assert_eq!((ranges.total(100), ranges.total(6)), (9, 5));
    }

    #[test]
    fn browsers_count_in_utf16() {
        // One, two and four bytes; one, one and two units.
        let source = "aé🦭b";
        assert_eq!(Ranges::new([1..3, 7..8]).in_utf16(source), [1, 2, 4, 5]);
        assert_eq!(Ranges::new([2..5, 7..99]).in_utf16(source), [1, 2, 4, 5]);
    }
}
