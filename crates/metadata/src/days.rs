//! Dates as people and machines write them.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::civil::Date;

/// The years that are accepted. The web began in 1990; years after 2100 are numbers of another kind.
const YEARS: std::ops::RangeInclusive<i16> = 1990..=2100;

/// The number of bytes of a text that are searched for a date.
const MAX_BYTES: usize = 400;

/// No date has fewer digits than `9/4/25`.
pub(crate) const MIN_DIGITS: usize = 4;

/// Names of months and their usual short forms, in the languages of most pages.
static MONTHS: LazyLock<BTreeMap<&'static str, i8>> = LazyLock::new(|| {
    let lines = include_str!("lists/months.txt").lines();
    lines
        .filter_map(|line| line.split_once(' '))
        .flat_map(|(month, names)| {
            let month = month.parse().unwrap_or(0);
            names.split(' ').map(move |name| (name, month))
        })
        .collect()
});

/// Which number comes first in `3/4/2025`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    DayFirst,
    MonthFirst,
}

impl Order {
    /// Returns the order that is usual in a language.
    ///
    /// The month comes first in English of the United States, Canada and the Philippines, and if no language is
    /// declared. English without a region, or no language, is judged by the top-level domain of the address: in some
    /// countries the day comes first.
    pub(crate) fn of(language: Option<&str>, address: Option<&str>) -> Order {
        let language = language.unwrap_or("").trim().to_ascii_lowercase();
        match language.split(['-', '_']).collect::<Vec<_>>().as_slice() {
            ["en", "us" | "ca" | "ph", ..] => Order::MonthFirst,
            ["en"] | [""] if !address.is_some_and(is_of_day_first_country) => Order::MonthFirst,
            _ => Order::DayFirst,
        }
    }
}

/// Returns whether the top-level domain of an address belongs to a country where English is written and the day comes
/// first.
fn is_of_day_first_country(address: &str) -> bool {
    const COUNTRIES: &[&str] =
        &["au", "gh", "hk", "ie", "in", "jm", "ke", "lk", "mt", "my", "ng", "nz", "pk", "sg", "ug", "uk", "za", "zw"];
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or("");
    let last = host.rsplit('.').next().unwrap_or("");
    COUNTRIES.iter().any(|country| last.eq_ignore_ascii_case(country))
}

/// A part of a text: a run of digits, a run of letters, or a single East Asian unit of time.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    text: &'a str,
    number: Option<u32>,
    /// The text between the previous piece and this one.
    before: &'a str,
}

/// Returns the first date in a text.
///
/// It reads `2025-09-04` with whatever follows, `20250904`, `4 September 2025` and `September 4th, 2025` in many
/// languages, `4.9.2025`, `9/4/2025` in the given order, and `2025年9月4日`. Seconds or milliseconds since 1970 are read
/// if the text consists of nothing else.
pub(crate) fn first(text: &str, order: Order) -> Option<Date> {
    let text = head(text.trim(), MAX_BYTES);
    if text.bytes().filter(u8::is_ascii_digit).count() < MIN_DIGITS {
        return None;
    }
    // Digits without separators would be a single piece, so that they are read first.
    if let Some(date) = packed(text) {
        return Some(date);
    }
    let pieces = pieces(text);
    (0..pieces.len()).find_map(|at| at_piece(&pieces[at..], order))
}

/// Returns the first date in a text, such as `2026-01-31`.
///
/// The language of the page and its address decide which number of `3/4/2026` is the day.
///
/// # Examples
///
/// ```
/// assert_eq!(metadata::first_date("Updated 4 September 2025", None, None).as_deref(), Some("2025-09-04"));
/// assert_eq!(metadata::first_date("3/4/2026", Some("de"), None).as_deref(), Some("2026-04-03"));
/// ```
#[must_use]
pub fn first_date(text: &str, language: Option<&str>, url: Option<&str>) -> Option<String> {
    first(text, Order::of(language, url)).map(|date| date.to_string())
}

/// Returns whether a word is the name of a month.
pub(crate) fn is_month(word: &str) -> bool {
    month(word).is_some()
}

fn head(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Reads `20250904…`, and seconds or milliseconds since 1970.
fn packed(text: &str) -> Option<Date> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match (digits, text.len()) {
        (8, _) => date(text[..4].parse().ok()?, text[4..6].parse().ok()?, text[6..8].parse().ok()?),
        // Ten digits count seconds since September 2001, thirteen count milliseconds. Both are accepted only if
        // nothing follows, so that longer numbers and texts that begin with a number are not taken for times.
        (10, 10) | (13, 13) => {
            let seconds: i64 = text[..10].parse().ok()?;
            let time = jiff::Timestamp::from_second(seconds).ok()?;
            let days = jiff::tz::Offset::UTC.to_datetime(time).date();
            YEARS.contains(&days.year()).then_some(days)
        }
        _ => None,
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let before = &rest[..start];
        rest = &rest[start..];
        let first = rest.chars().next().unwrap_or(' ');
        let is_number = first.is_ascii_digit();
        // East Asian units of time are alphanumeric, yet end a number and are words by themselves.
        let is_east = |c: char| matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
        let end = if is_east(first) {
            first.len_utf8()
        } else {
            rest.find(|c: char| !c.is_alphanumeric() || c.is_ascii_digit() != is_number || is_east(c))
                .unwrap_or(rest.len())
        };
        let word = &rest[..end];
        pieces.push(Piece { text: word, number: is_number.then(|| word.parse().ok()).flatten(), before });
        rest = &rest[end..];
    }
    pieces
}

