//! Pages of bytes: as they are, or as pieces that a parser takes for tags.

use std::borrow::Cow;

use crate::words;

/// Makes a page of bytes. Those that begin with a byte above 0xF7, which no UTF-8 has, name a word each: soup of tags
/// that every change of a byte keeps soup of tags.
pub(crate) fn page(data: &[u8]) -> Cow<'_, str> {
    match data.split_first() {
        Some((0xF8.., rest)) => Cow::Owned(soup(rest)),
        _ => String::from_utf8_lossy(data),
    }
}

fn soup(data: &[u8]) -> String {
    data.iter().map(|&byte| words::HTML[usize::from(byte) % words::HTML.len()]).collect()
}

/// The letters of a text, without white space.
pub(crate) fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|letter| !letter.is_whitespace())
}
