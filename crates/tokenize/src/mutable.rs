//! Numbers, dates, times, addresses: text that changes from day to day.
//!
//! A pattern must match a whole word, without the punctuation around it, as in the thesis (section 3.3). Words are
//! separated by white space. The list of expressions in the thesis (section 5.2) is covered by kind: the scanners
//! here recognize the same kinds. The name of a month or weekday is replaced only next to a number, because "may" and
//! "march" are also words.
//!
//! A text is changed only if it has enough words that match no pattern. A price or a date that stands alone, or after
//! a label, is a value and not a part of the template that changes.

mod words;

use std::ops::Range;

/// The names of the patterns in a form.
const NAMES: [&str; 5] = ["&number;", "&date;", "&time;", "&url;", "&email;"];

/// The character that stands for the first of [`NAMES`] in plain text; the next code points stand for the others.
/// They are noncharacters, which no text should contain. If a text does, the character is replaced by U+FFFD. Set by:
/// Unicode, which has 32 noncharacters from here on.
const FIRST_MARK: u32 = 0xFDD0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Number,
    Date,
    Time,
    Url,
    Email,
}

impl Pattern {
    fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// Returns whether the character is one of the marks of patterns.
pub(crate) fn is_mark(c: char) -> bool {
    mark_name(c).is_some()
}

fn mark_name(c: char) -> Option<&'static str> {
    NAMES.get((c as usize).checked_sub(FIRST_MARK as usize)?).copied()
}

/// Reads a placeholder at the start of `text`. Returns its mark and its length in bytes.
pub(crate) fn read_placeholder(text: &str) -> Option<(char, usize)> {
    let row = NAMES.iter().position(|name| text.starts_with(name))?;
    Some((char::from_u32(FIRST_MARK + row as u32)?, NAMES[row].len()))
}

/// The number of other words that a text must have for each of its patterns. A price after a label of two words is
/// still a value. Chosen: with three, mining loses no value of shops and recipes that it keeps without patterns
/// (compare `mine-mutable` with `mine` in the evaluation).
const LITERALS_A_PATTERN: usize = 3;

/// Appends `plain` as canonical text. Patterns are replaced by their names if there are enough other words.
pub(crate) fn replace(plain: &str, out: &mut String) {
    let (mut places, n_literals) = places(plain);
    // Without the places nothing is replaced, but the text is still escaped.
    if n_literals < LITERALS_A_PATTERN * places.len() {
        places.clear();
    }
    write(plain, &places, out);
}

/// The bytes that a pattern matches, and the pattern.
type Occurrence = (Range<usize>, Pattern);

/// Finds the patterns in a text, and counts the other words that have a letter.
fn places(plain: &str) -> (Vec<Occurrence>, usize) {
    let mut words = Words { text: plain, at: 0 };
    let (mut places, mut n_literals) = (Vec::new(), 0);
    while let Some(word) = words.next() {
        // Dates of several words are tried first: their first word may be a number, which is a pattern by itself.
        match date_in_words(&word, &words).or_else(|| pattern_of(&word, &words)) {
            Some((pattern, end)) => {
                places.push((word.start..end, pattern));
                // A date may span words that the iterator has not reached.
                words.at = words.at.max(end);
            }
            None => n_literals += usize::from(word.core.contains(char::is_alphabetic)),
        }
    }
    (places, n_literals)
}

fn write(plain: &str, places: &[Occurrence], out: &mut String) {
    let mut copied = 0;
    for (range, pattern) in places {
        escape(&plain[copied..range.start], out);
        out.push_str(pattern.name());
        copied = range.end;
    }
    escape(&plain[copied..], out);
}

/// Appends plain text as canonical text. Marks are replaced by their names.
fn escape(plain: &str, out: &mut String) {
    for c in plain.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            _ => match mark_name(c) {
                Some(name) => out.push_str(name),
                None => out.push(c),
            },
        }
    }
}

