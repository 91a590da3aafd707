//! What the characters of a line look like.

use std::borrow::Cow;

use dom::{Dom, ascii};

use super::table::UNKNOWN;
use crate::evidence::{
    Evidence, Line,
    chars::{Class, Piece, pieces},
    declared_words::{DeclaredWords, Phrases},
    words::{WordReader, dice, fill_words},
};

/// A line of at least this many words is running text if a sentence ends in it. Chosen: by eye.
const RUNNING_MIN_WORDS: f64 = 8.0;
/// A line of at least this many words is running text even if no sentence ends in it. Chosen: by eye.
const RUNNING_SURE_WORDS: f64 = 20.0;
/// A line of more words is not a title. Chosen: by eye.
const TITLE_MAX_WORDS: u32 = 40;
/// A line of more words is not a price. Chosen: by eye.
const PRICE_MAX_WORDS: u32 = 12;

/// What is counted in the text of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Text {
    pub(super) chars: u32,
    pub(super) ends: u32,
    pub(super) digits: u32,
    pub(super) capitals: u32,
    pub(super) punctuation: u32,
    pub(super) symbols: u32,
    /// Words that begin with a capital.
    pub(super) names: u32,
    /// Whether it has a number that is a year of our time.
    pub(super) has_year: bool,
    pub(super) kind: Kind,
    pub(super) last: Last,
    /// How much the line has in common with the page's title.
    pub(super) title: f32,
    /// The share of its words that the page declares of itself, and of other things; see [`DeclaredWords`].
    pub(super) declared: [f32; 2],
}

/// What is known of every line of a page, whichever lines are described.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Kind {
    pub(super) is_running: bool,
    pub(super) is_price: bool,
}

/// How a line ends, from the least to the most like a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Last {
    #[default]
    Symbol,
    Digit,
    Letter,
    Bracket,
    Comma,
    Colon,
    Ellipsis,
    End,
}

/// Reads the texts of lines.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    dom: &'a Dom<'a>,
    page: &'a Evidence,
    declared: DeclaredWords,
    /// One bit for each word of the titles. Most lines have no such word, and the bits find most of these lines, as in a
    /// Bloom filter.
    of_titles: u64,
}

/// Returns the bits of some words.
fn bits(words: &[u64]) -> u64 {
    words.iter().fold(0, |bits, &word| bits | 1_u64 << (word >> 58))
}

impl<'a> Texts<'a> {
    pub(super) fn new(dom: &'a Dom<'a>, page: &'a Evidence) -> Texts<'a> {
        let declared = DeclaredWords::read(dom, &page.declarations);
        Texts { dom, page, declared, of_titles: page.titles.iter().fold(0, |all, title| all | bits(title)) }
    }

    /// Reads the text of each of these lines.
    pub(super) fn read(&self, lines: impl Iterator<Item = usize> + Clone) -> Vec<Text> {
        let (dom, page, declared) = (self.dom, self.page, &self.declared);
        let (mut whole, mut words) = (String::new(), Vec::new());
        let of_lines = lines.map(|line| &page.lines[line]);
        // All texts are found before any is read. The page may have waited for long, and each of its nodes may have to
        // come from memory: in a loop of their own these accesses overlap.
        let nodes = of_lines.clone().flat_map(|line| &page.texts[line.texts.0 as usize..line.texts.1 as usize]);
        let found: Vec<Cow<'_, str>> =
            nodes.map(|&text| dom.get(text as usize).map(|node| dom.text(node)).unwrap_or_default()).collect();
        let mut rest = &found[..];
        let of_line = |line: &Line| {
            let mut reader = Reader::default();
            let texts;
            (texts, rest) = rest.split_at((line.texts.1 - line.texts.0) as usize);
            let wants_title = line.words <= TITLE_MAX_WORDS && !page.titles.is_empty();
            let wants_words = wants_title || !declared.is_empty();
            // Words of ASCII can be read text by text. With other characters the texts of a line are joined first, since
            // characters of one text may combine with those of the next.
            let mut is_ascii = true;
            let mut word_reader = WordReader::new(&mut words);
            for text in texts {
                if text.is_ascii() {
                    reader.read_ascii(text.as_bytes());
                    if is_ascii && wants_words {
                        word_reader.add_ascii(text.as_bytes());
                    }
                } else {
                    is_ascii = false;
                    reader.read(text);
                }
            }
            word_reader.end_word();
            let mut text = reader.finish(line);
            if wants_words && !is_ascii {
                whole.clear();
                texts.iter().for_each(|text| whole.push_str(text));
                fill_words(&whole, &mut words);
            }
            let share = |phrases: &Phrases| if phrases.is_empty() { UNKNOWN } else { phrases.share(&words) };
            text.declared = [share(&declared.own), share(&declared.others)];
            // Sets of words are compared only if they may have a word in common.
            if wants_title && bits(&words) & self.of_titles != 0 {
                words.sort_unstable();
                words.dedup();
                let shared = page.titles.iter().map(|title| dice(&words, title));
                text.title = shared.fold(0.0, f64::max) as f32;
            }
            text
        };
        of_lines.map(of_line).collect()
    }
}

/// Reads a line character by character.
#[derive(Default)]
struct Reader {
    text: Text,
    /// A stop was read, and since then nothing but what may close a sentence after it.
    after_stop: bool,
    in_word: bool,
    /// The digits read last, and their number.
    number: (u32, u32),
    has_currency: bool,
}

impl Reader {
    fn read(&mut self, text: &str) {
        for (plain, others) in ascii::runs(text) {
            self.read_ascii(plain);
            pieces(others).for_each(|piece| self.read_piece(piece));
        }
    }

