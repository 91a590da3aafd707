//! Character references: `&amp;`, `&#160;`, `&#xA0;`.

mod table;

use std::borrow::Cow;

use memchr::memchr;

use crate::near;

/// The longest name in the table of those that need no semicolon. Set by: the table of the HTML standard.
const LEGACY_MAX: usize = 6;
/// The longest name of all. Set by: the same table.
const NAME_MAX: usize = 31;

/// Decodes the character references of a text, as the standard does.
///
/// A name that may lack its semicolon is decoded without it; the longest name
/// that fits is taken (`&notit;` is `¬it;`). What is not a reference is left
/// unchanged. The text is borrowed if there is nothing to decode.
///
/// For the value of an attribute use
/// [`Attribute::value`](crate::Attribute::value), where the rules differ.
///
/// # Complexity
///
/// Linear time; one allocation if anything is decoded.
///
/// # Examples
///
/// ```
/// use dom::decode_references;
///
/// assert_eq!(decode_references("R&amp;D &#8364;5&nbspa year"), "R&D €5\u{A0}a year");
/// assert_eq!(decode_references("AT&T & Co"), "AT&T & Co");
/// ```
#[must_use]
pub fn decode_references(text: &str) -> Cow<'_, str> {
    decode(text, ReferenceContext::Text)
}

/// Where a reference is, which decides about names without a semicolon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceContext {
    /// In text.
    Text,
    /// In the value of an attribute.
    Attribute,
}

pub(crate) fn decode(text: &str, place: ReferenceContext) -> Cow<'_, str> {
    let Some(first) = near::find(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut decoded = String::new();
    let mut copied = 0;
    let mut next = Some(first);
    while let Some(at) = next {
        let mut resume = at + 1;
        if let Some((reference, len)) = read(&text[at..], place) {
            if decoded.is_empty() {
                // Only a handful of references are shorter than what they
                // stand for, such as `&nGt;`.
                decoded.reserve(text.len());
            }
            decoded.push_str(&text[copied..at]);
            reference.push_to(&mut decoded);
            resume = at + len;
            copied = resume;
        }
        next = memchr(b'&', &text.as_bytes()[resume..]).map(|i| resume + i);
    }
    // No `&` began a reference.
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    decoded.push_str(&text[copied..]);
    Cow::Owned(decoded)
}

/// What a character reference stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// One character.
    Char(char),
    /// The one or two characters of a name.
    Named(&'static str),
}

impl Decoded {
    /// Returns whether this is white space to the standard's tokenizer.
    pub(crate) fn is_white_space(self) -> bool {
        match self {
            Decoded::Char(c) => matches!(c, ' ' | '\n' | '\t' | '\r' | '\x0C'),
            // Of all names only `&Tab;` and `&NewLine;` stand for white space in the standard's sense; `&nbsp;` does
            // not.
            Decoded::Named(chars) => matches!(chars, "\n" | "\t"),
        }
    }

    pub(crate) fn is_line_feed(self) -> bool {
        matches!(self, Decoded::Char('\n') | Decoded::Named("\n"))
    }

    /// Appends the characters.
    pub fn push_to(self, out: &mut String) {
        match self {
            Decoded::Char(c) => out.push(c),
            Decoded::Named(chars) => out.push_str(chars),
        }
    }
}

/// Reads the reference at the start of `text`, which begins with `&`, and
/// returns it with the number of bytes that spell it.
#[must_use]
pub fn read(text: &str, place: ReferenceContext) -> Option<(Decoded, usize)> {
    let bytes = text.as_bytes();
    match bytes.get(1)? {
        b'#' => read_number(bytes),
        b if b.is_ascii_alphabetic() => read_name(text, place),
        _ => None,
    }
}