/// A word without the punctuation around it. The word may be empty.
#[derive(Clone, Debug)]
struct Word<'t> {
    core: &'t str,
    start: usize,
    /// The punctuation before and after the core, up to white space.
    before: &'t str,
    behind: &'t str,
}

impl Word<'_> {
    fn end(&self) -> usize {
        self.start + self.core.len()
    }
}

#[derive(Clone)]
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Word<'t>> {
        let rest = &self.text[self.at..];
        let skipped = rest.len() - rest.trim_ascii_start().len();
        let rest = &rest[skipped..];
        if rest.is_empty() {
            return None;
        }
        // ASCII white space alone separates words, as in HTML.
        let len = rest.bytes().position(|b| b.is_ascii_whitespace()).unwrap_or(rest.len());
        let word = &rest[..len];
        let core = word.trim_start_matches(['(', '[', '{', '"', '\'', '“', '„', '‘', '«', '<', '|', '•']);
        let before = &word[..word.len() - core.len()];
        let core = core.trim_end_matches([
            '.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '”', '“', '’', '»', '>', '…', '|',
        ]);
        let behind = &word[before.len() + core.len()..];
        let start = self.at + skipped + before.len();
        self.at += skipped + len;
        Some(Word { core, start, before, behind })
    }
}

/// Returns the pattern of one word and the end of its match.
fn pattern_of(word: &Word<'_>, rest: &Words<'_>) -> Option<(Pattern, usize)> {
    let core = word.core;
    let first = core.bytes().next()?;
    let mut end = word.end();
    let pattern = if words::is_url(core) {
        Pattern::Url
    } else if core.contains('@') {
        words::is_email(core).then_some(Pattern::Email)?
    } else if first.is_ascii_alphabetic() {
        // Most words begin with a letter, and match none of the patterns below.
        return None;
    } else if words::is_date(core) {
        Pattern::Date
    } else if words::is_time(core) {
        // `10:30 p.m.`
        let next = rest.clone().next();
        if let Some(half) =
            next.filter(|next| word.behind.is_empty() && next.before.is_empty() && words::is_half_day(next.core))
        {
            end = half.end();
        }
        Pattern::Time
    } else if words::is_number(core) {
        Pattern::Number
    } else {
        return None;
    };
    Some((pattern, end))
}

/// Reads a date of several words that begins with `first`: `Tue, 27th February, 2007`.
///
/// The order is weekday, day, month, day or year, year. All but the month may be missing, but there must be one or
/// two numbers.
fn date_in_words(first: &Word<'_>, rest: &Words<'_>) -> Option<(Pattern, usize)> {
    let mut words = rest.clone();
    let mut word = first.clone();
    let mut numbers = 0;
    if words::is_weekday(word.core) {
        word = following(&word, &mut words)?;
    }
    if words::is_day_or_year(word.core) {
        numbers += 1;
        word = following(&word, &mut words)?;
    }
    if !words::is_month(word.core) {
        return None;
    }
    let mut end = word.end();
    while numbers < 2
        && let Some(next) = following(&word, &mut words)
        && words::is_day_or_year(next.core)
    {
        numbers += 1;
        end = next.end();
        word = next;
    }
    (numbers > 0).then_some((Pattern::Date, end))
}

/// Returns the next word, unless there is more than `,` or `.` between the two.
fn following<'t>(word: &Word<'_>, words: &mut Words<'t>) -> Option<Word<'t>> {
    let next = words.next()?;
    (matches!(word.behind, "" | "," | "." | ".,") && next.before.is_empty()).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what becomes of each text of a file.
    fn check(file: &str, rewrite: impl Fn(&str, &mut String)) {
        for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (plain, expected) = line.split_once(" => ").unwrap();
            let mut out = String::new();
            rewrite(plain, &mut out);
            assert_eq!(out, expected, "{plain}");
        }
    }

    #[test]
    fn values_are_guarded() {
        check(include_str!("mutable/values.txt"), replace);
    }

    #[test]
    fn patterns_are_replaced() {
        check(include_str!("mutable/patterns.txt"), |plain, out| write(plain, &places(plain).0, out));
    }
}
