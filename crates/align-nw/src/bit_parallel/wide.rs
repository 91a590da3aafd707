//! The inner loop with AVX2: four words at a time.
//!
//! The words of a column depend on each other through the carries of one long addition, so that they are computed at
//! once as one number of `64 · W` bits. Every word is added by itself. One bit per word tells where that overflows,
//! and another where a carry would run through the whole word. An addition of these few bits gives the words that
//! receive a carry.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "AVX2 may be used only after asking the CPU for it"))]

use super::sweep::{Planes, Sweep};

/// Proof that this CPU has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(());

#[cfg(not(target_arch = "x86_64"))]
impl Wide {
    pub(super) fn new() -> Option<Wide> {
        None
    }

    pub(super) fn sweep<const W: usize, const KEEP: bool>(self, _: Sweep<'_>, _: &mut Planes<W>, _: &mut [Planes<W>]) {}
}

#[cfg(target_arch = "x86_64")]
impl Wide {
    /// Asks the CPU whether it has AVX2. The standard library caches the answer.
    pub(super) fn new() -> Option<Wide> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Wide(()))
    }

    /// Does the same as the sweep word by word. `W` must be 4, 8 or 16.
    pub(super) fn sweep<const W: usize, const KEEP: bool>(
        self,
        sweep: Sweep<'_>,
        v: &mut Planes<W>,
        kept: &mut [Planes<W>],
    ) {
        // SAFETY: the function needs AVX2. A `Wide` is made only by `new`, after the CPU was found to have it.
        unsafe {
            match W {
                4 => x86::sweep::<W, 1, KEEP>(sweep, v, kept),
                8 => x86::sweep::<W, 2, KEEP>(sweep, v, kept),
                _ => x86::sweep::<W, 4, KEEP>(sweep, v, kept),
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Planes, Sweep};

    /// Sweeps with `N` registers per plane; `W = 4 · N`.
    ///
    /// This is one function, because the compiler inlines no other into the loop, and `v` must stay in registers.
    #[target_feature(enable = "avx2")]
    pub(super) fn sweep<const W: usize, const N: usize, const KEEP: bool>(
        sweep: Sweep<'_>,
        v: &mut Planes<W>,
        kept: &mut [Planes<W>],
    ) {
        let zero = _mm256_setzero_si256();
        let ones = _mm256_cmpeq_epi64(zero, zero);
        let one = _mm256_set1_epi64x(1);
        let lanes = _mm256_set_epi64x(3, 2, 1, 0);

        // The high plane is held inverted. `andnot` then gives all negations that the loop needs; only loading and
        // storing invert.
        let mut v_low: [__m256i; N] = load(&v[0]);
        let mut v_not_high: [__m256i; N] = load(&v[1]).map(|register| _mm256_xor_si256(register, ones));
        for (column, (&number, h)) in sweep.left.iter().zip(sweep.h).enumerate() {
            let equal: [__m256i; N] = load(sweep.masks.of::<W>(number));
            let mut through = [zero; N];
            let mut begin = [zero; N];
            let mut sum = [zero; N];
            let (mut over, mut full) = (0, 0);
            for k in 0..N {
                through[k] = _mm256_andnot_si256(v_low[k], v_not_high[k]);
                begin[k] = _mm256_and_si256(equal[k], through[k]);
                sum[k] = _mm256_add_epi64(through[k], begin[k]);
                // `begin` is part of `through`, so the carry out is in the top bit.
                let carry = _mm256_or_si256(begin[k], _mm256_andnot_si256(sum[k], through[k]));
                over |= top_bits(carry) << (4 * k);
                full |= top_bits(_mm256_cmpeq_epi64(sum[k], ones)) << (4 * k);
            }
            let h_in = u32::from(*h);
            // A word that overflowed is not full, so no two carries meet.
            // Bit `k` of `begins` is a carry into word `k`. Adding `full` passes it on through full words, and XOR
            // leaves the bits of all words that receive one.
            let begins = over << 1 | (h_in & h_in >> 1);
            let carries = _mm256_set1_epi64x(i64::from((begins + full) ^ full));

            let mut z = [zero; N];
            let mut v_is_3 = [zero; N];
            let mut low_before = _mm256_set1_epi64x(i64::from(h_in & 1));
            let mut high_before = _mm256_set1_epi64x(i64::from(h_in >> 1));
            for k in 0..N {
                let word = _mm256_add_epi64(lanes, _mm256_set1_epi64x(4 * k as i64));
                let carry = _mm256_and_si256(_mm256_srlv_epi64(carries, word), one);
                let changed = _mm256_xor_si256(through[k], begin[k]);
                let above_is_3 = _mm256_xor_si256(_mm256_add_epi64(sum[k], carry), changed);
                v_is_3[k] = _mm256_andnot_si256(v_not_high[k], v_low[k]);
                z[k] = _mm256_or_si256(_mm256_or_si256(equal[k], v_is_3[k]), above_is_3);

                // H = z + 2 - V, then moved down by a row.
                let low = _mm256_xor_si256(z[k], v_low[k]);
                let high = _mm256_andnot_si256(_mm256_andnot_si256(z[k], v_low[k]), v_not_high[k]);
                let low_above = down(low, &mut low_before);
                let high_above = down(high, &mut high_before);
                // V = z + 2 - H.
                v_low[k] = _mm256_xor_si256(z[k], low_above);
                v_not_high[k] = _mm256_or_si256(high_above, _mm256_andnot_si256(z[k], low_above));
            }
            let h_low = _mm256_cvtsi256_si32(low_before) as u8;
            let h_high = _mm256_cvtsi256_si32(high_before) as u8;
            *h = h_low | h_high << 1;
            if KEEP {
                let [kept_z, kept_v_is_3] = &mut kept[column];
                store(z, kept_z);
                store(v_is_3, kept_v_is_3);
            }
        }
        let [low, high] = v;
        store(v_low, low);
        store(v_not_high.map(|register| _mm256_xor_si256(register, ones)), high);
    }

    /// Moves 256 rows down by one. The lowest bit of `before` is the row that comes in; afterwards it is the one that
    /// went out.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn down(rows: __m256i, before: &mut __m256i) -> __m256i {
        let tops = _mm256_permute4x64_epi64::<0b10_01_00_11>(_mm256_srli_epi64::<63>(rows));
        let into = _mm256_blend_epi32::<0b11>(tops, *before);
        *before = tops;
        _mm256_or_si256(_mm256_slli_epi64::<1>(rows), into)
    }

    /// Returns the top bit of each word.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn top_bits(words: __m256i) -> u32 {
        _mm256_movemask_pd(_mm256_castsi256_pd(words)) as u32
    }

    /// Loads words into registers.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn load<const W: usize, const N: usize>(words: &[u64; W]) -> [__m256i; N] {
        let mut registers = [_mm256_setzero_si256(); N];
        for (register, words) in registers.iter_mut().zip(words.as_chunks::<4>().0) {
            let words: &[u64; 4] = words;
            // SAFETY: 32 bytes are read, which are the four words of the array. This load may be unaligned.
            *register = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
        }
        registers
    }

    /// Stores registers to words.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn store<const W: usize, const N: usize>(registers: [__m256i; N], words: &mut [u64; W]) {
        for (register, words) in registers.iter().zip(words.as_chunks_mut::<4>().0) {
            let words: &mut [u64; 4] = words;
            // SAFETY: 32 bytes are written, which are the four words of the array. This store may be unaligned.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), *register) };
        }
    }
}
