//! AVX2: registers of 32 bytes, so that two hold the words of sixteen rows.

#![expect(unsafe_code, reason = "intrinsics of AVX2 may run only on a processor that has it")]

use std::arch::x86_64::*;

use crate::{
    leaf_values::{LeafValues, Leaves},
    matrix::LANES,
    vector::Vector,
};

/// The proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Asks the processor. The standard library remembers the answer.
    pub(crate) fn new() -> Option<Avx2> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }
}

impl Vector for Avx2 {
    #[inline(always)]
    fn lowest_bits(self, words: &[Leaves; LANES]) -> [u8; LANES] {
        // SAFETY: `lowest_bits` needs AVX2, and `self` exists only where the processor has it.
        unsafe { lowest_bits(words) }
    }

    #[inline(always)]
    fn add_values(self, sums: &mut [i32; LANES], values: &LeafValues, leaves: &[u8; LANES]) {
        // SAFETY: `add_values` needs AVX2, and `self` exists only where the processor has it.
        unsafe { add_values(sums, values, leaves) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn lowest_bits(words: &[Leaves; LANES]) -> [u8; LANES] {
    let [first, second] = words.as_chunks::<8>().0 else {
        unreachable!("sixteen words are two times eight");
    };
    let [first, second] = [first, second].map(|words| {
        // SAFETY: eight words are the 32 bytes that are read; the address need not be aligned.
        let words = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
        // A lowest bit is a power of two, whose exponent as a float is the number of the bit. Bit 31 makes the float
        // negative; the mask takes the sign away.
        let lowest = _mm256_and_si256(words, _mm256_sub_epi32(_mm256_setzero_si256(), words));
        let bits = _mm256_castps_si256(_mm256_cvtepi32_ps(lowest));
        let exponents = _mm256_sub_epi32(_mm256_srli_epi32::<23>(bits), _mm256_set1_epi32(127));
        _mm256_and_si256(exponents, _mm256_set1_epi32(Leaves::BITS as i32 - 1))
    });
    // Packing takes the halves of both registers in turn; the permutation restores the order.
    let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(first, second));
    let (low, high) = halves(packed);
    let mut numbers = [0; LANES];
    // SAFETY: sixteen bytes are written to sixteen bytes; the address need not be aligned.
    unsafe { _mm_storeu_si128(numbers.as_mut_ptr().cast(), _mm_packus_epi16(low, high)) };
    numbers
}

/// Looks up the low and the high bytes of all values by byte shuffles. A gather would be fewer instructions, but made
/// whole runs 2 to 4 % longer on an AMD EPYC.
#[inline]
#[target_feature(enable = "avx2")]
fn add_values(sums: &mut [i32; LANES], values: &LeafValues, leaves: &[u8; LANES]) {
    // SAFETY: sixteen bytes are read from sixteen bytes; the address need not be aligned.
    let leaves = unsafe { _mm_loadu_si128(leaves.as_ptr().cast()) };
    let leaves = _mm256_broadcastsi128_si256(leaves);
    let [first, second] = values.halves().each_ref().map(|half| {
        // SAFETY: a half is the 32 bytes that are read; the address need not be aligned.
        unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
    });
    // A byte whose highest bit is set looks up 0. Leaves of one half get that bit in the look-up of the other.
    let of_first = _mm256_add_epi8(leaves, _mm256_set1_epi8(0x70));
    let of_second = _mm256_sub_epi8(leaves, _mm256_set1_epi8(0x10));
    let bytes = _mm256_or_si256(_mm256_shuffle_epi8(first, of_first), _mm256_shuffle_epi8(second, of_second));
    let (low, high) = halves(bytes);
    // The low register has the low bytes of the values, the high one their high bytes: interleaved, they are the
    // values.
    let values = [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)];
    for (sums, values) in sums.as_chunks_mut::<8>().0.iter_mut().zip(values) {
        let sums = sums.as_mut_ptr().cast();
        // SAFETY: eight sums are the 32 bytes that are read and written; the address need not be aligned.
        unsafe {
            let sum = _mm256_add_epi32(_mm256_loadu_si256(sums), _mm256_cvtepi16_epi32(values));
            _mm256_storeu_si256(sums, sum);
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(both: __m256i) -> (__m128i, __m128i) {
    (_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::vector::Portable;

    proptest! {
        #[test]
        fn operations_are_those_of_plain_code(
            words in any::<[Leaves; LANES]>(),
            masks in any::<[Leaves; LANES]>(),
            values in any::<[i16; 32]>(),
            sums in any::<[i16; LANES]>(),
        ) {
            let Some(avx2) = Avx2::new() else { return Ok(()) };
            // Few bits, so that the lowest is anywhere; never none.
            let mut few = words;
            few.iter_mut().zip(masks).for_each(|(word, mask)| *word = *word & mask & mask.rotate_left(7) | 1 << 31);
            prop_assert_eq!(avx2.lowest_bits(&few), Portable.lowest_bits(&few));
            let mut leaf_values = LeafValues::default();
            values.into_iter().enumerate().for_each(|(leaf, value)| leaf_values.set(leaf, value));
            let leaves = Portable.lowest_bits(&few);
            let mut found = sums.map(i32::from);
            let mut expected = found;
            avx2.add_values(&mut found, &leaf_values, &leaves);
            Portable.add_values(&mut expected, &leaf_values, &leaves);
            prop_assert_eq!(found, expected);
        }
    }
}
