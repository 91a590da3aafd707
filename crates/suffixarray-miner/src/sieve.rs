//! Drops what cannot be shared before it is indexed, in a fixed amount of memory.

use std::ops::Range;

/// Finds the parts of documents that may contain a long string which another group of documents has as well, without
/// keeping any document.
///
/// In a first pass every window of tokens is hashed to a slot of a table. The slot remembers the first group that
/// used it, and whether another one did. In a second pass a token is kept if a window that contains it falls into a
/// slot that several groups used. Windows can share a slot by chance, so that some tokens are kept without need. No
/// token is lost that several groups share in a string of at least a window's length. What is kept goes into an
/// [`Index`](crate::Index), which is exact.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::Sieve;
///
/// let pages = [(0, [1, 2, 3, 7, 8]), (1, [9, 1, 2, 3, 4])];
/// let mut sieve = Sieve::new(3, 1 << 16);
/// for (group, tokens) in &pages {
///     let windows = sieve.windows(tokens);
///     sieve.add(*group, &windows);
/// }
/// let windows = sieve.windows(&pages[1].1);
/// assert_eq!(sieve.shared(&windows), [1..4]);
/// ```
#[derive(Clone, Debug)]
pub struct Sieve {
    window: usize,
    /// 0 if no group has used the slot; otherwise the number of the first group plus 1. [`SHARED`] is added if
    /// another group used it.
    slots: Vec<u32>,
}

/// The bit of a slot that several groups used. Set by: the highest bit.
const SHARED: u32 = 1 << 31;

/// The factor of the rolling hash. It is odd, so that multiplication loses no bits. Chosen: 2^64 divided by the golden
/// ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Sieve {
    /// Makes a sieve for windows of `window` tokens, at least 1. Its table takes at most `bytes` bytes.
    pub fn new(window: usize, bytes: usize) -> Sieve {
        Sieve { window: window.max(1), slots: vec![0; (bytes / size_of::<u32>()).max(1)] }
    }

    /// Returns a hash for each window of a document. The tokens are given as hashes too. Equal windows have equal
    /// hashes. The method borrows the sieve immutably, so that threads can call it in parallel.
    ///
    /// # Complexity
    ///
    /// Linear time.
    pub fn windows(&self, tokens: &[u64]) -> Vec<u64> {
        // A document shorter than the window has none.
        let Some(n_windows) = (tokens.len() + 1).checked_sub(self.window) else {
            return Vec::new();
        };
        // The weight of the token that leaves the window: the factor to the power of its distance from the last
        // token.
        let mut leaving = 1_u64;
        for _ in 1..self.window {
            leaving = leaving.wrapping_mul(FACTOR);
        }
        let mut windows = Vec::with_capacity(n_windows);
        let mut hash = 0_u64;
        for (at, token) in tokens.iter().map(|&token| mixed(token)).enumerate() {
            if let Some(left) = at.checked_sub(self.window) {
                hash = hash.wrapping_sub(mixed(tokens[left]).wrapping_mul(leaving));
            }
            // The hash is a polynomial in the factor modulo 2^64 (Rabin and Karp), so that a step takes constant time
            // for any window.
            hash = hash.wrapping_mul(FACTOR).wrapping_add(token);
            if self.window <= at + 1 {
                // The upper bits select the slot. They must depend on all tokens, so the sum is mixed again.
                windows.push(mixed(hash));
            }
        }
        windows
    }

    /// Adds the windows of a document of a group.
    ///
    /// # Panics
    ///
    /// If `group` is not below 2^31 − 1.
    pub fn add(&mut self, group: u32, windows: &[u64]) {
        // A slot holds the group plus 1, in the bits below the mark.
        assert!(group < SHARED - 1, "groups are numbered in 31 bits");
        for &window in windows {
            let at = self.slot(window);
            let slot = &mut self.slots[at];
            if *slot == 0 {
                *slot = group + 1;
            } else if *slot != group + 1 {
                *slot |= SHARED;
            }
        }
    }

    /// Returns the ranges of tokens that may be shared, in order. No two of them touch, and each has at least as many
    /// tokens as a window.
    pub fn shared(&self, windows: &[u64]) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (start, &window) in windows.iter().enumerate() {
            if self.slots[self.slot(window)] & SHARED == 0 {
                continue;
            }
            let end = start + self.window;
            match ranges.last_mut() {
                Some(last) if start <= last.end => last.end = end,
                _ => ranges.push(start..end),
            }
        }
        ranges
    }

    fn slot(&self, window: u64) -> usize {
        // Multiply-shift maps the hash uniformly to the slots, without a division.
        ((u128::from(window) * self.slots.len() as u128) >> 64) as usize
    }
}

/// Spreads the bits of a number, with the finalizer of SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::{collection::vec, prelude::*};

    use super::*;

    proptest! {
        #[test]
        fn nothing_shared_is_lost(
            pages in vec((0..3u32, vec(0..4u64, 0..30)), 0..8),
            window in 1..5usize,
            bytes in 1..4_000usize,
        ) {
            let mut sieve = Sieve::new(window, bytes);
            let mut groups: BTreeMap<&[u64], BTreeSet<u32>> = BTreeMap::new();
            for (group, tokens) in &pages {
                let windows = sieve.windows(tokens);
                prop_assert_eq!(windows.len(), tokens.windows(window).count());
                sieve.add(*group, &windows);
                for string in tokens.windows(window) {
                    groups.entry(string).or_default().insert(*group);
                }
            }
            for (_, tokens) in &pages {
                let kept = sieve.shared(&sieve.windows(tokens));
                for (start, string) in tokens.windows(window).enumerate() {
                    let is_kept = kept.iter().any(|range| range.start <= start && start + window <= range.end);
                    prop_assert!(is_kept || groups[string].len() < 2);
                }
            }
        }
    }

    #[test]
    fn ranges_that_would_touch_are_one() {
        let mut sieve = Sieve::new(2, 1 << 16);
        for (group, tokens) in [(0, &[1, 2, 3, 4, 5][..]), (1, &[1, 2]), (1, &[3, 4])] {
            let windows = sieve.windows(tokens);
            sieve.add(group, &windows);
        }
        // `2 3` is the first group's alone, but nothing lies between `1 2` and `3 4`.
        assert_eq!(sieve.shared(&sieve.windows(&[1, 2, 3, 4, 5])), [Range { start: 0, end: 4 }]);
        let apart = sieve.shared(&sieve.windows(&[1, 2, 9, 3, 4]));
        assert_eq!(apart, [0..2, 3..5]);
    }

    #[test]
    fn windows_depend_on_order() {
        let windows = Sieve::new(2, 64).windows(&[1, 2, 1, 2]);
        assert_eq!(windows[0], windows[2]);
        assert_ne!(windows[0], windows[1]);
    }
}
