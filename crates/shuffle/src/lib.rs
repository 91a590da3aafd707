//! A seeded shuffle that is the same on every machine and in every release.
//!
//! `distill-tree` uses it to pair pages and `rtdm-tree-mapping` to draw them, so
//! a seed means the same order for both methods.
//!
//! # Example
//!
//! ```
//! let mut pages = [0, 1, 2, 3, 4, 5, 6, 7];
//! shuffle::shuffle(0, &mut pages);
//! assert_eq!(pages, [2, 5, 0, 3, 4, 6, 1, 7]);
//! ```
//!
//! # When to use something else
//!
//! For random numbers of any other kind, use `rand`.
//!
//! # Features
//!
//! None.

/// Shuffles `items` by `seed`: the same on every machine, and in every release.
///
/// Fisher and Yates' shuffle from the last item down: item `i` changes places
/// with item `r mod (i + 1)`, where the `r` are the successive outputs of
/// SplitMix64 (Steele, Lea and Flood 2014) started at `seed`. The modulus favors
/// small numbers by less than one part in 2^32 for fewer than 2^32 items, which
/// no sample of pages can notice.
///
/// # Complexity
///
/// `O(n)` time, no memory.
///
/// # Panics
///
/// Never.
pub fn shuffle<T>(seed: u64, items: &mut [T]) {
    let mut state = seed;
    for i in (1..items.len()).rev() {
        let at = split_mix(&mut state) % (i as u64 + 1);
        items.swap(i, at as usize);
    }
}

/// Advances SplitMix64 and returns its next output.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_split_mix() {
        // The first outputs that the authors' own code gives for seed 1234567.
        let mut state = 1_234_567;
        let outputs = [(); 3].map(|()| split_mix(&mut state));
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        for seed in 0..50 {
            let mut items: Vec<u64> = (0..seed).collect();
            shuffle(seed, &mut items);
            items.sort_unstable();
            assert_eq!(items, (0..seed).collect::<Vec<_>>());
        }
    }

    #[test]
    fn all_orders_are_about_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..6_000 {
            let mut items = [0, 1, 2];
            shuffle(seed, &mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }
}