    /// Does the same for ASCII, up to eight bytes at a time where they are letters and spaces.
    fn read_ascii(&mut self, text: &[u8]) {
        ascii::eights(text, ascii::eight(b' ')).for_each(|(bytes, length)| {
            let capitals = ascii::within(bytes, b'A', b'Z');
            let letters = ascii::within(ascii::lowercase(bytes), b'a', b'z');
            let spaces = ascii::spaces(bytes);
            let others = !(letters | spaces) & ascii::ALL;
            let mut at = 0;
            while at < length {
                // All letters and spaces up to the next other byte are read together.
                let n_words = ascii::first(others >> (8 * at)).min(length - at);
                if n_words != 0 {
                    // Moves the masks to the lowest bytes, and cuts off what is behind the part.
                    let part = |mask: u64| mask >> (8 * at) & u64::MAX >> (64 - 8 * n_words);
                    self.words(part(capitals), part(letters), part(spaces));
                    at += n_words;
                    // This is the bit of the part's last byte.
                    self.in_word = letters >> (8 * at - 1) & 1 != 0;
                }
                if at < length {
                    self.step(char::from(bytes.to_le_bytes()[at]));
                    at += 1;
                }
            }
        });
    }

    /// Reads up to eight letters and spaces, given their masks, but for whether it ends in a word.
    #[inline]
    fn words(&mut self, capitals: u64, letters: u64, spaces: u64) {
        self.end_number();
        // A stop ends a sentence if the first byte after it is a space.
        self.text.ends += u32::from(self.after_stop && spaces & 0x80 != 0);
        self.after_stop = false;
        // A capital begins a name if no letter is before it. For the first byte, that is known from what was read
        // before.
        let after_letters = letters << 8 | u64::from(self.in_word) << 7;
        self.text.chars += ascii::count(letters);
        self.text.capitals += ascii::count(capitals);
        self.text.names += ascii::count(capitals & !after_letters);
        if letters != 0 {
            self.text.last = Last::Letter;
        }
    }

    /// Does the same for what is not ASCII.
    #[inline]
    fn read_piece(&mut self, piece: Piece<'_>) {
        if piece.class.is_alphanumeric() {
            self.letters(piece.class, piece.n_chars, false)
        } else {
            piece.text.chars().for_each(|c| self.step(c))
        }
    }

    fn step(&mut self, c: char) {
        let class = Class::of(c);
        if class.is_alphanumeric() && !c.is_ascii_digit() {
            return self.letters(class, 1, c.is_ascii());
        }
        // The vertical tab counts as white space here, but not where words are cut.
        if class.is_space() || c == '\x0b' {
            self.text.ends += u32::from(self.after_stop);
            self.after_stop = false;
            self.in_word = false;
            self.end_number();
            return;
        }
        self.text.chars += 1;
        if let Some(digit) = c.to_digit(10) {
            self.text.digits += 1;
            // A long number may wrap around, but only numbers of four digits are looked at.
            self.number = (self.number.0.wrapping_mul(10).wrapping_add(digit), self.number.1 + 1);
            self.text.last = Last::Digit;
            self.after_stop = false;
            self.in_word = true;
            return;
        }
        self.end_number();
        self.text.last = match c {
            '.' | '!' | '?' | '。' | '！' | '？' | '؟' | '।' => Last::End,
            '…' => Last::Ellipsis,
            ':' | '：' => Last::Colon,
            ',' | ';' | '、' | '，' | '；' => Last::Comma,
            ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '」' | '』' | '）' => Last::Bracket,
            _ => Last::Symbol,
        };
        match self.text.last {
            Last::End => self.after_stop = true,
            // A closing character after a stop leaves the sentence ended.
            Last::Bracket => {}
            _ => self.after_stop = false,
        }
        match c {
            '|' | '©' | '·' | '•' | '→' | '›' | '@' | '<' | '>' | '/' | '#' | '+' => {
                self.text.symbols += 1;
            }
            _ => self.text.punctuation += 1,
        }
        self.has_currency |= matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩');
        // An apostrophe is part of a word, so a capital after it begins no other name.
        self.in_word &= matches!(c, '\'' | '’');
    }

