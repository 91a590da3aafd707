//! Lines that are notices of copyright, as every page of a site has.
//!
//! The phrases are in `lists/notices.txt`.

use std::sync::LazyLock;

use dom::ascii;
use rustc_hash::FxHashSet;

use super::{
    chars::{Class, each_small},
    lists,
};

/// A line with more words than this is never such a notice. Chosen: by eye.
pub(crate) const WORDS_MAX: u32 = 30;

/// Returns whether a line says that it is a notice, anywhere in it.
pub(crate) fn is_notice(line: &str) -> bool {
    // ASCII has no copyright sign, and in most of its lines no phrase can begin.
    if line.is_ascii() && !PHRASES.may_begin_in(line.as_bytes()) { false } else { looked_up(line) }
}

fn looked_up(line: &str) -> bool {
    if line.contains('\u{a9}') {
        return true;
    }
    let (words, starts) = words(line);
    starts.iter().enumerate().any(|(at, &start)| {
        // Few lines have a word with which a phrase begins.
        let first = starts.get(at + 1).map(|&end| &words[start..end - 1]);
        // An underscore in the line itself also separates words of phrases.
        let first = first.and_then(|first| first.split('_').next());
        let begins = first.is_some_and(|first| PHRASES.begun.contains(first));
        begins
            && (starts[at + 1..].iter().take(PHRASES.n_words_max))
                .any(|&end| PHRASES.phrases.contains(&words[start..end - 1]))
    })
}

/// Writes the words of a line in lower case, each followed by an underscore, and returns where each begins, and the
/// end.
fn words(line: &str) -> (String, Vec<usize>) {
    let mut words = String::with_capacity(line.len() + 1);
    let mut starts = Vec::with_capacity(WORDS_MAX as usize + 2);
    starts.push(0);
    // The space at the end ends the last word.
    for c in line.chars().chain([' ']) {
        let class = Class::of(c);
        if class.is_word() || class.is_ideograph() {
            each_small(c, |c| words.push(c));
        } else if !class.is_invisible() && !words.is_empty() && !words.ends_with('_') {
            words.push('_');
            starts.push(words.len());
        }
    }
    (words, starts)
}

struct List {
    phrases: FxHashSet<&'static str>,
    /// Their first words.
    begun: FxHashSet<&'static str>,
    beginnings: Beginnings,
    n_words_max: usize,
}

impl List {
    /// Returns false if no phrase can begin in a line of ASCII.
    fn may_begin_in(&self, line: &[u8]) -> bool {
        let mut before = 0;
        let mut at = 0;
        for (bytes, _) in ascii::eights(line, 0) {
            let letters = ascii::alphanumeric(bytes) | ascii::equal(bytes, b'_');
            // A word begins at a letter without one before it. The first byte comes after the last of the eight
            // before.
            let mut starts = letters & !(letters << 8 | before);
            while starts != 0 {
                if (self.beginnings).may_have(&line[at + ascii::first(starts)..]) {
                    return true;
                }
                // Clears the lowest bit.
                starts &= starts - 1;
            }
            // Moves the bit of the last byte to where the next eight bytes look for what is before them.
            before = letters >> 56;
            at += 8;
        }
        false
    }
}

/// A set of the beginnings of ASCII words, as a Bloom filter of 4,096 bits: it may contain other beginnings too.
#[derive(Clone, Copy)]
struct Beginnings([u64; 64]);

impl Beginnings {
    fn add(&mut self, word: &str) {
        let (slot, bit) = Beginnings::place(word.as_bytes());
        self.0[slot] |= bit;
    }

    /// Returns whether the text may begin with one of these words. `false` is certain.
    fn may_have(&self, text: &[u8]) -> bool {
        let (slot, bit) = Beginnings::place(text);
        self.0[slot] & bit != 0
    }

    /// Returns the bit of the word that the text begins with, by its first eight letters and digits of ASCII.
    fn place(text: &[u8]) -> (usize, u64) {
        let mut word = ascii::filled(text, 0);
        let length = ascii::first(!ascii::alphanumeric(word) & ascii::ALL);
        // A shift by all 64 bits would overflow.
        if length < 8 {
            word &= !(u64::MAX << (8 * length));
        }
        // The upper twelve bits of the product number the 4,096 bits.
        let hash = ascii::lowercase(word).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }
}

static PHRASES: LazyLock<List> = LazyLock::new(|| {
    let listed = lists::read(include_str!("lists/notices.txt"), &["copyright"]);
    let mut list = List {
        phrases: FxHashSet::default(),
        begun: FxHashSet::default(),
        beginnings: Beginnings([0; 64]),
        n_words_max: 0,
    };
    for (_, phrase) in listed {
        let first = phrase.split('_').next().unwrap_or(phrase);
        list.phrases.insert(phrase);
        list.begun.insert(first);
        if first.is_ascii() {
            list.beginnings.add(first);
        }
        list.n_words_max = list.n_words_max.max(phrase.split('_').count());
    }
    list
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::iter_over_hash_type, reason = "each phrase is checked by itself")]
    fn what_cannot_be_a_notice_is_none() {
        let (mut n_passed, mut n_all) = (0, 0);
        let others = ["Overview", "a", "of_2 things,", "_", "INSTALLATION--", "x1"];
        for phrase in &PHRASES.phrases {
            let phrase = phrase.replace('_', " ");
            for other in others {
                for line in [
                    phrase.to_uppercase(),
                    format!("{phrase}_{other}: {other}"),
                    format!("{other} {phrase} {other}"),
                    format!(" - {other}{phrase}"),
                    other.to_owned(),
                ] {
                    assert_eq!(is_notice(&line), looked_up(&line), "{line:?}");
                    let is_ascii = line.is_ascii();
                    n_passed += usize::from(is_ascii && PHRASES.may_begin_in(line.as_bytes()));
                    n_all += usize::from(is_ascii);
                }
            }
        }
        // Most of these lines were made from phrases, and still a quarter must be rejected without a look-up.
        assert!(2 * n_passed < 3 * n_all / 2, "{n_passed} of {n_all} have to be looked up");
    }

    #[test]
    fn notices_of_copyright() {
        for (line, expected) in [
            ("\u{a9} 2020 The Paper", true),
            ("2020 The Paper, all rights reserved.", true),
            ("ALL Rights_Reserved: The Paper", true),
            ("本站版权所有", false),
            ("版权所有 The Paper", true),
            ("All rights are reserved", false),
            ("Unreserved", false),
            ("", false),
        ] {
            assert_eq!(is_notice(line), expected, "{line}");
        }
    }
}
