//! What lines say about the text below them.
//!
//! The phrases are in `lists/phrases.txt`.

use std::sync::LazyLock;

use dom::ascii;
use rustc_hash::FxHashMap;

use super::{chars::Class, lists};

/// A line with more words than this is never such a phrase.
pub(crate) const WORDS_MAX: u32 = 30;

/// These count anywhere in the line; all others only at its beginning.
const ANYWHERE: u8 = Phrases::COPYRIGHT.0 | Phrases::ASKS.0;

/// What a line says about the text below it, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrases(u8);

impl Phrases {
    /// Other pages.
    pub(crate) const AWAY: Phrases = Phrases(1);
    /// Something that is on every page: it is a copyright notice.
    pub(crate) const COPYRIGHT: Phrases = Phrases(1 << 1);
    /// That an article ends.
    pub(crate) const CLOSING: Phrases = Phrases(1 << 2);
    /// Somewhere to follow, to write or to subscribe.
    pub(crate) const ASKS: Phrases = Phrases(1 << 3);

    pub(crate) fn has(self, other: Phrases) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the bits: a number that trees can split.
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// Reads a line.
    pub(crate) fn of(line: &str) -> Phrases {
        match line.is_ascii() && !PHRASES.may_begin_in(line.as_bytes()) {
            true => Phrases::default(),
            false => Phrases::looked_up(line),
        }
    }

    fn looked_up(line: &str) -> Phrases {
        let mut found = 0;
        if line.contains('\u{a9}') {
            found |= Phrases::COPYRIGHT.0;
        }
        let (words, starts) = words(line);
        for (at, &start) in starts.iter().enumerate() {
            // Few lines have a word with which a phrase begins.
            let first = starts.get(at + 1).map(|&end| &words[start..end - 1]);
            // An underscore in the line itself also separates words of phrases.
            let first = first.and_then(|first| first.split('_').next());
            let Some(&begun) = first.and_then(|first| PHRASES.begun.get(first)) else {
                continue;
            };
            if at != 0 && begun.0 & ANYWHERE == 0 {
                continue;
            }
            for &end in starts[at + 1..].iter().take(PHRASES.n_words_max) {
                let says = PHRASES.says.get(&words[start..end - 1]);
                let Some(&says) = says else { continue };
                found |= match at {
                    0 => says.0,
                    _ => says.0 & ANYWHERE,
                };
            }
        }
        Phrases(found)
    }
}

/// Writes the words of a line in lower case, each followed by an underscore, and returns where each begins, and the
/// end.
fn words(line: &str) -> (String, Vec<usize>) {
    let mut words = String::with_capacity(line.len() + 1);
    let mut starts = Vec::with_capacity(WORDS_MAX as usize + 2);
    starts.push(0);
    for c in line.chars().chain([' ']) {
        let class = Class::of(c);
        if c.is_ascii() && class.is_word() {
            words.push(c.to_ascii_lowercase());
        } else if class.is_word() || class.is_ideograph() {
            words.extend(c.to_lowercase());
        } else if !class.is_invisible() && !words.is_empty() && !words.ends_with('_') {
            words.push('_');
            starts.push(words.len());
        }
    }
    (words, starts)
}

struct List {
    says: FxHashMap<&'static str, Phrases>,
    /// For each first word, what the phrases that begin with it mean.
    begun: FxHashMap<&'static str, Phrases>,
    /// Their first words, and of these the ones that count anywhere.
    at_first: Beginnings,
    anywhere: Beginnings,
    n_words_max: usize,
}

impl List {
    /// Returns false if no phrase can begin in a line of ASCII.
    fn may_begin_in(&self, line: &[u8]) -> bool {
        let mut words = &self.at_first;
        let mut before = 0;
        let mut at = 0;
        for (bytes, _) in ascii::eights(line, 0) {
            let letters = ascii::alphanumeric(bytes) | ascii::equal(bytes, b'_');
            let mut starts = letters & !(letters << 8 | before);
            while starts != 0 {
                if words.may_have(&line[at + ascii::first(starts)..]) {
                    return true;
                }
                words = &self.anywhere;
                starts &= starts - 1;
            }
            before = letters >> 56;
            at += 8;
        }
        false
    }
}

/// The beginnings of some words of ASCII, by a hash: what is not in it begins none of them.
#[derive(Clone, Copy)]
struct Beginnings([u64; 64]);

