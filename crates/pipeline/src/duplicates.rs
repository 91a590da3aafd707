//! Finds texts of a crawl that have occurred before, exactly or nearly.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    str::FromStr,
};

/// How similar two texts must be to count as copies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Likeness {
    /// The same words in the same order, regardless of case and of what separates the words.
    Exact,
    /// Almost the same words: their [SimHashes](simhash) differ in at most three of 64 bits. Texts of fewer than 20
    /// words must be the same.
    Near,
}

/// The maximum number of texts that are remembered, in 100 to 200 MB. Later texts are only compared with these. Chosen:
/// by eye.
const MAX_TEXTS: usize = 1 << 22;
/// The maximum number of bits in which the SimHashes of near copies differ. Chosen: the value of Manku, Jain and Das
/// Sarma (2007).
const MAX_BITS: u32 = 3;
/// The number of parts that hashes are looked up by. Set by: [`MAX_BITS`]: with three differing bits and four parts, at
/// least one part has no difference (pigeonhole principle).
const N_PARTS: usize = 4;

/// The hashes of a text by which copies are found: 24 bytes that depend on no other text. Displayed as hexadecimal
/// digits, which can be parsed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TextHash {
    words: u128,
    sum: Option<u64>,
}

impl TextHash {
    /// Hashes a text. Returns `None` for a text without words, which has nothing to compare.
    #[must_use]
    pub fn of(text: &str) -> Option<TextHash> {
        let words = simhash::words(text);
        if words.is_empty() {
            return None;
        }
        // Two chains of 64 bits with different seeds make 128 bits, of which millions of texts hardly ever share all.
        let fold = |seed: u64| words.iter().fold(seed, |sum, word| simhash::mix(sum ^ word));
        let high = u128::from(fold(1)) << 64;
        Some(TextHash { words: high | u128::from(fold(2)), sum: simhash::of_words(&words) })
    }
}

impl fmt::Display for TextHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.words)?;
        self.sum.map_or(Ok(()), |sum| write!(f, "{sum:016x}"))
    }
}

impl FromStr for TextHash {
    type Err = std::num::ParseIntError;

    fn from_str(digits: &str) -> Result<TextHash, Self::Err> {
        // The exact part always has 32 digits; the SimHash is missing for short texts.
        let (words, sum) = digits.split_at_checked(32).unwrap_or((digits, ""));
        Ok(TextHash {
            words: u128::from_str_radix(words, 16)?,
            sum: match sum {
                "" => None,
                sum => Some(u64::from_str_radix(sum, 16)?),
            },
        })
    }
}

/// Remembers texts, and finds those that have occurred before. Of several copies, the first one in the order of the
/// calls is the original.
///
/// # Examples
///
/// ```
/// use pipeline::{Duplicates, Likeness, TextHash};
///
/// let mut seen = Duplicates::new(Likeness::Exact);
/// let sign = |text: &str| TextHash::of(text).unwrap();
/// assert!(!seen.is_known(sign("High tide.")));
/// assert!(seen.is_known(sign("high  TIDE")));
/// assert!(!seen.is_known(sign("low tide")));
/// ```
#[derive(Clone, Debug)]
pub struct Duplicates {
    likeness: Likeness,
    texts: HashSet<u128>,
    /// For each part of a SimHash, the SimHashes that have it, by its value.
    parts: [HashMap<u16, Vec<u64>>; N_PARTS],
}

impl Duplicates {
    /// Returns an empty set of texts.
    #[must_use]
    pub fn new(likeness: Likeness) -> Duplicates {
        Duplicates { likeness, texts: HashSet::new(), parts: std::array::from_fn(|_| HashMap::new()) }
    }

    /// Returns whether a text has occurred before. If not, it is remembered, unless the maximum number of texts is
    /// reached.
    ///
    /// # Complexity
    ///
    /// Constant for exact copies. For near ones, linear in the number of texts whose SimHash shares one of its four
    /// parts of 16 bits: some 1 of 16,000.
    pub fn is_known(&mut self, text: TextHash) -> bool {
        let sum = text.sum.filter(|_| self.likeness == Likeness::Near);
        let is_known = self.texts.contains(&text.words) || sum.is_some_and(|sum| self.is_near(sum));
        // A copy is not remembered. Otherwise a chain of near copies, each of the one before, would drift away from
        // its original.
        if !is_known && self.texts.len() < MAX_TEXTS {
            self.texts.insert(text.words);
            if let Some(sum) = sum {
                for (part, known) in self.parts.iter_mut().enumerate() {
                    known.entry(part_of(sum, part)).or_default().push(sum);
                }
            }
        }
        is_known
    }

    fn is_near(&self, sum: u64) -> bool {
        self.parts.iter().enumerate().any(|(part, known)| {
            let alike = known.get(&part_of(sum, part));
            alike.is_some_and(|sums| sums.iter().any(|other| simhash::distance(*other, sum) <= MAX_BITS))
        })
    }
}

fn part_of(sum: u64, part: usize) -> u16 {
    (sum >> (16 * part)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(likeness: Likeness, texts: &[String]) -> Vec<bool> {
        let mut seen = Duplicates::new(likeness);
        texts.iter().map(|text| seen.is_known(TextHash::of(text).unwrap())).collect()
    }

    fn text(from: usize, to: usize) -> String {
        (from..to).map(|nth| format!("w{} ", nth * 7919)).collect()
    }

    #[test]
    fn near_copies_are_found_and_others_not() {
        let changed = text(0, 400).replace("w0 ", "changed ");
        let texts = [text(0, 400), changed, text(400, 800), text(200, 600), text(0, 10), text(0, 11)];
        assert_eq!(known(Likeness::Near, &texts), [false, true, false, false, false, false]);
        assert_eq!(known(Likeness::Exact, &texts), [false; 6]);
    }

    /// The parts must find what a comparison of all pairs would find.
    #[test]
    fn parts_miss_nothing() {
        let mut seen = Duplicates::new(Likeness::Near);
        let base = 0x0123_4567_89ab_cdef_u64;
        let sign = |sum: u64, nth: u128| TextHash { words: nth, sum: Some(sum) };
        assert!(!seen.is_known(sign(base, 0)));
        let mut nth = 1;
        for a in 0..64 {
            for b in a..64 {
                let sum = base ^ (1 << a) ^ (1 << b);
                assert!(seen.is_known(sign(sum ^ (1 << ((b + 1) % 64)), nth)));
                nth += 1;
            }
        }
        assert!(!seen.is_known(sign(base ^ 0b1111, nth)));
    }

    #[test]
    fn signs_come_back() {
        for text in [text(0, 5), text(0, 400)] {
            let sign = TextHash::of(&text).unwrap();
            assert_eq!(sign.to_string().parse(), Ok(sign));
        }
        assert!("".parse::<TextHash>().is_err());
        assert!("a copy".parse::<TextHash>().is_err());
    }

    #[test]
    fn what_has_no_words_is_no_copy() {
        assert_eq!(TextHash::of(" – "), None);
    }
}
