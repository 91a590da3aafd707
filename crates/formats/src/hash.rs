//! Hashes that are the same on every machine and in every release, unlike those of the standard library.

/// FNV-1a over bytes, or over other units.
pub(crate) fn fnv(units: impl Iterator<Item = u64>) -> u64 {
    units.fold(0xcbf2_9ce4_8422_2325, |hash, unit| (hash ^ unit).wrapping_mul(0x0100_0000_01b3))
}

/// Spreads each bit over all others, with the finishing rounds of SplitMix64. FNV-1a leaves the high bits of similar
/// texts similar.
pub(crate) fn spread(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