    /// Reads letters in a row, or numbers outside ASCII.
    #[inline]
    fn letters(&mut self, class: Class, n: u32, is_ascii: bool) {
        self.end_number();
        // Ideographs follow a full stop without a space.
        self.text.ends += u32::from(self.after_stop && !is_ascii);
        self.after_stop = false;
        self.text.chars += n;
        self.text.capitals += u32::from(class.is_capital()) * n;
        self.text.names += u32::from(class.is_capital() && !self.in_word);
        self.text.last = Last::Letter;
        self.in_word = true;
    }

    fn end_number(&mut self) {
        let (value, n_digits) = std::mem::take(&mut self.number);
        self.text.has_year |= n_digits == 4 && (1900..2100).contains(&value);
    }

    fn finish(mut self, line: &Line) -> Text {
        self.text.ends += u32::from(self.after_stop);
        self.end_number();
        self.text.kind.is_price = self.has_currency && self.text.digits > 0 && line.words <= PRICE_MAX_WORDS;
        let words = line.effective_words();
        // A line of links is no running text, even if sentences end in it.
        let ends = self.text.ends > 0 && 2 * line.link_words < line.words;
        let long = RUNNING_SURE_WORDS <= words && 10 * line.link_words < 3 * line.words;
        self.text.kind.is_running = long || (RUNNING_MIN_WORDS <= words && ends);
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(source: &str) -> Text {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let texts = Texts::new(&dom, &page).read(0..page.lines.len());
        assert_eq!(texts.len(), 1, "{source}");
        texts[0]
    }

    #[test]
    fn sentences_are_counted_where_a_space_follows_the_stop() {
        for (source, ends) in [
            ("One. Two! (Three?) Four", 3),
            ("version 1.2.3 of a.out", 0),
            ("He said \u{201c}no.\u{201d}", 1),
            ("これは文です。これも文です。", 2),
        ] {
            assert_eq!(read_one(source).ends, ends, "{source}");
        }
    }

    #[test]
    fn running_text_is_long_or_ends() {
        assert!(!read_one("one two three four five six seven eight nine").kind.is_running);
        assert!(read_one("one two three four five six seven eight nine.").kind.is_running);
        assert!(read_one(&"word ".repeat(20)).kind.is_running);
        assert!(!read_one(&format!("<a href=x>{}</a>", "word. ".repeat(20))).kind.is_running);
    }

    #[test]
    fn letters_in_a_row_are_read_like_others() {
        let text = "So 12a, b's iPhone. X9 (McCoy)... 2001AD e\u{e9}E. \u{c9}\u{c9}b漢字。字 $5 'tis OK!".repeat(2);
        for start in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            for middle in (start..text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (mut one, mut other) = (Reader::default(), Reader::default());
                one.read(&text[start..middle]);
                one.read(&text[middle..]);
                text[start..].chars().for_each(|c| other.step(c));
                assert_eq!(one.text, other.text, "{start} {middle}");
                assert_eq!(one.after_stop, other.after_stop);
                assert_eq!((one.in_word, one.number), (other.in_word, other.number));
            }
        }
    }

    #[test]
    fn prices_and_years() {
        assert!(read_one("from € 12,50").kind.is_price && !read_one("12.50").kind.is_price);
        assert!(read_one("on 3 May 1998").has_year && !read_one("call 19987").has_year);
    }

    #[test]
    fn what_a_line_shares_with_the_title() {
        let text = read_one("<title>The river</title><body>the River");
        assert_eq!(text.title, 1.0);
        assert_eq!((text.capitals, text.names), (1, 1));
    }
}
