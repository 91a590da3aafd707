//! Words of texts and of names.
//!
//! A word is a run of letters, digits and underscores. Han characters and kana are words of their
//! own, because their scripts put no spaces between words.

use dom::ascii;

use super::{
    chars::{Class, Piece, each_small, pieces},
    comparable::runs,
};

/// Counts the words of a text piece by piece; a word may span two pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter {
    in_word: bool,
}

/// What a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) words: u32,
    /// Of them, single Han or kana characters.
    pub(crate) ideographs: u32,
    /// Of ASCII.
    pub(crate) has_digit: bool,
}

impl Counter {
    /// Counts the words of a text, and adds them to `count`.
    pub(crate) fn add(&mut self, text: &str, count: &mut Count) {
        for (plain, others) in ascii::runs(text) {
            ascii::eights(plain, 0).for_each(|(bytes, length)| self.add_ascii(bytes, length, count));
            pieces(others).for_each(|piece| self.add_piece(piece, count));
        }
    }

    /// Ends the current word: what comes next is no part of it.
    pub(crate) fn end_word(&mut self) {
        self.in_word = false;
    }

    /// Counts the words of a piece that is not ASCII.
    #[inline]
    pub(crate) fn add_piece(&mut self, piece: Piece<'_>, count: &mut Count) {
        // Without branches: the ends of words cannot be predicted.
        let class = piece.class;
        let ideographs = u32::from(class.is_ideograph()) * piece.n_chars;
        count.words += ideographs + u32::from(class.is_word() & !self.in_word);
        count.ideographs += ideographs;
        self.in_word = class.is_word() | (class.is_invisible() & self.in_word);
    }

    /// Counts the words of up to eight bytes of ASCII, with zeros after them.
    #[inline]
    pub(crate) fn add_ascii(&mut self, bytes: u64, length: usize, count: &mut Count) {
        let digits = ascii::digits(bytes);
        let letters = ascii::alphanumeric(bytes) | ascii::equal(bytes, b'_');
        let before = letters << 8 | u64::from(self.in_word) << 7;
        // A word begins at a letter without one before it.
        count.words += ascii::count(letters & !before);
        count.has_digit |= digits != 0;
        self.in_word = letters >> (8 * length - 1) & 1 != 0;
    }
}

/// A 64-bit hash (FNV-1a) that is the same on every machine, fit to be written to a file.
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

    /// Mixes the bits once more: FNV leaves the upper ones weak.
    pub(crate) fn value(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}

/// Returns the hashes of a text's words, sorted and without duplicates.
pub(crate) fn word_set(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    fill_words(text, &mut words);
    words.sort_unstable();
    words.dedup();
    // A page may have a million headings of a word, and a list has room for four.
    words.shrink_to_fit();
    words
}

/// Writes the hashes of a text's words into `words`, in place of what is there, in their order.
pub(crate) fn fill_words(text: &str, words: &mut Vec<u64>) {
    let mut reader = WordReader::new(words);
    reader.add_text(text);
    reader.end_word();
}

/// A hash of a word, eight bytes at a time. Unlike [`Hash`] it is not fit to be written to a file: sets of words are
/// compared within a page.
#[derive(Clone, Copy, Debug, Default)]
struct WordHash {
    state: u64,
    held: u64,
    /// In bits.
    n_held: u32,
}

impl WordHash {
    /// Adds the first `length` of eight bytes. None of these is 0, and all others are.
    #[inline]
    fn add(&mut self, bytes: u64, length: usize) {
        // Bytes that do not fit are shifted out, and held again after the full block was mixed.
        self.held |= bytes << self.n_held;
        let n_held = self.n_held + 8 * length as u32;
        if n_held < u64::BITS {
            self.n_held = n_held;
            return;
        }
        // With nothing held, the shift would be by all 64 bits, and nothing is left over.
        let rest = bytes.checked_shr(u64::BITS - self.n_held);
        self.mix();
        self.held = rest.unwrap_or_default();
        self.n_held = n_held - u64::BITS;
    }

