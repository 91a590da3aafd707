//! The values of a tree's leaves, laid out so that those of sixteen rows are looked up at once.

/// The number of leaves whose bytes fit into a register of 16 bytes. Set by: the width of that register.
const HALF: usize = 16;

/// A set of a tree's leaves: the lowest bit stands for the leftmost leaf.
pub(crate) type Leaves = u32;

/// The values of up to 32 leaves; 0 for leaves that the tree does not have.
///
/// For each half of the leaves, the low bytes of all values come first, then the high bytes: a byte shuffle looks up 16
/// bytes at once, and has no form for numbers of two bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeafValues([[u8; 2 * HALF]; 2]);

impl LeafValues {
    /// Sets the value of a leaf, one of 32.
    pub(crate) fn set(&mut self, leaf: usize, value: i16) {
        let half = &mut self.0[leaf / HALF];
        let [low, high] = value.to_le_bytes();
        half[leaf % HALF] = low;
        half[HALF + leaf % HALF] = high;
    }

    /// Returns the value of a leaf, one of 32.
    #[inline]
    pub(crate) fn get(&self, leaf: usize) -> i16 {
        let half = &self.0[leaf / HALF];
        i16::from_le_bytes([half[leaf % HALF], half[HALF + leaf % HALF]])
    }

    /// Returns the bytes of each half. Only the AVX2 version looks them up.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn halves(&self) -> &[[u8; 2 * HALF]; 2] {
        &self.0
    }
}
