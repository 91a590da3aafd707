//! Numbers, dates, times, addresses: what changes from day to day.
//!
//! A pattern must match a whole word, punctuation around it left out, as in
//! the thesis (section 3.3). Words are what white space separates. Its list
//! of expressions (section 5.2) is taken up in kind: these scanners tell the
//! kinds apart, and replace a month's or weekday's name only beside a number,
//! since "may" and "march" are words as well.

/// What a pattern is called in a form.
const NAMES: [&str; 5] = ["&number;", "&date;", "&time;", "&url;", "&email;"];

/// Stands for the first of [`NAMES`] in plain text, the next code points for
/// the others. They are noncharacters: no text has them. If one does all the
/// same, it counts as U+FFFD.
const FIRST_MARK: u32 = 0xFDD0;

const MONTHS: [&str; 24] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
];
const WEEKDAYS: [&str; 16] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thurs",
    "fri",
    "sat",
    "sun",
];

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

/// Returns whether the character is one of ours.
pub(crate) fn is_mark(c: char) -> bool {
    mark_name(c).is_some()
}

fn mark_name(c: char) -> Option<&'static str> {
    NAMES
        .get((c as usize).checked_sub(FIRST_MARK as usize)?)
        .copied()
}

/// Reads a placeholder at the start of `text`: its mark and its length.
pub(crate) fn read_placeholder(text: &str) -> Option<(char, usize)> {
    let row = NAMES.iter().position(|name| text.starts_with(name))?;
    Some((char::from_u32(FIRST_MARK + row as u32)?, NAMES[row].len()))
}

/// Appends `plain` as canonical text, with the patterns replaced by their
/// names. `keep_references` leaves `&` as it is.
pub(crate) fn replace(plain: &str, keep_references: bool, out: &mut String) {
    let mut words = Words { text: plain, at: 0 };
    let mut copied = 0;
    while let Some(word) = words.next() {
        let Some((pattern, end)) =
            date_in_words(&word, &words).or_else(|| pattern_of(&word, &words))
        else {
            continue;
        };
        escape(&plain[copied..word.start], keep_references, out);
        out.push_str(pattern.name());
        copied = end;
        words.at = words.at.max(end);
    }
    escape(&plain[copied..], keep_references, out);
}

/// Appends plain text as canonical text, marks by their names.
fn escape(plain: &str, keep_references: bool, out: &mut String) {
    for c in plain.chars() {
        match c {
            '&' if !keep_references => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            _ => match mark_name(c) {
                Some(name) => out.push_str(name),
                None => out.push(c),
            },
        }
    }
}

/// A word without the punctuation around it. It may be empty.
#[derive(Clone, Debug)]
struct Word<'t> {
    core: &'t str,
    start: usize,
    /// What stands before and behind the core up to white space.
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
        let len = rest
            .bytes()
            .position(|b| b.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let word = &rest[..len];
        let core =
            word.trim_start_matches(['(', '[', '{', '"', '\'', '“', '„', '‘', '«', '<', '|', '•']);
        let before = &word[..word.len() - core.len()];
        let core = core.trim_end_matches([
            '.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '”', '“', '’', '»', '>', '…',
            '|',
        ]);
        let behind = &word[before.len() + core.len()..];
        let start = self.at + skipped + before.len();
        self.at += skipped + len;
        Some(Word {
            core,
            start,
            before,
            behind,
        })
    }
}

/// Returns the pattern of one word, and where it ends.
fn pattern_of(word: &Word<'_>, rest: &Words<'_>) -> Option<(Pattern, usize)> {
    let core = word.core;
    let first = core.bytes().next()?;
    let mut end = word.end();
    let pattern = if is_url(core) {
        Pattern::Url
    } else if core.contains('@') {
        is_email(core).then_some(Pattern::Email)?
    } else if first.is_ascii_alphabetic() {
        // The common case, and none of the patterns below.
        return None;
    } else if is_date(core) {
        Pattern::Date
    } else if is_time(core) {
        // `10:30 p.m.`
        let next = rest.clone().next();
        if let Some(half) = next.filter(|next| {
            word.behind.is_empty() && next.before.is_empty() && is_half_day(next.core)
        }) {
            end = half.end();
        }
        Pattern::Time
    } else if is_number(core) {
        Pattern::Number
    } else {
        return None;
    };
    Some((pattern, end))
}

