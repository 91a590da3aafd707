//! What cannot stand in a string as it is: quotes, backslashes and control characters.

#![cfg_attr(
    target_feature = "sse2",
    expect(
        unsafe_code,
        reason = "the compiler wants to be told that SSE2 is there even where it always is"
    )
)]

use dom::{
    ascii::{ALL, eight},
    near::zeros,
};

/// So many bytes are looked at together.
pub(super) const BLOCK: usize = 64;

/// Returns a bit for each of these in a block, the lowest for the first byte.
#[inline(always)]
pub(super) fn of_block(block: &[u8; BLOCK]) -> u64 {
    #[cfg(target_feature = "sse2")]
    // SAFETY: this is compiled only for processors that have SSE2.
    return unsafe { of_block_by_sse2(block) };
    #[cfg(not(target_feature = "sse2"))]
    of_block_in_pieces(block)
}

/// A comparison of sixteen bytes is sixteen bits in one instruction, where what the compiler makes of
/// [`of_block_in_pieces`] takes two multiplications.
#[cfg(target_feature = "sse2")]
#[inline]
#[target_feature(enable = "sse2")]
fn of_block_by_sse2(block: &[u8; BLOCK]) -> u64 {
    use std::arch::x86_64::*;

    let mut bits = 0;
    for (i, bytes) in block.as_chunks().0.iter().enumerate() {
        let bytes = u128::from_le_bytes(*bytes);
        let bytes = _mm_set_epi64x((bytes >> 64) as i64, bytes as i64);
        let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
        let backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
        let smaller = _mm_min_epu8(bytes, _mm_set1_epi8(b' ' as i8 - 1));
        let controls = _mm_cmpeq_epi8(smaller, bytes);
        let any = _mm_or_si128(_mm_or_si128(quotes, backslashes), controls);
        bits |= (_mm_movemask_epi8(any) as u64) << (16 * i);
    }
    bits
}

/// The same for any processor.
#[cfg_attr(target_feature = "sse2", cfg(test))]
fn of_block_in_pieces(block: &[u8; BLOCK]) -> u64 {
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

/// Returns the mask of these in eight bytes, of which the first is certain.
pub(super) fn of_eight(bytes: u64) -> u64 {
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

    #[test]
    fn each_byte_is_found_at_each_place() {
        for byte in 0..=u8::MAX {
            for at in 0..BLOCK {
                let mut block = [b'x'; BLOCK];
                block[at] = byte;
                let expected = u64::from(is_special(byte)) << at;
                assert_eq!(of_block(&block), expected, "{byte} {at}");
                assert_eq!(of_block_in_pieces(&block), expected, "{byte} {at}");
            }
        }
    }

    proptest! {
        #[test]
        fn blocks_are_those_byte_by_byte(half: [u8; BLOCK / 2], other: [u8; BLOCK / 2]) {
            let block: [u8; BLOCK] = [half, other].as_flattened().try_into().unwrap();
            let naive = (0..BLOCK).filter(|&at| is_special(block[at]));
            let naive = naive.fold(0_u64, |bits, at| bits | 1 << at);
            prop_assert_eq!(of_block(&block), naive);
            prop_assert_eq!(of_block_in_pieces(&block), naive);
            let eight = of_eight(u64::from_le_bytes(*block.first_chunk().unwrap()));
            let first = (0..8).find(|&at| is_special(block[at])).unwrap_or(8);
            prop_assert_eq!(eight.trailing_zeros() / 8, first as u32);
        }
    }
}
