//! Byte positions in UTF-16 units, in which a browser counts.

/// Byte positions with their UTF-16 units, for access in any order.
pub(crate) struct Units {
    bytes: Vec<usize>,
    units: Vec<usize>,
}

impl Units {
    /// Converts these positions of a source. Those inside a character move to its start, those beyond the source to its
    /// end.
    ///
    /// Linear in the source, and `O(n log n)` in the positions.
    pub(crate) fn new(source: &str, positions: impl IntoIterator<Item = usize>) -> Units {
        let mut bytes: Vec<usize> = positions.into_iter().collect();
        bytes.sort_unstable();
        bytes.dedup();
        let (mut start, mut n_units) = (0, 0);
        let units = bytes.iter().map(|&byte| {
            let end = (start..=byte.min(source.len())).rfind(|&at| source.is_char_boundary(at)).unwrap_or(start);
            n_units += source[start..end].chars().map(char::len_utf16).sum::<usize>();
            start = end;
            n_units
        });
        Units { units: units.collect(), bytes }
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
    fn browsers_count_in_utf16() {
        // One, two and four bytes; one, one and two units.
        let source = "aé🦭b";
        let positions = [99, 8, 7, 5, 3, 2, 1];
        let units = Units::new(source, positions);
        assert_eq!(positions.map(|byte| units.at(byte)), [5, 5, 4, 2, 2, 1, 1]);
    }
}
