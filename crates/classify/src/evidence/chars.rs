//! What a character means for words and for comparable forms, looked up in one
//! step, and runs of characters that mean the same.

use std::sync::OnceLock;

use unicode_normalization::{IsNormalized, char::canonical_combining_class, is_nfkc_quick};

/// The classes of a character, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class(u8);

impl Class {
    const WORD: u8 = 1 << 0;
    const IDEOGRAPH: u8 = 1 << 1;
    const INVISIBLE: u8 = 1 << 2;
    const SPACE: u8 = 1 << 3;
    const STABLE: u8 = 1 << 4;
    const SMALL: u8 = 1 << 5;
    const ALPHANUMERIC: u8 = 1 << 6;
    const CAPITAL: u8 = 1 << 7;

    /// Returns the classes of a character.
    #[inline]
    pub(crate) fn of(c: char) -> Class {
        let code = c as u32;
        block(code >> 8).classes[(code & 0xff) as usize]
    }

    fn compute_ascii(byte: u8) -> Class {
        let mut class = Class::STABLE;
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            class |= Class::WORD;
        }
        if byte.is_ascii_whitespace() {
            class |= Class::SPACE;
        }
        if byte.is_ascii_alphanumeric() {
            class |= Class::ALPHANUMERIC;
        }
        class |= if byte.is_ascii_uppercase() { Class::CAPITAL } else { Class::SMALL };
        Class(class)
    }

    fn compute(c: char) -> Class {
        match c {
            '\0'..='\x7f' => Class::compute_ascii(c as u8),
            // Most characters of a Chinese page are in blocks of their own. Looking each character of a block up in
            // the tables of Unicode took up to a percent of a run over 4 MB.
            '\u{4e00}'..='\u{9fff}' => Class(Class::IDEOGRAPH | Class::STABLE | Class::SMALL | Class::ALPHANUMERIC),
            _ => Class::look_up(c),
        }
    }

    /// Looks the classes up in the tables of Unicode.
    fn look_up(c: char) -> Class {
        // The normal form of the no-break space is the space that it is taken for anyway.
        let is_stable =
            c == '\u{a0}' || is_nfkc_quick([c].into_iter()) == IsNormalized::Yes && canonical_combining_class(c) == 0;
        let is_alphanumeric = c.is_alphanumeric();
        let mut class = 0;
        for (bit, holds) in [
            (Class::WORD, is_alphanumeric && !is_ideograph(c)),
            (Class::IDEOGRAPH, is_ideograph(c)),
            (Class::INVISIBLE, is_invisible(c)),
            (Class::SPACE, c.is_whitespace()),
            (Class::STABLE, is_stable),
            (Class::SMALL, c.to_lowercase().eq([c])),
            (Class::ALPHANUMERIC, is_alphanumeric),
            (Class::CAPITAL, c.is_uppercase()),
        ] {
            class |= if holds { bit } else { 0 };
        }
        Class(class)
    }

    /// Part of a word.
    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self.0 & Class::WORD != 0
    }

    /// A word of its own.
    #[inline]
    pub(crate) fn is_ideograph(self) -> bool {
        self.0 & Class::IDEOGRAPH != 0
    }

    /// Neither visible nor the end of a word.
    #[inline]
    pub(crate) fn is_invisible(self) -> bool {
        self.0 & Class::INVISIBLE != 0
    }

    #[inline]
    pub(crate) fn is_space(self) -> bool {
        self.0 & Class::SPACE != 0
    }

    /// A text that consists only of such characters is in normal form KC, but for its no-break spaces.
    #[inline]
    pub(crate) fn is_stable(self) -> bool {
        self.0 & Class::STABLE != 0
    }

    /// A letter or a number of any script.
    #[inline]
    pub(crate) fn is_alphanumeric(self) -> bool {
        self.0 & Class::ALPHANUMERIC != 0
    }

    #[inline]
    pub(crate) fn is_capital(self) -> bool {
        self.0 & Class::CAPITAL != 0
    }

    /// Its own lower case.
    #[inline]
    pub(crate) fn is_small(self) -> bool {
        self.0 & Class::SMALL != 0
    }
}

/// What is known of 256 characters.
struct Block {
    classes: [Class; 256],
    /// Each character in lower case, or NUL if that is several characters.
    small: [char; 256],
}

