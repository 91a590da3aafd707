//! Samples of sets, by which large sets are compared in little memory.
//!
//! These are the sketches of Broder (1997), "On the resemblance and containment of documents": the smallest hashes of a
//! text's runs of words.

use std::iter::zip;

/// The smallest of the hashes of a set. With all hashes below a bound, two sets can be compared: of both sets the
/// hashes below the lower of their bounds are known, and these are a random part of each.
///
/// # Examples
///
/// ```
/// use pipeline::Sketch;
///
/// let sketch = |words: &[&str]| {
///     let mut sketch = Sketch::new(100);
///     sketch.add_windows(words.iter().copied(), 2);
///     sketch.finish();
///     sketch
/// };
/// let (one, other) = (sketch(&["a", "b", "c", "d"]), sketch(&["x", "b", "c", "d"]));
/// // Two of three windows are in both: b c, c d.
/// let overlap = one.overlap(&other);
/// assert_eq!(overlap.shares, [2.0 / 3.0; 2]);
/// assert_eq!(overlap.resemblance, 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Sketch {
    most: usize,
    /// Sorted and without duplicates, but for those that were added last.
    hashes: Vec<u64>,
    /// No hash above this one is kept, since there are enough smaller ones.
    bound: u64,
}

/// What two sets have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// What both have, as a share of what either has.
    pub resemblance: f64,
    /// What both have, as a share of the first set and of the second.
    pub shares: [f64; 2],
}

impl Sketch {
    /// Returns a sketch of the empty set, which keeps up to `most` hashes.
    #[must_use]
    pub fn new(most: usize) -> Sketch {
        Sketch { most: most.max(1), hashes: Vec::new(), bound: u64::MAX }
    }

    /// Adds every run of `n` words of a text to the set. A shorter text counts as one run.
    ///
    /// # Complexity
    ///
    /// Linear in the words, whatever `n` is.
    pub fn add_windows<'a>(&mut self, words: impl IntoIterator<Item = &'a str>, n: usize) {
        let n = n.max(1);
        let hashes: Vec<u64> = words.into_iter().map(hash).collect();
        // A polynomial in the hashes of the words. The oldest word has the highest power.
        let highest = (1..n).fold(1_u64, |power, _| power.wrapping_mul(BASE));
        let mut sum = 0_u64;
        for (at, &hash) in hashes.iter().enumerate() {
            if let Some(first) = at.checked_sub(n) {
                sum = sum.wrapping_sub(hashes[first].wrapping_mul(highest));
            }
            sum = sum.wrapping_mul(BASE).wrapping_add(hash);
            if at + 1 >= n {
                self.add(mixed(sum));
            }
        }
        if !hashes.is_empty() && hashes.len() < n {
            self.add(mixed(sum));
        }
    }

    fn add(&mut self, hash: u64) {
        if hash > self.bound {
            return;
        }
        self.hashes.push(hash);
        // Sorted once for as many new hashes as there are old ones, so that each is sorted a few times.
        if self.hashes.len() >= 2 * self.most {
            self.finish();
        }
    }

    /// Sorts the hashes that were added last. Has to be called before sketches are compared.
    pub fn finish(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        if self.hashes.len() > self.most {
            self.hashes.truncate(self.most);
            self.bound = self.hashes[self.most - 1];
        }
        self.hashes.shrink_to_fit();
    }

    /// Returns the hashes that were kept, ascending.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Returns the number of bytes that the hashes take.
    pub fn n_bytes(&self) -> usize {
        self.hashes.capacity() * size_of::<u64>()
    }

    /// Compares two sets. The result is exact if neither had more than the number of hashes that are kept. Otherwise it
    /// is an estimate: with `n` hashes of a set below the bound, the standard error of a share is at most `.5 / √n`.
    ///
    /// # Complexity
    ///
    /// Linear in the hashes that are kept.
    #[must_use]
    pub fn overlap(&self, other: &Sketch) -> Overlap {
        let bound = self.bound.min(other.bound);
        let below = |sketch: &Sketch| sketch.hashes.partition_point(|&hash| hash <= bound);
        let sizes = [below(self), below(other)];
        let (mut left, mut right) = (&self.hashes[..sizes[0]], &other.hashes[..sizes[1]]);
        let mut n_shared = 0;
        while let ([one, left_rest @ ..], [two, right_rest @ ..]) = (left, right) {
            n_shared += usize::from(one == two);
            // The smaller one cannot meet any later one.
            if one <= two {
                left = left_rest;
            }
            if two <= one {
                right = right_rest;
            }
        }
        let share = |whole: usize| if whole == 0 { 0.0 } else { n_shared as f64 / whole as f64 };
        Overlap { resemblance: share(sizes[0] + sizes[1] - n_shared), shares: sizes.map(share) }
    }
}