    fn mix(&mut self) {
        let mixed = (self.state.rotate_left(29) ^ self.held).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *self = WordHash { state: mixed ^ mixed >> 32, ..WordHash::default() };
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.n_held == 0 && self.state == 0
    }

    #[inline]
    fn value(mut self) -> u64 {
        self.mix();
        self.state
    }
}

/// Hashes words character by character.
pub(crate) struct WordReader<'a> {
    words: &'a mut Vec<u64>,
    word: WordHash,
}

impl WordReader<'_> {
    /// Writes into `words`, in place of what is there.
    pub(crate) fn new(words: &mut Vec<u64>) -> WordReader<'_> {
        words.clear();
        WordReader { words, word: WordHash::default() }
    }

    /// Adds a text.
    pub(crate) fn add_text(&mut self, text: &str) {
        for run in runs(text) {
            self.add_ascii(run.plain);
            run.each_other(|piece| self.add(piece));
        }
    }

    /// Adds a piece of a text in normal form KC.
    #[inline]
    fn add(&mut self, piece: Piece<'_>) {
        let Piece { class, text, .. } = piece;
        if class.is_invisible() {
            // Neither a letter nor the end of a word.
        } else if class.is_small() {
            self.add_small(class, text);
        } else {
            let mut add = |c: char| self.add_small(Class::of(c), c.encode_utf8(&mut [0; 4]));
            text.chars().for_each(|c| each_small(c, &mut add));
        }
    }

    #[inline]
    fn add_small(&mut self, class: Class, text: &str) {
        if class.is_word() {
            return self.add_letters(text);
        }
        self.end_word();
        if class.is_ideograph() {
            for c in text.chars() {
                self.add_letters(c.encode_utf8(&mut [0; 4]));
                self.end_word();
            }
        }
    }

    #[inline]
    fn add_letters(&mut self, text: &str) {
        for (bytes, length) in ascii::eights(text.as_bytes(), 0) {
            self.word.add(bytes, length);
        }
    }

    /// Adds ASCII, up to eight bytes of a word at a time.
    pub(crate) fn add_ascii(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            let bytes = ascii::lowercase(ascii::filled(rest, 0));
            let letters = ascii::alphanumeric(bytes) | ascii::equal(bytes, b'_');
            let length = ascii::first(!letters & ascii::ALL);
            if length == 8 {
                self.word.add(bytes, 8);
                rest = &rest[8..];
                continue;
            }
            // The length is at most 7 here, which keeps the shift below 64.
            let others = u64::MAX << (8 * length);
            if length != 0 {
                self.word.add(bytes & !others, length);
            }
            // The word may go on in the next text.
            if length == rest.len() {
                return;
            }
            self.end_word();
            // Skips to the next letter among the eight bytes, or behind them.
            let next = ascii::first(letters & others);
            rest = rest.get(next..).unwrap_or_default();
        }
    }

    /// Ends the current word: what comes next is no part of it.
    #[inline]
    pub(crate) fn end_word(&mut self) {
        if !self.word.is_empty() {
            self.words.push(self.word.value());
            self.word = WordHash::default();
        }
    }
}

/// Returns how much two sorted sets have in common: twice the size of their intersection over the
/// sum of their sizes (Dice).
pub(crate) fn dice(one: &[u64], other: &[u64]) -> f64 {
    let shared = one.iter().filter(|word| other.binary_search(word).is_ok()).count();
    let size = one.len() + other.len();
    if size == 0 { 0.0 } else { 2.0 * shared as f64 / size as f64 }
}

/// Returns which share of a sorted set is in another, or 0 if it is empty.
pub(crate) fn contained(inner: &[u64], outer: &[u64]) -> f64 {
    let shared = inner.iter().filter(|word| outer.binary_search(word).is_ok()).count();
    shared as f64 / inner.len().max(1) as f64
}

