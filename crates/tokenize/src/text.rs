//! Runs of text within a form: case, white space, references, escapes.

use dom::{
    references::{self, Decoded, ReferenceContext},
    scan::is_space,
};

use crate::{Normalize, mutable};

/// Which characters of the result are written as references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// `&` and `<`.
    Text,
    /// `&` and `"`.
    Attribute,
    /// None: raw text and comments have no references.
    Nothing,
}

/// Writes text according to one set of rules, except that ASCII keeps its case:
/// that is dropped in the whole form at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextWriter {
    lower_case: bool,
    white_space: bool,
    references: bool,
}

impl TextWriter {
    pub(crate) fn new(normalize: &Normalize) -> TextWriter {
        TextWriter {
            lower_case: normalize.get_lower_case(),
            white_space: normalize.get_white_space(),
            references: normalize.get_references(),
        }
    }

    /// Appends the form of a text or attribute value in which references count.
    pub(crate) fn write(&self, text: &str, escape: Escape, out: &mut String) {
        let place = if escape == Escape::Attribute {
            ReferenceContext::Attribute
        } else {
            ReferenceContext::Text
        };
        self.run(text, Some(place), Marks::Ignored, escape, out);
    }

    /// Appends the form of a text in which `&` is just a character.
    pub(crate) fn write_literal(&self, text: &str, escape: Escape, out: &mut String) {
        self.run(text, None, Marks::Ignored, escape, out);
    }

    /// Appends the text as [`write`](TextWriter::write) would, but without
    /// escapes, and with [`mutable`]'s marks for the placeholders in it.
    pub(crate) fn write_plain(&self, text: &str, out: &mut String) {
        let place = Some(ReferenceContext::Text);
        self.run(text, place, Marks::Reserved, Escape::Nothing, out);
    }

    /// The same for a text in which `&` is just a character.
    pub(crate) fn write_plain_literal(&self, text: &str, out: &mut String) {
        self.run(text, None, Marks::Reserved, Escape::Nothing, out);
    }

    fn run(&self, text: &str, place: Option<ReferenceContext>, marks: Marks, escape: Escape, out: &mut String) {
        let start = out.len();
        let mut sink = Sink {
            writer: *self,
            escape,
            marks,
            keep_references: place.is_some() && !self.references,
            start,
            space: false,
            out,
        };
        let classes = classes(place, escape);
        let class = |byte: u8| classes.table[byte as usize];
        let bytes = text.as_bytes();
        let mut copied = 0;
        let mut at = 0;
        loop {
            at += classes.calm_len(&bytes[at..], copied < at);
            let plain = bytes[at..].iter().position(|&b| class(b) != Class::Plain);
            at = plain.map_or(bytes.len(), |len| at + len);
            let Some(&byte) = bytes.get(at) else {
                break;
            };
            match class(byte) {
                Class::Plain => at += 1,
                Class::Space if !self.white_space => at += 1,
                // One space between two plain characters is as it should be.
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
                    at += self.special(&text[at..], place, &mut sink);
                    copied = at;
                }
                Class::Wide => {
                    let Some(c) = text[at..].chars().next() else {
                        break;
                    };
                    let is_changed =
                        (self.lower_case && changes_case(c)) || (marks == Marks::Reserved && mutable::is_mark(c));
                    if is_changed {
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

    /// Writes what begins with `&`, `<` or `"`; returns its length.
    fn special(&self, text: &str, place: Option<ReferenceContext>, sink: &mut Sink<'_>) -> usize {
        let byte = text.as_bytes()[0];
        if byte == b'&' {
            if sink.marks == Marks::Reserved
                && place.is_some()
                && let Some((mark, len)) = mutable::read_placeholder(text)
            {
                sink.verbatim(mark);
                return len;
            }
            if self.references
                && let Some(place) = place
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
}

/// What becomes of the characters that serve as [`mutable`]'s marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// They are characters like any others.
    Ignored,
    /// They stand for placeholders, and nothing else does.
    Reserved,
}

/// Takes the decoded characters.
struct Sink<'o> {
    writer: TextWriter,
    escape: Escape,
    marks: Marks,
    /// Whether `&` is left alone, because it may begin a reference.
    keep_references: bool,
    /// Where this run of text begins in `out`.
    start: usize,
    /// Whether white space came after the last character.
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

    /// Appends a character as it is, white space too.
    fn verbatim(&mut self, c: char) {
        self.close_space();
        self.out.push(c);
    }

    fn char(&mut self, c: char) {
        if self.writer.white_space && u8::try_from(c).is_ok_and(is_space) {
            self.space = true;
            return;
        }
        self.close_space();
        match c {
            '&' if self.escape != Escape::Nothing && !self.keep_references => self.out.push_str("&amp;"),
            '<' if self.escape == Escape::Text => self.out.push_str("&lt;"),
            '"' if self.escape == Escape::Attribute => self.out.push_str("&quot;"),
            _ if self.marks == Marks::Reserved && mutable::is_mark(c) => self.out.push(char::REPLACEMENT_CHARACTER),
            _ if c.is_ascii() || !self.writer.lower_case => self.out.push(c),
            FINAL_SIGMA => self.out.push('σ'),
            _ => self.out.extend(c.to_lowercase()),
        }
    }

    fn close_space(&mut self) {
        if self.space {
            self.space = false;
            if self.start < self.out.len() {
                self.out.push(' ');
            }
        }
    }
}

/// The two lower-case sigmas share one capital.
const FINAL_SIGMA: char = 'ς';

/// Returns whether the lower case of this character is something else.
fn changes_case(c: char) -> bool {
    if is_small(c) {
        return false;
    }
    let mut lower = c.to_lowercase();
    c == FINAL_SIGMA || lower.next() != Some(c) || lower.next().is_some()
}

/// Returns whether the character is certainly not a capital, without a search
/// in the table of cases: signs, lower case in Latin and Cyrillic, scripts of
/// Asia.
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

/// How a byte of text has to be treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Taken as it is.
    Plain,
    /// White space.
    Space,
    /// One of `&`, `<` and `"` that has a meaning here.
    Special,
    /// Part of a character beyond ASCII.
    Wide,
}

/// The classes of bytes for a kind of text.
struct Classes {
    table: [Class; 256],
    /// Those of class [`Class::Special`]; NUL for none.
    special: [u8; 2],
}

/// Returns the classes for a kind of text: a character that is not escaped and
/// cannot begin a reference is plain.
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
                0 => Class::Plain,
                byte if byte == special[0] || byte == special[1] => Class::Special,
                0x80.. => Class::Wide,
                _ => Class::Plain,
            };
            byte += 1;
        }
        Classes { table, special }
    }

    /// Returns how many bytes at the start need no treatment, in whole blocks.
    ///
    /// These are plain bytes and single spaces between them. `is_inside` means
    /// that a plain byte comes before. The loop over a block has no branches,
    /// so the compiler can vectorize it.
    #[inline]
    fn calm_len(&self, bytes: &[u8], is_inside: bool) -> usize {
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
            // What follows a last space may turn out to be white space.
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
            let writer = TextWriter::new(&Normalize::new());
            writer.write_literal(c.encode_utf8(&mut [0; 4]), Escape::Nothing, &mut once);
            let mut twice = String::new();
            writer.write_literal(&once, Escape::Nothing, &mut twice);
            assert_eq!(once, twice);
        }
    }
}
