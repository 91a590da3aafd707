//! Words of texts and of names.
//!
//! A word is a run of letters, digits and underscores. Han characters and kana are words of their
//! own, since their scripts put no spaces between words.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Counts the words of a text piece by piece, so that a word may cross the border of two pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter {
    in_word: bool,
}

/// How many words a text has, and how many of them are single Han or kana characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) words: u32,
    pub(crate) ideographs: u32,
}

impl Counter {
    pub(crate) fn add(&mut self, text: &str) -> Count {
        let mut count = Count::default();
        for c in text.chars() {
            if is_ideograph(c) {
                count.words += 1;
                count.ideographs += 1;
                self.in_word = false;
            } else if is_word_char(c) {
                count.words += u32::from(!self.in_word);
                self.in_word = true;
            } else if !is_invisible(c) {
                self.in_word = false;
            }
        }
        count
    }
}

fn is_word_char(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '_'
    } else {
        c.is_alphanumeric()
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ffff}')
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

/// A 64-bit hash (FNV-1a) that is the same on every machine, fit to be written into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) const fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn char(&mut self, c: char) {
        let mut buffer = [0; 4];
        self.bytes(c.encode_utf8(&mut buffer).as_bytes());
    }

    /// Mixes the bits once more: FNV leaves the upper ones poor.
    pub(crate) fn value(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}

/// Hashes a text in its comparable form: compatibility-normalized, lower case, one space between
/// words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextHash {
    hash: Hash,
    is_empty: bool,
    gap: bool,
}

impl TextHash {
    pub(crate) fn new() -> TextHash {
        TextHash {
            hash: Hash::new(),
            is_empty: true,
            gap: false,
        }
    }

    pub(crate) fn add(&mut self, text: &str) {
        if text.is_ascii() {
            for byte in text.bytes() {
                self.push_ascii(byte);
            }
        } else if is_nfkc_quick(text.chars()) == IsNormalized::Yes {
            self.push_chars(text.chars());
        } else {
            self.push_chars(text.nfkc());
        }
    }

    fn push_ascii(&mut self, byte: u8) {
        if byte.is_ascii_whitespace() {
            self.gap = true;
        } else {
            self.close_gap();
            self.hash.byte(byte.to_ascii_lowercase());
        }
    }

    fn push_chars(&mut self, chars: impl Iterator<Item = char>) {
        for c in chars {
            if c.is_ascii() {
                self.push_ascii(c as u8);
            } else if c.is_whitespace() {
                self.gap = true;
            } else if !is_invisible(c) {
                self.close_gap();
                for lower in c.to_lowercase() {
                    self.hash.char(lower);
                }
            }
        }
    }

    fn close_gap(&mut self) {
        if self.gap && !self.is_empty {
            self.hash.byte(b' ');
        }
        self.gap = false;
        self.is_empty = false;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub(crate) fn value(&self) -> u64 {
        self.hash.value()
    }
}

/// Returns the hashes of a text's words, sorted, each once.
pub(crate) fn word_set(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    let mut hash: Option<Hash> = None;
    for c in text
        .nfkc()
        .filter(|&c| !is_invisible(c))
        .flat_map(char::to_lowercase)
    {
        if is_ideograph(c) {
            words.extend(hash.take().map(Hash::value));
            let mut one = Hash::new();
            one.char(c);
            words.push(one.value());
        } else if is_word_char(c) {
            hash.get_or_insert(Hash::new()).char(c);
        } else {
            words.extend(hash.take().map(Hash::value));
        }
    }
    words.extend(hash.map(Hash::value));
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns how much two sorted sets have in common: twice the shared over the sum of sizes (Dice).
pub(crate) fn dice(one: &[u64], other: &[u64]) -> f64 {
    let shared = one
        .iter()
        .filter(|word| other.binary_search(word).is_ok())
        .count();
    let size = one.len() + other.len();
    if size == 0 {
        0.0
    } else {
        2.0 * shared as f64 / size as f64
    }
}

/// Calls `found` with each word of a class, an id or a role, in lower case: words end at
/// non-letters and where a capital follows a small letter. Words of more than 24 letters, and of
/// letters other than A to Z, are passed over.
pub(crate) fn name_words(name: &str, mut found: impl FnMut(&str)) {
    let mut word = [0_u8; 24];
    let mut length = 0;
    let mut after_small = false;
    for byte in name.bytes().chain([b' ']) {
        let starts = byte.is_ascii_uppercase() && after_small;
        if (starts || !byte.is_ascii_alphabetic()) && 0 < length {
            if length <= word.len()
                && let Ok(word) = std::str::from_utf8(&word[..length])
            {
                found(word);
            }
            length = 0;
        }
        after_small = byte.is_ascii_lowercase();
        if byte.is_ascii_alphabetic() {
            if let Some(slot) = word.get_mut(length) {
                *slot = byte.to_ascii_lowercase();
            }
            length += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> (u32, u32) {
        let count = Counter::default().add(text);
        (count.words, count.ideographs)
    }

    fn hash(pieces: &[&str]) -> u64 {
        let mut hash = TextHash::new();
        for piece in pieces {
            hash.add(piece);
        }
        hash.value()
    }

    #[test]
    fn words_of_several_scripts() {
        assert_eq!(count(""), (0, 0));
        assert_eq!(count("It's a_b 12,5"), (5, 0));
        assert_eq!(count("漢字かなmixed 글자"), (6, 4));
        assert_eq!(count("soft\u{ad}hyphen"), (1, 0));
    }

    #[test]
    fn a_word_crosses_pieces() {
        let mut counter = Counter::default();
        assert_eq!(counter.add("over").words + counter.add("lap").words, 1);
        assert_eq!(counter.add(" ped").words, 1);
    }

    #[test]
    fn comparable_forms() {
        assert_eq!(hash(&[" A  b\n"]), hash(&["a b"]));
        assert_eq!(hash(&["a ", " b"]), hash(&["a b"]));
        assert_eq!(hash(&["ﬁne\u{a0}ÉTÉ"]), hash(&["fine été"]));
        assert_ne!(hash(&["ab"]), hash(&["a b"]));
        assert!(TextHash::new().is_empty());
    }

    #[test]
    fn sets_overlap() {
        let title = word_set("The river – Daily News");
        assert!((dice(&word_set("The River"), &title) - 4.0 / 6.0).abs() < 1e-9);
        assert_eq!(dice(&[], &[]), 0.0);
    }

    #[test]
    fn words_of_names() {
        let words = |name: &str| {
            let mut words = Vec::new();
            name_words(name, |word| words.push(word.to_owned()));
            words
        };
        assert_eq!(
            words("relatedArticles-2col share_bar"),
            ["related", "articles", "col", "share", "bar"]
        );
        assert_eq!(words("HTMLBody"), ["htmlbody"]);
        assert_eq!(words("0"), Vec::<String>::new());
        assert_eq!(words("abcdefghijklmnopqrstuvwxyzabc x"), ["x"]);
    }
}