impl Beginnings {
    fn add(&mut self, word: &str) {
        let (slot, bit) = Beginnings::place(word.as_bytes());
        self.0[slot] |= bit;
    }

    /// Returns false if the word that the text begins with is none of these.
    fn may_have(&self, text: &[u8]) -> bool {
        let (slot, bit) = Beginnings::place(text);
        self.0[slot] & bit != 0
    }

    /// Takes up to eight letters and digits of ASCII.
    fn place(text: &[u8]) -> (usize, u64) {
        let mut word = ascii::filled(text, 0);
        let length = ascii::first(!ascii::alphanumeric(word) & ascii::ALL);
        if length < 8 {
            word &= !(u64::MAX << (8 * length));
        }
        let hash = ascii::lowercase(word).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }
}

static PHRASES: LazyLock<List> = LazyLock::new(|| {
    let listed = lists::own(
        include_str!("lists/phrases.txt"),
        &["away", "copyright", "closing", "asks"],
    );
    let n_words = |phrase: &str| phrase.split('_').count();
    let mut list = List {
        says: FxHashMap::default(),
        begun: FxHashMap::default(),
        at_first: Beginnings([0; 64]),
        anywhere: Beginnings([0; 64]),
        n_words_max: 0,
    };
    for (heading, phrase) in listed {
        let says = match heading {
            "away" => Phrases::AWAY,
            "copyright" => Phrases::COPYRIGHT,
            "closing" => Phrases::CLOSING,
            _ => Phrases::ASKS,
        };
        let first = phrase.split('_').next().unwrap_or(phrase);
        for all in [
            list.says.entry(phrase).or_default(),
            list.begun.entry(first).or_default(),
        ] {
            all.0 |= says.0;
        }
        if first.is_ascii() {
            list.at_first.add(first);
            if says.0 & ANYWHERE != 0 {
                list.anywhere.add(first);
            }
        }
        list.n_words_max = list.n_words_max.max(n_words(phrase));
    }
    list
});

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[Phrases]) {
        let all = expected.iter().fold(0, |all, says| all | says.0);
        assert_eq!(Phrases::of(line), Phrases(all), "{line}");
    }

    #[test]
    fn headings_that_lead_away() {
        check("Related products", &[Phrases::AWAY]);
        check(" You MAY also like: ", &[Phrases::AWAY]);
        check("関連記事", &[Phrases::AWAY]);
        check("Unrelated", &[]);
        check("also_read: more", &[Phrases::AWAY]);
        check("The related work", &[]);
        check("", &[]);
    }

    #[test]
    #[expect(
        clippy::iter_over_hash_type,
        reason = "each phrase is checked by itself"
    )]
    fn what_cannot_be_a_phrase_is_none() {
        let (mut n_passed, mut n_all) = (0, 0);
        let others = ["Overview", "a", "of_2 things,", "_", "INSTALLATION--", "x1"];
        for phrase in PHRASES.says.keys() {
            let phrase = phrase.replace('_', " ");
            for other in others {
                for line in [
                    phrase.to_uppercase(),
                    format!("{phrase}_{other}: {other}"),
                    format!("{other} {phrase} {other}"),
                    format!(" - {other}{phrase}"),
                    other.to_owned(),
                ] {
                    assert_eq!(Phrases::of(&line), Phrases::looked_up(&line), "{line:?}");
                    let is_ascii = line.is_ascii();
                    n_passed += usize::from(is_ascii && PHRASES.may_begin_in(line.as_bytes()));
                    n_all += usize::from(is_ascii);
                }
            }
        }
        assert!(
            2 * n_passed < 3 * n_all / 2,
            "{n_passed} of {n_all} have to be looked up"
        );
    }

    #[test]
    fn ends_of_articles() {
        check("Reporting by A. Writer", &[Phrases::CLOSING]);
        check("Join us on Facebook", &[Phrases::CLOSING, Phrases::ASKS]);
        check("What Facebook is for", &[Phrases::ASKS]);
        check("The reporting by A. Writer", &[]);
    }

    #[test]
    fn notices_of_copyright() {
        check("\u{a9} 2020 The Paper", &[Phrases::COPYRIGHT]);
        check(
            "2020 The Paper, all rights reserved.",
            &[Phrases::COPYRIGHT],
        );
        check("All rights are reserved", &[]);
    }
}
