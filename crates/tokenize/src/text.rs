//! Runs of text within a form: case, white space, references, escapes.

use crate::{
    Normalize,
    attributes::is_white_space,
    mutable,
    references::{self, Decoded, Place},
};

/// Which characters of the result are written as references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// `&` and `<`.
    Text,
    /// `&` and `"`.
    Attribute,
    /// None: raw text and comments know no references.
    Nothing,
}

/// Writes text by one set of rules.
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

    /// Appends the form of a text or attribute value in which references
    /// count.
    pub(crate) fn write(&self, text: &str, escape: Escape, out: &mut String) {
        let place = if escape == Escape::Attribute {
            Place::Attribute
        } else {
            Place::Text
        };
        self.run(text, Some(place), Marks::Ignored, escape, out);
    }

    /// Appends the form of a text in which `&` is only a character.
    pub(crate) fn write_literal(&self, text: &str, escape: Escape, out: &mut String) {
        self.run(text, None, Marks::Ignored, escape, out);
    }

    /// Appends the text as [`write`](TextWriter::write) would, but without
    /// escapes, and with [`mutable`]'s marks for the placeholders in it.
    pub(crate) fn write_plain(&self, text: &str, out: &mut String) {
        let place = Some(Place::Text);
        self.run(text, place, Marks::Reserved, Escape::Nothing, out);
    }

    /// The same for a text in which `&` is only a character.
    pub(crate) fn write_plain_literal(&self, text: &str, out: &mut String) {
        self.run(text, None, Marks::Reserved, Escape::Nothing, out);
    }

    fn run(
        &self,
        text: &str,
        place: Option<Place>,
        marks: Marks,
        escape: Escape,
        out: &mut String,
    ) {
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
        let bytes = text.as_bytes();
        let mut copied = 0;
        let mut at = 0;
        loop {
            at += plain_len(&bytes[at..]);
            let Some(&byte) = bytes.get(at) else {
                break;
            };
            match CLASSES[byte as usize] {
                Class::Plain => at += 1,
                Class::Space if !self.white_space => at += 1,
                // One space between two plain characters is as it should be.
                Class::Space
                    if byte == b' '
                        && copied < at
                        && bytes.get(at + 1).is_some_and(|&next| is_plain(next)) =>
                {
                    at += 2;
                }
                Class::Space => {
                    sink.plain(&text[copied..at]);
                    sink.space = true;
                    at += 1;
                    copied = at;
                }
                Class::Special => {
                    sink.plain(&text[copied..at]);
                    at += self.special(&text[at..], place, &mut sink);
                    copied = at;
                }
                Class::Wide if !self.lower_case && marks == Marks::Ignored => at += 1,
                Class::Wide => {
                    sink.plain(&text[copied..at]);
                    let wide = text[at..].chars().take_while(|c| !c.is_ascii());
                    for c in wide {
                        sink.char(c);
                        at += c.len_utf8();
                    }
                    copied = at;
                }
            }
        }
        sink.plain(&text[copied..]);
        if self.lower_case {
            out[start..].make_ascii_lowercase();
        }
    }

    /// Writes what begins with `&`, `<` or `"`; returns its length.
    fn special(&self, text: &str, place: Option<Place>, sink: &mut Sink<'_>) -> usize {
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

/// What becomes of the characters that are [`mutable`]'s marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// They are characters like others.
    Ignored,
    /// They stand for placeholders, and nothing else does.
    Reserved,
}

/// Takes the decoded characters.
struct Sink<'o> {
    writer: TextWriter,
    escape: Escape,
    marks: Marks,
    /// Whether `&` is left alone, since it may begin a reference.
    keep_references: bool,
    /// Where this run of text begins in `out`.
    start: usize,
    /// Whether white space came since the last character.
    space: bool,
    out: &'o mut String,
}

impl Sink<'_> {
    /// Appends characters that need no treatment but ASCII case.
    fn plain(&mut self, text: &str) {
        if !text.is_empty() {
            self.close_space();
            self.out.push_str(text);
        }
    }

    /// Appends a character that needs no treatment at all.
    fn verbatim(&mut self, c: char) {
        self.close_space();
        self.out.push(c);
    }

    fn char(&mut self, c: char) {
        if self.writer.white_space && u8::try_from(c).is_ok_and(is_white_space) {
            self.space = true;
            return;
        }
        self.close_space();
        match c {
            '&' if self.escape != Escape::Nothing && !self.keep_references => {
                self.out.push_str("&amp;")
            }
            '<' if self.escape == Escape::Text => self.out.push_str("&lt;"),
            '"' if self.escape == Escape::Attribute => self.out.push_str("&quot;"),
            _ if self.marks == Marks::Reserved && mutable::is_mark(c) => {
                self.out.push(char::REPLACEMENT_CHARACTER)
            }
            _ if c.is_ascii() || !self.writer.lower_case || is_caseless(c) => self.out.push(c),
            // The two lower-case sigmas have one capital.
            'ς' => self.out.push('σ'),
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

/// Returns whether the character surely has no letter case: the scripts of
/// East Asia, for which the table of cases need not be searched.
fn is_caseless(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{A63F}' | '\u{AC00}'..='\u{D7FF}')
}

/// Returns how many bytes are plain.
fn plain_len(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|&b| !is_plain(b))
        .unwrap_or(bytes.len())
}

fn is_plain(byte: u8) -> bool {
    CLASSES[byte as usize] == Class::Plain
}

/// What a byte of text asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// At most ASCII lower case, which is done for the whole form at once.
    Plain,
    /// White space.
    Space,
    /// `&`, `<` or `"`.
    Special,
    /// Part of a character beyond ASCII.
    Wide,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\x0C' | b'\r' => Class::Space,
            b'&' | b'<' | b'"' => Class::Special,
            0x80.. => Class::Wide,
            _ => Class::Plain,
        };
        byte += 1;
    }
    classes
};
