//! Text within a form: letter case, white space, character references, escapes.

use dom::{
    references::{self, Decoded, ReferenceContext},
    scan::is_space,
};

use crate::mutable;

/// The characters that are escaped in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// `&` and `<`.
    Text,
    /// `&` and `"`.
    Attribute,
    /// None, because raw text and comments have no references.
    Nothing,
}

/// Appends the form of a text or of the value of an attribute. References count in a `place`. ASCII letters keep their case
/// here; the caller lowers the whole form at once.
pub(crate) fn write(text: &str, place: Option<ReferenceContext>, escape: Escape, out: &mut String) {
    run(text, place, Marks::Ignored, escape, out);
}

/// Appends the text as [`write`] would, but without escapes. Placeholders become the marks of [`mutable`].
pub(crate) fn write_plain(text: &str, place: Option<ReferenceContext>, out: &mut String) {
    run(text, place, Marks::Reserved, Escape::Nothing, out);
}

fn run(text: &str, place: Option<ReferenceContext>, marks: Marks, escape: Escape, out: &mut String) {
    let mut sink = Sink { escape, marks, start: out.len(), space: false, out };
    let classes = classes(place, escape);
    let class = |byte: u8| classes.table[byte as usize];
    let bytes = text.as_bytes();
    let mut copied = 0;
    let mut at = 0;
    loop {
        // Blocks without anything to treat are skipped first, then single bytes. Text is copied in runs, when
        // something is found that changes it.
        at += classes.calm_len(&bytes[at..], copied < at);
        let plain = bytes[at..].iter().position(|&b| class(b) != Class::Plain);
        at = plain.map_or(bytes.len(), |len| at + len);
        let Some(&byte) = bytes.get(at) else {
            break;
        };
        match class(byte) {
            Class::Plain => at += 1,
            // A single space between two plain characters stays as it is.
            Class::Space
                if byte == b' ' && copied < at && bytes.get(at + 1).is_some_and(|&b| class(b) == Class::Plain) =>
            {
                at += 2;
            }
            Class::Space => {
                sink.plain(&text[copied..at]);
                sink.space = true;
                let len = bytes[at..].iter().position(|&b| class(b) != Class::Space);
                at = len.map_or(bytes.len(), |len| at + len);
                copied = at;
            }
            Class::Special => {
                sink.plain(&text[copied..at]);
                at += special(&text[at..], place, &mut sink);
                copied = at;
            }
            // Bytes beyond ASCII begin a character here: all characters before were passed as a whole.
            Class::Wide => {
                let Some(c) = text[at..].chars().next() else {
                    break;
                };
                if changes_case(c) || (marks == Marks::Reserved && mutable::is_mark(c)) {
                    sink.plain(&text[copied..at]);
                    sink.char(c);
                    copied = at + c.len_utf8();
                }
                at += c.len_utf8();
            }
        }
    }
    sink.plain(&text[copied..]);
}

/// Writes a character that is `&`, `<` or `"`, or a reference. Returns the number of bytes read.
fn special(text: &str, place: Option<ReferenceContext>, sink: &mut Sink<'_>) -> usize {
    let byte = text.as_bytes()[0];
    if byte == b'&' {
        // Placeholders are not HTML references, so that they are looked for before those.
        if sink.marks == Marks::Reserved
            && place.is_some()
            && let Some((mark, len)) = mutable::read_placeholder(text)
        {
            sink.verbatim(mark);
            return len;
        }
        if let Some(place) = place
            && let Some((reference, len)) = references::read(text, place)
        {
            match reference {
                Decoded::Char(c) => sink.char(c),
                Decoded::Named(chars) => chars.chars().for_each(|c| sink.char(c)),
            }
            return len;
        }
    }
    sink.char(char::from(byte));
    1
}

/// How the characters are treated that serve as marks of [`mutable`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// As ordinary characters.
    Ignored,
    /// As placeholders. The same characters in the page are replaced.
    Reserved,
}

/// Receives decoded characters and writes them to the form.
struct Sink<'o> {
    escape: Escape,
    marks: Marks,
    /// The start of this run of text in `out`.
    start: usize,
    /// Whether white space was read after the last character.
    space: bool,
    out: &'o mut String,
}

impl Sink<'_> {
    /// Appends characters that need no treatment.
    fn plain(&mut self, text: &str) {
        if !text.is_empty() {
            self.close_space();
            self.out.push_str(text);
        }
    }

    /// Appends a character unchanged, even if it is white space.
    fn verbatim(&mut self, c: char) {
        self.close_space();
        self.out.push(c);
    }

    fn char(&mut self, c: char) {
        if u8::try_from(c).is_ok_and(is_space) {
            self.space = true;
            return;
        }
        self.close_space();
        match c {
            '&' if self.escape != Escape::Nothing => self.out.push_str("&amp;"),
            '<' if self.escape == Escape::Text => self.out.push_str("&lt;"),
            '"' if self.escape == Escape::Attribute => self.out.push_str("&quot;"),
            _ if self.marks == Marks::Reserved && mutable::is_mark(c) => self.out.push(char::REPLACEMENT_CHARACTER),
            _ if c.is_ascii() => self.out.push(c),
            // `to_lowercase` keeps ς and turns Σ into σ, so that equal words would differ.
            FINAL_SIGMA => self.out.push('σ'),
            _ => self.out.extend(c.to_lowercase()),
        }
    }

    fn close_space(&mut self) {
        if self.space {
            self.space = false;
            // White space at the start of the run is dropped, and at its end nothing closes it.
            if self.start < self.out.len() {
                self.out.push(' ');
            }
        }
    }
}

