//! What a word is, and bags of words.
//!
//! Text is brought to Unicode's NFKC form, the invisible characters U+00AD, U+200B to U+200D, U+2060 and U+FEFF are
//! dropped, and letters are lower-cased. Each Han or kana character is a word of its own, since these scripts have
//! no spaces. Of the rest, a word is a longest run of letters, digits and `_`.

use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization as _;

/// Words and how often each occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag {
    counts: FxHashMap<String, usize>,
    total: usize,
}

/// Marks do not belong to words, in contrast to `\w` of the regex crate.
static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[\p{L}\p{N}_]+").expect("the pattern is well-formed"));

/// Returns the words of a text in their order.
pub fn list(text: &str) -> Vec<String> {
    let mut plain = String::with_capacity(text.len());
    for character in text.nfkc().filter(|&character| !is_invisible(character)) {
        plain.push(character);
    }
    // Lower-casing a whole text knows the final sigma.
    let mut spaced = String::with_capacity(plain.len());
    for character in plain.to_lowercase().chars() {
        if is_cjk(character) {
            spaced.extend([' ', character, ' ']);
        } else {
            spaced.push(character);
        }
    }
    WORD.find_iter(&spaced).map(|word| word.as_str().to_owned()).collect()
}

/// Returns whether a character has no width and no meaning for the reader.
pub fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ffff}')
}

impl Bag {
    /// Returns the words of a text.
    pub fn of(text: &str) -> Bag {
        list(text).into_iter().collect()
    }

    /// Returns how often a word occurs.
    pub fn count(&self, word: &str) -> usize {
        self.counts.get(word).copied().unwrap_or(0)
    }

    /// Returns the number of words, repetitions counted.
    pub fn total(&self) -> usize {
        self.total
    }

    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns each word with its count, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.counts.iter().map(|(word, &count)| (word.as_str(), count))
    }

    /// Returns the size of the intersection: `Σ min(a, b)`.
    pub fn overlap(&self, other: &Bag) -> usize {
        let (small, large) = if self.counts.len() < other.counts.len() { (self, other) } else { (other, self) };
        small.iter().map(|(word, count)| count.min(large.count(word))).sum()
    }
}

impl FromIterator<String> for Bag {
    fn from_iter<I: IntoIterator<Item = String>>(words: I) -> Bag {
        let mut bag = Bag::default();
        for word in words {
            *bag.counts.entry(word).or_default() += 1;
            bag.total += 1;
        }
        bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_of_letters_digits_and_underscores() {
        for (text, words) in [
            ("Don't touch foo_bar-2!", &["don", "t", "touch", "foo_bar", "2"][..]),
            ("", &[]),
            ("… – !", &[]),
            // Compatibility forms and invisible characters go.
            ("ﬁn\u{ad}ish x\u{200b}y Ｗｉｄｅ", &["finish", "xy", "wide"]),
            ("ΟΔΟΣ", &["οδος"]),
            // Characters of Han and kana are words.
            ("日本go語", &["日", "本", "go", "語"]),
            ("テスト・中", &["テ", "ス", "ト", "中"]),
            ("한국 말", &["한국", "말"]),
            // Marks are no part of a word, as in the scorers of others, so that figures can be compared.
            ("कि", &["क"]),
        ] {
            assert_eq!(list(text), words, "{text:?}");
        }
    }

    #[test]
    fn overlap_counts_repetitions() {
        let (a, b) = (Bag::of("a a a b"), Bag::of("a a c"));
        assert_eq!(a.overlap(&b), 2);
        assert_eq!((a.total(), a.count("a"), a.count("c")), (4, 3, 0));
    }
}