/// Returns a block, which is computed when the first of its characters occurs.
#[inline]
fn block(number: u32) -> &'static Block {
    static BLOCKS: [OnceLock<Box<Block>>; 0x1100] = [const { OnceLock::new() }; 0x1100];
    BLOCKS[number as usize].get_or_init(|| {
        let character = |i: usize| char::from_u32(number << 8 | i as u32);
        // Surrogates are no characters, and occur in no text.
        let classes = std::array::from_fn(|i| character(i).map_or(Class(0), Class::compute));
        let small_of = |i: usize| {
            if classes[i].is_small() { character(i) } else { character(i).and_then(small) }
        };
        let small = std::array::from_fn(|i| small_of(i).unwrap_or_default());
        Box::new(Block { classes, small })
    })
}

/// Returns a character in lower case, if that is one.
fn small(c: char) -> Option<char> {
    let mut small = c.to_lowercase();
    small.next().filter(|_| small.next().is_none())
}

/// Calls `visit` with a character in lower case, which may be several.
#[inline]
pub(crate) fn each_small(c: char, mut visit: impl FnMut(char)) {
    let code = c as u32;
    match block(code >> 8).small[(code & 0xff) as usize] {
        '\0' => c.to_lowercase().for_each(&mut visit),
        small => visit(small),
    }
}

/// Characters of one class in a row: most often the letters of a word after the first, or some ideographs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'t> {
    pub(crate) class: Class,
    pub(crate) text: &'t str,
    pub(crate) n_chars: u32,
}

/// Cuts a text where the class changes.
#[inline]
pub(crate) fn pieces(text: &str) -> Pieces<'_> {
    Pieces { rest: text }
}

pub(crate) struct Pieces<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    #[inline(always)]
    fn next(&mut self) -> Option<Piece<'t>> {
        let mut chars = self.rest.chars();
        let first = chars.next()? as u32;
        let block = &block(first >> 8).classes;
        let class = block[(first & 0xff) as usize];
        let mut n_chars = 1;
        let mut after = chars.as_str();
        // Neighbours are of one block, most often.
        while let Some(c) = chars.next() {
            let code = c as u32;
            let of_next = if code >> 8 == first >> 8 { block[(code & 0xff) as usize] } else { Class::of(c) };
            if of_next != class {
                break;
            }
            n_chars += 1;
            after = chars.as_str();
        }
        let (text, rest) = self.rest.split_at(self.rest.len() - after.len());
        self.rest = rest;
        Some(Piece { class, text, n_chars })
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ffff}')
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_the_standard() {
        for c in '\0'..=char::MAX {
            let class = Class::of(c);
            assert_eq!(class, Class::compute(c));
            let mut small = String::new();
            each_small(c, |c| small.push(c));
            assert!(small.chars().eq(c.to_lowercase()));
            assert_eq!(class.is_small(), c.to_lowercase().eq([c]));
            assert_eq!(class.is_alphanumeric(), c.is_alphanumeric());
            assert_eq!(class.is_capital(), c.is_uppercase());
            if !c.is_ascii() {
                assert_eq!(class, Class::look_up(c));
                let in_word = class.is_word() || class.is_ideograph();
                assert!(in_word == c.is_alphanumeric() || class.is_ideograph());
                assert_eq!(class.is_space(), c.is_whitespace());
            }
        }
    }

    #[test]
    fn pieces_are_the_text() {
        let text = "aßжЖ漢字かな한글, \u{a0}\u{301}\u{301}ﬁ";
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for end in ends {
            let mut together = String::new();
            let mut before = None;
            for piece in pieces(&text[..end]) {
                assert!(piece.text.chars().all(|c| Class::of(c) == piece.class));
                assert_eq!(piece.text.chars().count(), piece.n_chars as usize);
                assert_ne!(before, Some(piece.class));
                before = Some(piece.class);
                together.push_str(piece.text);
            }
            assert_eq!(together, text[..end]);
        }
    }

    #[test]
    fn stable_characters_need_no_normalization() {
        let is_stable = |c| Class::of(c).is_stable();
        assert!("aßж漢한\u{a0}".chars().all(is_stable));
        for c in ['ﬁ', '\u{301}', 'ｶ', '\u{2003}'] {
            assert!(!is_stable(c), "{c:?}");
        }
    }
}