/// The second lower-case sigma, which shares its capital with σ.
const FINAL_SIGMA: char = 'ς';

/// Returns whether the lower case of this character differs from it.
fn changes_case(c: char) -> bool {
    if is_small(c) {
        return false;
    }
    let mut lower = c.to_lowercase();
    c == FINAL_SIGMA || lower.next() != Some(c) || lower.next().is_some()
}

/// Returns whether the character is certainly no capital, without a search in the Unicode tables: symbols, lower-case
/// letters of Latin and Cyrillic, scripts of Asia.
fn is_small(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{BF}'
            | '\u{DF}'..='\u{FF}'
            | '\u{430}'..='\u{45F}'
            | '\u{590}'..='\u{109F}'
            | '\u{2000}'..='\u{20FF}'
            | '\u{2E80}'..='\u{A63F}'
            | '\u{AC00}'..='\u{D7FF}'
    )
}

/// How a byte of text is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Copied.
    Plain,
    /// White space.
    Space,
    /// One of `&`, `<` and `"`, where it has a meaning.
    Special,
    /// Part of a character beyond ASCII.
    Wide,
}

/// The classes of bytes for a kind of text.
struct Classes {
    table: [Class; 256],
    /// The bytes of class [`Class::Special`]; NUL for none.
    special: [u8; 2],
}

/// Returns the classes for a kind of text. A character that is not escaped and cannot begin a reference is plain.
fn classes(place: Option<ReferenceContext>, escape: Escape) -> &'static Classes {
    static TEXT: Classes = Classes::new(*b"&<");
    static ATTRIBUTE: Classes = Classes::new(*b"&\"");
    static REFERENCES: Classes = Classes::new(*b"&\0");
    static LITERAL: Classes = Classes::new(*b"\0\0");
    match (escape, place) {
        (Escape::Text, _) => &TEXT,
        (Escape::Attribute, _) => &ATTRIBUTE,
        (Escape::Nothing, Some(_)) => &REFERENCES,
        (Escape::Nothing, None) => &LITERAL,
    }
}

impl Classes {
    const fn new(special: [u8; 2]) -> Classes {
        let mut table = [Class::Plain; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = match byte as u8 {
                b' ' | b'\t' | b'\n' | b'\x0C' | b'\r' => Class::Space,
                // NUL is the filler of `special`, so that it must be decided before the comparison with it.
                0 => Class::Plain,
                byte if byte == special[0] || byte == special[1] => Class::Special,
                0x80.. => Class::Wide,
                _ => Class::Plain,
            };
            byte += 1;
        }
        Classes { table, special }
    }

    /// Returns the number of bytes at the start that can be copied, in whole blocks.
    ///
    /// These are plain bytes and single spaces between them. `is_inside` means that a plain byte comes before. The
    /// loop over a block has no branches, so that the compiler can vectorize it.
    #[inline]
    fn calm_len(&self, bytes: &[u8], is_inside: bool) -> usize {
        /// The number of bytes that are examined together. Chosen: by eye.
        const BLOCK: usize = 16;
        if bytes.first() == Some(&b' ') && !is_inside {
            return 0;
        }
        let mut len = 0;
        while let Some(block) = bytes[len..].first_chunk::<{ BLOCK + 1 }>() {
            let mut is_calm = true;
            for i in 0..BLOCK {
                let (byte, next) = (block[i], block[i + 1]);
                is_calm &= (b' '..0x80).contains(&byte)
                    & (byte != self.special[0])
                    & (byte != self.special[1])
                    & ((byte != b' ') | (b' ' < next));
            }
            if !is_calm {
                break;
            }
            // A space at the end of the block is left to the caller: the byte after the next one may be white space
            // too.
            len += if block[BLOCK - 1] == b' ' { BLOCK - 1 } else { BLOCK };
        }
        len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_characters_are_no_capitals() {
        for c in (char::MIN..=char::MAX).filter(|&c| is_small(c)) {
            assert!(c.to_lowercase().eq([c]), "{c:?}");
        }
    }

    #[test]
    fn lower_case_is_final() {
        for c in (char::MIN..=char::MAX).filter(|c| !c.is_ascii()) {
            let mut once = String::new();
            write(c.encode_utf8(&mut [0; 4]), None, Escape::Nothing, &mut once);
            let mut twice = String::new();
            write(&once, None, Escape::Nothing, &mut twice);
            assert_eq!(once, twice);
        }
    }
}