fn read_number(bytes: &[u8]) -> Option<(Decoded, usize)> {
    let (radix, start) = match bytes.get(2)? {
        b'x' | b'X' => (16, 3),
        _ => (10, 2),
    };
    let mut at = start;
    let mut code = 0u32;
    while let Some(digit) = bytes.get(at).and_then(|&b| char::from(b).to_digit(radix)) {
        // The number of digits is not limited. A saturated number is no character, like any other that is too large.
        code = code.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    // `&#;` and `&#x;` are text.
    if at == start {
        return None;
    }
    if bytes.get(at) == Some(&b';') {
        at += 1;
    }
    Some((Decoded::Char(numbered(code)), at))
}

/// The "numeric character reference end state".
fn numbered(code: u32) -> char {
    /// What windows-1252 has at 0x80 to 0x9F. Where it has nothing, the control character stays as it is.
    const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match code {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => WINDOWS_1252.chars().nth(code as usize - 0x80).unwrap_or(char::REPLACEMENT_CHARACTER),
        // Surrogates and numbers above U+10FFFF are no characters.
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

fn read_name(text: &str, place: ReferenceContext) -> Option<(Decoded, usize)> {
    let bytes = text.as_bytes();
    if let Some((chars, len)) = frequent(bytes) {
        return Some((Decoded::Named(chars), len));
    }
    let len = bytes[1..].iter().take(NAME_MAX + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    let name = &text[1..1 + len];
    if bytes.get(1 + len) == Some(&b';')
        && let Some(chars) = find(&table::NAMED, name)
    {
        return Some((Decoded::Named(chars), len + 2));
    }
    // Names without a semicolon are prefixes of others: the longest must be tried first.
    let longest = (2..=len.min(LEGACY_MAX)).rev();
    let (chars, len) = longest.filter_map(|len| Some((find(&table::LEGACY, &name[..len])?, len))).next()?;
    // For the sake of old links: `?lang=en&copy=1` has no copyright sign.
    let next = bytes.get(1 + len);
    if place == ReferenceContext::Attribute && next.is_some_and(|&b| b == b'=' || b.is_ascii_alphanumeric()) {
        return None;
    }
    Some((Decoded::Named(chars), 1 + len))
}

/// Reads the names that nearly all references have, without a search.
fn frequent(bytes: &[u8]) -> Option<(&'static str, usize)> {
    match bytes {
        [_, b'l', b't', b';', ..] => Some(("<", 4)),
        [_, b'g', b't', b';', ..] => Some((">", 4)),
        [_, b'a', b'm', b'p', b';', ..] => Some(("&", 5)),
        [_, b'n', b'b', b's', b'p', b';', ..] => Some(("\u{A0}", 6)),
        [_, b'q', b'u', b'o', b't', b';', ..] => Some(("\"", 6)),
        _ => None,
    }
}

fn find(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table.binary_search_by_key(&name, |&(key, _)| key).ok()?;
    Some(table[row].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert_eq!((table::NAMED.len(), table::LEGACY.len()), (2125, 106));
        assert!(table::NAMED.is_sorted_by(|a, b| a.0 < b.0));
        assert!(table::LEGACY.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(table::NAMED.iter().map(|row| row.0.len()).max(), Some(NAME_MAX));
        assert_eq!(table::LEGACY.iter().map(|row| row.0.len()).max(), Some(LEGACY_MAX));
    }

    #[test]
    fn frequent_names_are_those_of_the_table() {
        for &(name, chars) in table::NAMED.iter().chain(table::LEGACY.iter()) {
            let reference = format!("&{name};");
            if let Some(found) = frequent(reference.as_bytes()) {
                assert_eq!(found, (chars, reference.len()));
            }
        }
    }

    #[test]
    fn every_name_decodes() {
        for &(name, chars) in table::NAMED.iter() {
            assert_eq!(decode_references(&format!("a&{name};b")), format!("a{chars}b"));
        }
        for &(name, chars) in table::LEGACY.iter() {
            assert_eq!(decode_references(&format!("a&{name} b")), format!("a{chars} b"));
            assert_eq!(find(&table::NAMED, name), Some(chars), "{name} also counts with a semicolon");
        }
    }

    #[test]
    fn prefixes() {
        assert_eq!(decode_references("&notit; &notin; &notin &ampamp;"), "¬it; ∉ ¬in &amp;");
        assert_eq!(decode_references("&nosuch; &; &#; &#x; & &"), "&nosuch; &; &#; &#x; & &");
    }

    #[test]
    fn numbers() {
        assert_eq!(decode_references("&#65;&#x42&#X43;&#0068"), "ABCD");
        assert_eq!(decode_references("&#128;&#x9F;&#x81;"), "€Ÿ\u{81}");
        assert_eq!(
            decode_references("&#0;&#xD800;&#x110000;&#99999999999999999999;"),
            "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
        );
    }

    #[test]
    fn attributes_keep_old_links() {
        let decode_in_attribute = |value| decode(value, ReferenceContext::Attribute);
        assert_eq!(decode_in_attribute("?a=1&copy=2&copyb&copy;&copy&amp"), "?a=1&copy=2&copyb©©&");
        assert_eq!(decode_in_attribute("&notit; &notin;"), "&notit; ∉");
    }

    #[test]
    fn borrows_what_it_does_not_change() {
        assert!(matches!(decode_references("AT&T"), Cow::Borrowed(_)));
        assert!(matches!(decode_references("plain"), Cow::Borrowed(_)));
    }
}
