//! Cuts a text into the words and numbers that a date consists of.

use std::borrow::Cow;

/// A part of a text: a run of digits, a run of letters, or a single East Asian unit of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) number: Option<u32>,
    /// The text between the previous piece and this one.
    pub(crate) before: &'a str,
}

pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let before = &rest[..start];
        rest = &rest[start..];
        let first = rest.chars().next().unwrap_or(' ');
        let is_number = first.is_ascii_digit();
        // East Asian units of time are alphanumeric, yet end a number and are words by themselves.
        let is_east = |c: char| matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
        let is_part = |c: char| c.is_alphanumeric() && c.is_ascii_digit() == is_number || !is_number && is_mark(c);
        let end = if is_east(first) {
            first.len_utf8()
        } else {
            rest.find(|c: char| !is_part(c) || is_east(c)).unwrap_or(rest.len())
        };
        let word = &rest[..end];
        pieces.push(Piece { text: word, number: is_number.then(|| word.parse().ok()).flatten(), before });
        rest = &rest[end..];
    }
    pieces
}

/// Returns whether a character is a mark of a letter before it that is not alphabetic itself: the sign that mutes a vowel,
/// the dot below and the like in scripts of India, and the signs for tones in Thai and Lao.
fn is_mark(letter: char) -> bool {
    let code = u32::from(letter);
    // The blocks of these scripts have 128 characters each, in the order of the first one.
    let is_of_india = (0x900..0xE00).contains(&code) && matches!(code % 0x80, 0x3C | 0x4D | 0x51..=0x54);
    is_of_india
        || matches!(letter, '\u{E47}'..='\u{E4E}' | '\u{EC8}'..='\u{ECD}' | '\u{1039}' | '\u{103A}' | '\u{17D2}')
}

/// Words between the parts of a date.
pub(crate) fn is_between(word: &str) -> bool {
    const WORDS: [&str; 17] =
        ["st", "nd", "rd", "th", "of", "de", "del", "er", "di", "d", "m", "năm", "พ", "ค", "ศ", "gada", "ж"];
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The zeros of the decimal digits that pages are dated with, each followed by its other digits. Chosen: the scripts of
/// the Unicode category Nd that a language of [`Locale`](pure_rust_locales::Locale) is written in, and the wide forms.
const ZEROS: [u32; 19] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
    0x17E0, 0x1810, 0xFF10,
];

/// Returns the value of a decimal digit beyond ASCII.
pub(crate) fn other_digit(letter: char) -> Option<u32> {
    let code = u32::from(letter);
    let zero = ZEROS.iter().rev().find(|&&zero| zero <= code)?;
    Some(code - zero).filter(|&value| value < 10)
}

/// Returns a text with its decimal digits in ASCII.
pub(crate) fn with_ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(|letter| other_digit(letter).is_some()) {
        return Cow::Borrowed(text);
    }
    let digit = |letter: char| other_digit(letter).and_then(|value| char::from_digit(value, 10)).unwrap_or(letter);
    Cow::Owned(text.chars().map(digit).collect())
}