/// Finds the pairs of sketches that may overlap: those that have a hash in common.
///
/// A hash that many have would make a pair of any two of them. So each is paired with the first `most_partners` that have
/// the hash: copies of one thing are all paired with these, and all pairs are found of hashes that few have.
///
/// # Complexity
///
/// `O(most_partners · n log n)` for `n` hashes in all.
#[must_use]
pub fn overlapping(sketches: &[Sketch], most_partners: usize) -> Vec<(usize, usize)> {
    let mut all: Vec<(u64, usize)> = Vec::new();
    for (number, sketch) in sketches.iter().enumerate() {
        all.extend(sketch.hashes.iter().map(|&hash| (hash, number)));
    }
    all.sort_unstable();
    let mut pairs = Vec::new();
    for same in all.chunk_by(|one, other| one.0 == other.0) {
        for (at, &(_, number)) in same.iter().enumerate().skip(1) {
            pairs.extend(same[..at.min(most_partners)].iter().map(|&(_, first)| (first, number)));
        }
        // Most pairs share many hashes, and would be there once for each.
        if pairs.len() > MOST_PAIRS {
            pairs.sort_unstable();
            pairs.dedup();
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The pairs after which those that are there several times are dropped. Chosen: by eye.
const MOST_PAIRS: usize = 1 << 22;

/// An odd number with bits in every place. Chosen: 2^64 divided by the golden ratio, the increment of SplitMix64.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes a word without a random key (FNV-1a), so that every run has the same hashes.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Spreads a number over all numbers, the last step of `splitmix64`: the smallest are then a random sample.
fn mixed(mut number: u64) -> u64 {
    for (shift, factor) in zip([30, 27], [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb]) {
        number = (number ^ (number >> shift)).wrapping_mul(factor);
    }
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn sketch(words: &[String], n: usize, most: usize) -> Sketch {
        let mut sketch = Sketch::new(most);
        sketch.add_windows(words.iter().map(String::as_str), n);
        sketch.finish();
        sketch
    }

    /// The runs of words themselves.
    fn naive(words: &[String], n: usize) -> BTreeSet<&[String]> {
        if words.is_empty() { BTreeSet::new() } else { words.windows(n.min(words.len())).collect() }
    }

    proptest! {
        #[test]
        fn small_sets_are_compared_exactly(
            left in proptest::collection::vec("[a-c]", 0..30),
            right in proptest::collection::vec("[a-c]", 0..30),
            n in 1..5_usize,
        ) {
            let found = sketch(&left, n, 1_000).overlap(&sketch(&right, n, 1_000));
            let (left, right) = (naive(&left, n), naive(&right, n));
            let shared = left.intersection(&right).count();
            let share = |whole: usize| if whole == 0 { 0.0 } else { shared as f64 / whole as f64 };
            prop_assert_eq!(found.shares, [share(left.len()), share(right.len())]);
            prop_assert_eq!(found.resemblance, share(left.union(&right).count()));
        }
    }

    #[test]
    fn large_sets_are_estimated() {
        let words = |from: usize| (from..from + 20_000).map(|word| format!("w{word}")).collect::<Vec<_>>();
        // Three quarters of each are in the other.
        let found = sketch(&words(0), 3, 1_000).overlap(&sketch(&words(5_000), 3, 1_000));
        for share in found.shares {
            // Three standard errors.
            assert!((share - 0.75).abs() < 0.05, "{share}");
        }
        assert!((found.resemblance - 0.6).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn no_more_is_kept_than_was_asked_for() {
        let words: Vec<String> = (0..10_000).map(|word| format!("w{word}")).collect();
        let sketch = sketch(&words, 2, 64);
        assert_eq!(sketch.hashes().len(), 64);
        assert!(sketch.n_bytes() <= 2 * 64 * 8);
        assert!(sketch.hashes().is_sorted());
    }

    #[test]
    fn pairs_are_those_with_a_hash_in_common() {
        let texts = ["a b c", "b c d", "x y z", "d a b"];
        let sketches = texts.map(|text| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            sketch(&words, 2, 100)
        });
        assert_eq!(overlapping(&sketches, 9), [(0, 1), (0, 3)]);
        // Of a hundred copies each is paired with the first two.
        let copies = vec![sketches[0].clone(); 100];
        let pairs = overlapping(&copies, 2);
        assert_eq!(pairs.len(), 99 + 98);
        assert!(pairs.iter().all(|&(first, _)| first < 2));
    }
}