/// Calls `found` with each word of a class, an id or a role, as it is written. A word is a run of letters from A to
/// Z. It also ends where a capital follows a small letter.
pub(crate) fn name_words<'n>(name: &'n str, mut found: impl FnMut(&'n [u8])) {
    let mut rest = name.as_bytes();
    while let Some(start) = rest.iter().position(u8::is_ascii_alphabetic) {
        rest = &rest[start..];
        let goes_on = |two: &&[u8]| {
            matches!(two, [before, byte] if byte.is_ascii_alphabetic()
                && !(byte.is_ascii_uppercase() && before.is_ascii_lowercase()))
        };
        let length = 1 + rest.windows(2).take_while(goes_on).count();
        found(&rest[..length]);
        rest = &rest[length..];
    }
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    /// Gives each character as a piece of its own.
    fn each_alone(text: &str, mut visit: impl FnMut(Piece<'_>)) {
        for c in text.chars() {
            pieces(c.encode_utf8(&mut [0; 4])).for_each(&mut visit);
        }
    }

    fn count(text: &str) -> (u32, u32) {
        let mut count = Count::default();
        Counter::default().add(text, &mut count);
        (count.words, count.ideographs)
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
        let (mut counter, mut count) = (Counter::default(), Count::default());
        for (piece, words) in [("over", 1), ("lap", 1), (" ped", 2)] {
            counter.add(piece, &mut count);
            assert_eq!(count.words, words);
        }
    }

    #[test]
    fn ascii_is_counted_like_all_text() {
        let text = " One_1, and -- 22 more (of) them.\0\x0b\x7f a2z ".repeat(2);
        for start in 0..40 {
            for end in start..text.len() {
                let piece = &text[start..end];
                for in_word in [false, true] {
                    let (mut ascii, mut all) = (Counter { in_word }, Counter { in_word });
                    let [mut count, mut expected] = [Count::default(); 2];
                    each_alone(piece, |piece| all.add_piece(piece, &mut expected));
                    expected.has_digit = piece.contains(|c: char| c.is_ascii_digit());
                    ascii.add(piece, &mut count);
                    assert_eq!(count, expected, "{piece:?}");
                    assert_eq!(ascii.in_word, all.in_word, "{piece:?}");
                }
            }
        }
    }

    #[test]
    fn sets_overlap() {
        let title = word_set("The river – Daily News");
        assert!((dice(&word_set("The River"), &title) - 4.0 / 6.0).abs() < 1e-9);
        assert_eq!(dice(&[], &[]), 0.0);
    }

    /// The same with every text brought into normal form.
    fn naive_word_set(text: &str) -> Vec<u64> {
        let seen = text.nfkc().filter(|&c| !Class::of(c).is_invisible());
        let text: String = seen.flat_map(char::to_lowercase).collect();
        let mut words = Vec::new();
        let mut word = String::new();
        for c in text.chars().chain([' ']) {
            let class = Class::of(c);
            if !class.is_word() && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if class.is_ideograph() {
                words.push(c.to_string());
            } else if class.is_word() {
                word.push(c);
            }
        }
        let hash = |word: &String| {
            let mut hash = WordHash::default();
            word.bytes().for_each(|byte| hash.add(byte.into(), 1));
            hash.value()
        };
        let hashes: std::collections::BTreeSet<u64> = words.iter().map(hash).collect();
        hashes.into_iter().collect()
    }

    proptest::proptest! {
        #[test]
        fn word_sets_are_the_naive_ones(
            text in "([a-zA-Z_09 .-]{0,6}|[éÄßİ漢かﬁ½\u{a0}\u{ad}\u{301}\u{200b}²– ]{0,3}|[жщЖ漢]{0,9}){0,8}"
        ) {
            proptest::prop_assert_eq!(word_set(&text), naive_word_set(&text));
        }
    }

    #[test]
    fn words_of_names() {
        let words = |name: &str| {
            let mut words = Vec::new();
            name_words(name, |word| words.push(String::from_utf8(word.to_vec()).unwrap()));
            words
        };
        assert_eq!(words("relatedArticles-2col share_bar"), ["related", "Articles", "col", "share", "bar"]);
        assert_eq!(words("HTMLBody"), ["HTMLBody"]);
        assert_eq!(words("aéb-cD"), ["a", "b", "c", "D"]);
        assert_eq!(words("0"), Vec::<String>::new());
    }
}
