//! Where members begin, in the file and in the decompressed bytes.

use std::collections::VecDeque;

/// The maximum number of borders that are kept. No honest record has that many members. Chosen: by eye.
const MOST_BORDERS: usize = 1 << 16;

/// The last borders in the order of the file, by which they are sorted in both positions.
#[derive(Debug, Default)]
pub(super) struct Borders(VecDeque<Border>);

/// Where a member or a plain stretch begins.
#[derive(Clone, Copy, Debug)]
struct Border {
    /// Its position in the decompressed bytes.
    unpacked: u64,
    /// Its offset in the file.
    packed: u64,
    is_plain: bool,
}

impl Borders {
    /// Adds a member, given its position in the decompressed bytes and its offset in the file.
    pub(super) fn push(&mut self, unpacked: u64, packed: u64, is_plain: bool) {
        if self.0.len() == MOST_BORDERS {
            self.0.pop_front();
        }
        self.0.push_back(Border { unpacked, packed, is_plain });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the borders before the last one that is not after `position`, which is still needed for its offset.
    pub(super) fn forget_before(&mut self, position: u64) {
        while (self.0.get(1)).is_some_and(|border| border.unpacked <= position) {
            self.0.pop_front();
        }
    }

    /// Returns the first border at or after a position in the decompressed bytes.
    pub(super) fn next(&self, position: u64) -> Option<u64> {
        let at = self.0.partition_point(|border| border.unpacked < position);
        self.0.get(at).map(|border| border.unpacked)
    }

    /// Returns the offset in the file that stands for a position in the decompressed bytes: where the member around
    /// it begins, or the position itself in the middle of the file's first member.
    pub(super) fn offset(&self, position: u64) -> u64 {
        let n_before = self.0.partition_point(|border| border.unpacked <= position);
        let member = n_before.checked_sub(1).and_then(|last| self.0.get(last));
        match member {
            // In a plain stretch both count the same bytes.
            Some(border) if border.is_plain => border.packed + (position - border.unpacked),
            // A file that was compressed as a whole has all records in its first member, whose offset, 0, would not
            // tell them apart.
            Some(border) if border.unpacked == position || border.packed != 0 => border.packed,
            _ => position,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_borders_are_kept_than_a_record_has() {
        let mut borders = Borders::default();
        for member in 0..MOST_BORDERS as u64 + 10 {
            borders.push(member, member, false);
        }
        assert_eq!(borders.0.len(), MOST_BORDERS);
        assert_eq!(borders.next(0), Some(10));
    }
}
