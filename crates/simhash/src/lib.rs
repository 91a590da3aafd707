//! SimHashes of texts: 64 bits that are alike for texts that are nearly the same.
//!
//! # Example
//!
//! ```
//! let text: String = (0..200).map(|n| format!("word{} ", n * n)).collect();
//! let changed = text.replace("word0 ", "another ");
//! let (one, other) = (simhash::of(&text).unwrap(), simhash::of(&changed).unwrap());
//! assert!(simhash::distance(one, other) <= 6);
//! assert_eq!(simhash::of("Too short to tell."), None);
//! ```
//!
//! # Definition
//!
//! 1. The *words* of a text are its longest runs of letters and digits (`char::is_alphanumeric`), in lower case.
//! 2. A word's hash is FNV-1a with 64 bits over its code points.
//! 3. The *features* are all runs of three words. The hash of a feature starts as 3; for each of its words it becomes
//!    the output of SplitMix64 at the exclusive or of the hash and the word's hash.
//! 4. A bit of the SimHash is 1 if more features have a 1 there than a 0 (Charikar 2002). A feature that occurs twice
//!    counts twice.
//!
//! A text of fewer than [`MIN_WORDS`] words has too few features for a meaningful SimHash.
//!
//! # Guarantees
//!
//! Linear time, eight bytes of memory for each word. The same on every machine and in every release.
//!
//! # When to use something else
//!
//! To find what two texts share, and not only whether they are nearly the same, compare sets of their features.
//!
//! # Features
//!
//! None.

mod letters;

/// The least number of words of a text that has a SimHash. Chosen: by eye.
pub const MIN_WORDS: usize = 20;

/// The number of words of a feature. Chosen: by eye.
const RUN: usize = 3;
/// The most features whose bits are counted in bytes.
const MAX_TOGETHER: usize = u8::MAX as usize;

/// Returns the SimHash of a text; `None` if it has fewer than [`MIN_WORDS`] words.
#[must_use]
pub fn of(text: &str) -> Option<u64> {
    of_words(&words(text))
}

/// Returns the hashes of the words of a text, in order.
#[must_use]
pub fn words(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    let mut word = None;
    for c in text.chars() {
        match letters::lower(c) {
            Some(letter) => word = Some(add(word.unwrap_or(EMPTY), letter)),
            None => words.extend(word.take()),
        }
    }
    words.extend(word);
    words
}

/// Returns the SimHash of a text by the [hashes of its words](words); `None` if there are fewer than [`MIN_WORDS`].
///
/// # Complexity
///
/// Linear in the words.
#[must_use]
pub fn of_words(words: &[u64]) -> Option<u64> {
    if words.len() < MIN_WORDS {
        return None;
    }
    let n_features = words.len() - (RUN - 1);
    let mut ones = [0_usize; 64];
    for start in (0..n_features).step_by(MAX_TOGETHER) {
        // Eight bits are counted in one addition: byte `b` of column `c` counts the ones of bit `8 * b + c`.
        let mut columns = [0_u64; 8];
        for run in words[start..].windows(RUN).take(MAX_TOGETHER) {
            let hash = run.iter().fold(3, |sum, word| mix(sum ^ word));
            for (shift, column) in columns.iter_mut().enumerate() {
                *column += hash >> shift & 0x0101_0101_0101_0101;
            }
        }
        for (shift, column) in columns.into_iter().enumerate() {
            for (byte, n_ones) in column.to_le_bytes().into_iter().enumerate() {
                ones[8 * byte + shift] += usize::from(n_ones);
            }
        }
    }
    // A tie counts as 0, so that the result depends on nothing else.
    let is_set = |n_ones: usize| 2 * n_ones > n_features;
    Some(ones.into_iter().enumerate().fold(0, |sum, (bit, n_ones)| sum | u64::from(is_set(n_ones)) << bit))
}

/// Returns the number of bits in which two SimHashes differ. Among eight thousand million pages, Manku and others
/// called those near copies that differ in at most three.
#[must_use]
pub fn distance(one: u64, other: u64) -> u32 {
    (one ^ other).count_ones()
}

/// A step of SplitMix64, which spreads each bit over all others.
#[must_use]
pub fn mix(x: u64) -> u64 {
    let mut bits = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The FNV-1a hash of a word without letters. Set by: FNV-1a.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a letter in lower case to the FNV-1a hash of the word before it.
fn add(hash: u64, letter: char) -> u64 {
    // The only letter with two characters in lower case has none of its own, and comes as it is.
    if letter == letters::DOTTED {
        return add(add(hash, 'i'), '\u{307}');
    }
    (hash ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3)
}

// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Splits the text into words and hashes each, as the definition says it.
    fn naive_words(text: &str) -> Vec<u64> {
        let step = |hash: u64, letter: char| (hash ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3);
        let hash = |word: &str| word.chars().flat_map(char::to_lowercase).fold(0xcbf2_9ce4_8422_2325, step);
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(hash).collect()
    }

    /// Counts bit by bit, as the definition says it.
    fn naive(text: &str) -> Option<u64> {
        let words = naive_words(text);
        let n_features = words.len().checked_sub(RUN - 1)?;
        let feature = |at: usize| mix(mix(mix(3 ^ words[at]) ^ words[at + 1]) ^ words[at + 2]);
        let is_set = |bit: usize| 2 * (0..n_features).filter(|&at| feature(at) >> bit & 1 == 1).count() > n_features;
        let sum = (0..64).filter(|&bit| is_set(bit)).map(|bit| 1 << bit).sum();
        (words.len() >= MIN_WORDS).then_some(sum)
    }

    proptest! {
        #[test]
        fn it_is_as_defined(text in "([a-cÄ]{1,3}[ .\n]){0,40}") {
            prop_assert_eq!(of(&text), naive(&text));
        }

        #[test]
        fn words_are_as_defined(text in "([a-z]|[A-Zİß가一]|\\PC|\\pC){0,40}") {
            prop_assert_eq!(words(&text), naive_words(&text));
        }
    }

    /// The ones of more features than a byte can count.
    #[test]
    fn long_texts_are_as_defined() {
        for n_words in [256, 257, 258, 1_000] {
            // Three features in turn, so that many bits have a one in most of them or in none.
            let text: String = (0..n_words).map(|n| format!("tide{} ", n % 3)).collect();
            assert_eq!(of(&text), naive(&text));
        }
    }

    #[test]
    fn case_and_what_separates_words_make_no_difference() {
        let words: Vec<String> = (0..20).map(|n| format!("Tide{n}")).collect();
        assert_eq!(of(&words.join(" ")), of(&words.join(" – ").to_uppercase()));
        assert!(of(&words.join(" ")).is_some());
        assert_eq!(of(&words[1..].join(" ")), None);
    }

    /// Hashes that were stored must stay comparable.
    #[test]
    fn the_hash_of_a_text_never_changes() {
        let text: String = (0..50).map(|n| format!("w{n} ")).collect();
        assert_eq!(format!("{:016x}", of(&text).unwrap()), "29a5a06e200e8aa9");
    }
}
