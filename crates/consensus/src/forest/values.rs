//! The values of a tree's leaves, laid out so that those of sixteen lines are looked up at once.

/// So many leaves are looked up in a register of sixteen bytes.
const HALF: usize = 16;

/// The values of up to 32 leaves; 0 for leaves that are not there.
///
/// Of each half of the leaves first stand the lower bytes, then the higher ones. A register looks up sixteen bytes at once,
/// and has no numbers of two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values([[u8; 2 * HALF]; 2]);

impl Values {
    /// Sets the value of a leaf, one of 32.
    pub(super) fn set(&mut self, leaf: usize, value: i16) {
        let half = &mut self.0[leaf / HALF];
        let [low, high] = value.to_le_bytes();
        half[leaf % HALF] = low;
        half[HALF + leaf % HALF] = high;
    }

    /// Returns the value of a leaf, one of 32.
    #[inline]
    pub(super) fn get(&self, leaf: usize) -> i16 {
        let half = &self.0[leaf / HALF];
        i16::from_le_bytes([half[leaf % HALF], half[HALF + leaf % HALF]])
    }

    /// Returns the bytes of each half.
    #[inline]
    pub(super) fn halves(&self) -> &[[u8; 2 * HALF]; 2] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_were_set() {
        let value = |leaf: usize| (leaf as i16 - 7) * 999;
        let mut values = Values::default();
        (0..32).for_each(|leaf| values.set(leaf, value(leaf)));
        for leaf in 0..32 {
            assert_eq!(values.get(leaf), value(leaf));
            assert_eq!(values.halves()[leaf / HALF][leaf % HALF], value(leaf) as u8);
        }
    }
}