/// Reads a date of several words from `first` on: `Tue, 27th February, 2007`.
///
/// The order is weekday, day, month, day or year, year, all but the month
/// left out at will; but one number there must be, and no more than two.
fn date_in_words(first: &Word<'_>, rest: &Words<'_>) -> Option<(Pattern, usize)> {
    let mut words = rest.clone();
    let mut word = first.clone();
    let mut numbers = 0;
    if is_one_of(&WEEKDAYS, word.core) {
        word = following(&word, &mut words)?;
    }
    if is_day_or_year(word.core) {
        numbers += 1;
        word = following(&word, &mut words)?;
    }
    if !is_one_of(&MONTHS, word.core) {
        return None;
    }
    let mut end = word.end();
    while numbers < 2
        && let Some(next) = following(&word, &mut words)
        && is_day_or_year(next.core)
    {
        numbers += 1;
        end = next.end();
        word = next;
    }
    (0 < numbers).then_some((Pattern::Date, end))
}

/// Returns the next word, unless more than `,` or `.` stands between.
fn following<'t>(word: &Word<'_>, words: &mut Words<'t>) -> Option<Word<'t>> {
    let next = words.next()?;
    (matches!(word.behind, "" | "," | "." | ".,") && next.before.is_empty()).then_some(next)
}

fn is_one_of(names: &[&str], word: &str) -> bool {
    word.len() <= "september".len() && names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

fn is_half_day(word: &str) -> bool {
    ["am", "pm", "a.m", "p.m", "h", "uhr"]
        .iter()
        .any(|half| half.eq_ignore_ascii_case(word))
}

/// `7`, `27th`, `2007`
fn is_day_or_year(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=4).contains(&digits) && (digits == word.len() || is_ordinal(&word[digits..]))
}

fn is_ordinal(suffix: &str) -> bool {
    ["st", "nd", "rd", "th"]
        .iter()
        .any(|ending| ending.eq_ignore_ascii_case(suffix))
}

/// `http://…`, `https://…`, `ftp://…`, `www.…`
fn is_url(word: &str) -> bool {
    ["http://", "https://", "ftp://", "www."]
        .iter()
        .any(|start| {
            start.len() < word.len()
                && word.as_bytes()[..start.len()].eq_ignore_ascii_case(start.as_bytes())
        })
}

/// `name@host.domain`, with `mailto:` before it or not.
fn is_email(word: &str) -> bool {
    let word = word.strip_prefix("mailto:").unwrap_or(word);
    let Some((name, host)) = word.split_once('@') else {
        return false;
    };
    let is_name = |part: &str, more: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || more.contains(c))
    };
    is_name(name, "._%+-'")
        && host.contains('.')
        && host.split('.').all(|label| is_name(label, "-"))
}

/// Numbers parted by the same sign: `2007-02-27`, `27.2.2007`, `2/27/07`; a
/// time may follow an ISO date.
fn is_date(word: &str) -> bool {
    let (date, time) = match word.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => (word, None),
    };
    let Some(sign) = date
        .chars()
        .find(|c| !c.is_ascii_digit())
        .filter(|c| matches!(c, '-' | '/' | '.'))
    else {
        return false;
    };
    let mut parts = date.split(sign);
    let mut part = || {
        parts
            .next()
            .filter(|part| is_digits(part, 1, 4))
            .map(str::len)
    };
    let (Some(first), Some(second), Some(third), None) = (part(), part(), part(), parts.next())
    else {
        return false;
    };
    let has_year =
        (first == 4 && third <= 2) || (third == 4 && first <= 2) || (third == 2 && first <= 2);
    second <= 2 && has_year && time.is_none_or(is_time)
}

