//! Finds the bytes that must be escaped in a string: quotes, backslashes and control characters.

use dom::{
    ascii::{ALL, eight},
    near::zeros,
};

/// The number of bytes that [`of_block`] examines together. Set by: the bits of a `u64`, one for each byte.
pub(super) const BLOCK: usize = 64;

/// Returns a mask with a bit for each byte of a block that must be escaped. The lowest bit stands for the first byte.
#[inline(always)]
pub(super) fn of_block(block: &[u8; BLOCK]) -> u64 {
    let mut found = [0_u8; BLOCK];
    for (found, &byte) in std::iter::zip(&mut found, block) {
        *found = u8::from(byte == b'"') | u8::from(byte == b'\\') | u8::from(byte < b' ');
    }
    let mut bits = 0;
    for (i, found) in found.as_chunks::<8>().0.iter().enumerate() {
        // The product has the lowest bits of all eight bytes side by side in its highest byte.
        let eight = u64::from_le_bytes(*found).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= eight << (8 * i);
    }
    bits
}

/// Returns a mask with the highest bit of each byte that must be escaped. Only the lowest bit that is set is certain
/// to be right: borrows can set bits above it.
pub(super) fn of_eight(bytes: u64) -> u64 {
    // Subtracting 0x20 from a byte below it borrows, which sets its highest bit. Bytes that have this bit anyway are no
    // control characters, and `!bytes` removes them.
    let controls = bytes.wrapping_sub(eight(b' ')) & !bytes & ALL;
    zeros(bytes ^ eight(b'"')) | zeros(bytes ^ eight(b'\\')) | controls
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_special(byte: u8) -> bool {
        byte == b'"' || byte == b'\\' || byte < b' '
    }

    proptest! {
        #[test]
        fn blocks_are_those_byte_by_byte(half: [u8; BLOCK / 2], other: [u8; BLOCK / 2]) {
            let block: [u8; BLOCK] = [half, other].as_flattened().try_into().unwrap();
            let naive = (0..BLOCK).filter(|&at| is_special(block[at]));
            let naive = naive.fold(0_u64, |bits, at| bits | 1 << at);
            prop_assert_eq!(of_block(&block), naive);
            let eight = of_eight(u64::from_le_bytes(*block.first_chunk().unwrap()));
            let first = (0..8).find(|&at| is_special(block[at])).unwrap_or(8);
            prop_assert_eq!(eight.trailing_zeros() / 8, first as u32);
        }
    }
}