fn at_piece(pieces: &[Piece<'_>], order: Order) -> Option<Date> {
    let number = |at: usize| pieces.get(at)?.number;
    let text = |at: usize| pieces.get(at).map_or("", |piece| piece.text);
    let before = |at: usize| pieces.get(at).map_or("", |piece| piece.before);
    let day = |n: u32| (1..=31).contains(&n);
    if let Some(first) = number(0) {
        // 2025-09-04, 2025/9/4, 2025.09.04
        if text(0).len() == 4
            && let (Some(month), Some(of_month)) = (number(1), number(2))
            && is_mark(before(1))
            && is_mark(before(2))
        {
            return date(first, month, of_month);
        }
        // 2025年9月4日
        if text(0).len() == 4 && matches!(text(1), "年" | "년") {
            return date(first, number(2)?, number(4)?);
        }
        if !day(first) {
            return None;
        }
        // 4.9.2025, 9/4/2025, 04-09-2025
        // Two different separators, as in "1.2/2025", belong to no date.
        if let (Some(second), Some(year)) = (number(1), number(2))
            && is_mark(before(1))
            && before(1) == before(2)
        {
            // Only with slashes a year of two digits is clear enough: "1.2.12" is rather a version.
            let year = match text(2).len() {
                4 => year,
                2 if before(1) == "/" => 2000 + year,
                _ => return None,
            };
            // A number above 12 can only be a day, whatever the language. Dates with full stops are read with the
            // day first.
            let is_day_first = match (first, second) {
                (13.., _) => true,
                (_, 13..) => false,
                _ => before(1).trim() == "." || order == Order::DayFirst,
            };
            return if is_day_first { date(year, second, first) } else { date(year, first, second) };
        }
        // 4 September 2025, 4. September 2025, 4th of September, 2025, 4 de septiembre de 2025
        // At most two words may come between: an ordinal ending and a preposition, as in "4th of".
        let mut at = 1;
        while at < 3 && is_between(text(at)) {
            at += 1;
        }
        let month = month(text(at))?;
        at += 1;
        while is_between(text(at)) {
            at += 1;
        }
        let year = number(at).filter(|_| text(at).len() == 4)?;
        return date(year, month, first);
    }
    // September 4th, 2025
    let month = month(text(0))?;
    // Between month and day stand a space, or a full stop and a space. More than that ends the phrase.
    let of_month = number(1).filter(|&n| day(n) && before(1).len() <= 2)?;
    let mut at = 2;
    while is_between(text(at)) {
        at += 1;
    }
    let year = number(at).filter(|_| text(at).len() == 4)?;
    date(year, month, of_month)
}

/// What separates the numbers of a date.
fn is_mark(text: &str) -> bool {
    matches!(text.trim(), "-" | "/" | "." | "‑" | "–")
}

/// Words between the parts of a date.
fn is_between(word: &str) -> bool {
    ["st", "nd", "rd", "th", "of", "de", "del", "er", "di"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn month(word: &str) -> Option<u32> {
    // Most words are not months. The length is cheaper to check than a copy in lower case and a look-up.
    if word.len() < 3 || word.len() > 24 {
        return None;
    }
    let month = *MONTHS.get(word.to_lowercase().as_str())?;
    u32::try_from(month).ok()
}

fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    // `Date::new` refuses days that the month does not have.
    let year = i16::try_from(year).ok().filter(|year| YEARS.contains(year))?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = first(text, Order::MonthFirst).map(|date| date.to_string());
        assert_eq!(found.as_deref().unwrap_or(""), expected, "{text}");
    }

    #[test]
    fn machines() {
        check("2025-09-04T10:00:00+02:00", "2025-09-04");
        check("2025-9-4", "2025-09-04");
        check("20250904", "2025-09-04");
        check("20250904T101010Z", "2025-09-04");
        check("1756944000", "2025-09-04");
        check("1756944000000", "2025-09-04");
        check("Thu, 04 Sep 2025 10:00:00 GMT", "2025-09-04");
        check("Thu Sep 04 2025", "2025-09-04");
    }

    #[test]
    fn people() {
        check("Published on September 4th, 2025 by Ann", "2025-09-04");
        check("Posted: Sept. 4, 2025", "2025-09-04");
        check("4 September 2025", "2025-09-04");
        check("4. März 2025", "2025-03-04");
        check("4 de septiembre de 2025", "2025-09-04");
        check("1er août 2025", "2025-08-01");
        check("2025年9月4日", "2025-09-04");
        check("4.9.2025", "2025-09-04");
        check("9/4/2025", "2025-09-04");
        check("9/4/25", "2025-09-04");
        check("21/4/2025", "2025-04-21");
        check("may be 4 in 2025", "");
        check("2025-02-30", "");
        check("version 1.2.3", "");
        check("8888-01-01", "");
    }

    #[test]
    fn numbers_are_read_in_the_order_of_the_language() {
        let of = |language, address| Order::of(Some(language), address);
        assert_eq!(of("en-GB", None), Order::DayFirst);
        assert_eq!(of("en", None), Order::MonthFirst);
        assert_eq!(of("en", Some("https://a.co.uk:80/x.com")), Order::DayFirst);
        assert_eq!(of("en", Some("https://a.com/x.uk")), Order::MonthFirst);
        assert_eq!(of("en-US", Some("https://a.co.uk/")), Order::MonthFirst);
        let found = first("9/4/2025", Order::DayFirst).unwrap();
        assert_eq!(found.to_string(), "2025-04-09");
    }
}