/// `9:30`, `09:30:15.2`, `9pm`, `9:30am`, `10:00Z`, `10:00+02:00`
fn is_time(word: &str) -> bool {
    let half = ["am", "pm", "h"].iter().find_map(|half| {
        let at = word.len().checked_sub(half.len())?;
        word.as_bytes()[at..]
            .eq_ignore_ascii_case(half.as_bytes())
            .then(|| &word[..at])
    });
    if let Some(hour) = half
        && is_digits(hour, 1, 2)
    {
        return true;
    }
    let word = half.unwrap_or(word);
    let word = word.strip_suffix(['Z', 'z']).unwrap_or(word);
    let (word, zone) = match word.split_once(['+', '-']) {
        Some((word, zone)) => (word, zone),
        None => (word, "0"),
    };
    let mut parts = word.split(':');
    let (Some(hours), Some(minutes), seconds, None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_seconds = |seconds: &str| {
        let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
        is_digits(whole, 2, 2) && is_digits(part, 1, 9)
    };
    is_digits(hours, 1, 2)
        && is_digits(minutes, 2, 2)
        && seconds.is_none_or(is_seconds)
        && zone.split(':').all(|part| is_digits(part, 1, 4))
}

/// `1,234.5`, `$5`, `99%`, `27th`, `3-5`, `+1/555-1234`
fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        return false;
    }
    let body = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_part = |c: char| {
        c.is_ascii_digit()
            || matches!(
                c,
                '.' | ','
                    | ':'
                    | '\''
                    | '’'
                    | '/'
                    | '\\'
                    | '-'
                    | '–'
                    | '−'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '+'
                    | '±'
                    | '$'
                    | '€'
                    | '£'
                    | '¥'
                    | '%'
                    | '‰'
                    | '#'
                    | '°'
            )
    };
    body.chars().all(is_part) && (body.len() == word.len() || is_ordinal(&word[body.len()..]))
}

fn is_digits(word: &str, at_least: usize, at_most: usize) -> bool {
    (at_least..=at_most).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(plain: &str, expected: &str) {
        let mut out = String::new();
        replace(plain, false, &mut out);
        assert_eq!(out, expected, "{plain}");
    }

    #[test]
    fn numbers() {
        check("I'm 24 years old", "I'm &number; years old");
        check(
            "(1,234.50) $5 99% 3rd 3-5 +1/555-1234 #7.",
            "(&number;) &number; &number; &number; &number; &number; &number;.",
        );
        check("a1 1a x-2 ½ -- 5x 3d", "a1 1a x-2 ½ -- 5x 3d");
    }

    #[test]
    fn dates() {
        check(
            "on 2007-02-27, 27.2.2007 and 2/27/07",
            "on &date;, &date; and &date;",
        );
        check("at 2007-02-27T10:30:00Z.", "at &date;.");
        check(
            "Published on: Tuesday, 27th February, 2007 by me",
            "Published on: &date; by me",
        );
        check("Feb. 27, 2007; may 5", "&date;; &date;");
        check("you may march on monday", "you may march on monday");
        check("5 may 2007 june 3 4 5", "&date; &date; &number;");
        check("1.2.3 1.2.3.4", "&number; &number;");
    }

    #[test]
    fn times() {
        check(
            "9:30 09:30:15.2 9pm 9:30 a.m. 10:00+02:00",
            "&time; &time; &time; &time;. &time;",
        );
        check("9:3 123:45", "&number; &number;");
    }

    #[test]
    fn addresses() {
        check("see <http://example.org/a?b&c>.", "see &lt;&url;>.");
        check("www.example.org, www. http://", "&url;, www. http://");
        check(
            "mailto:me@example.org me@ @me a@b a@b.c!",
            "&email; me@ @me a@b &email;!",
        );
    }

    #[test]
    fn other_text_is_escaped() {
        check("a & b <c> &number;", "a &amp; b &lt;c> &amp;number;");
    }
}
