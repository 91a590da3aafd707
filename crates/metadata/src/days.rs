//! Dates as people and machines write them.

mod calendars;
mod months;
mod pieces;

use jiff::civil::Date;

use self::{
    calendars::{YEARS, date, of_era, of_persian},
    months::{Language, month_of},
    pieces::{Piece, is_between, pieces, with_ascii_digits},
};
pub(crate) use self::{months::is_month, pieces::other_digit};
use crate::text::beginning;

/// The number of bytes of a text that are searched for a date. Chosen: by eye.
const MAX_BYTES: usize = 400;

/// No date has fewer digits than `令和7年9月4日`. Set by: this shortest form of a date.
pub(crate) const MIN_DIGITS: usize = 3;

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

/// How a page writes dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conventions {
    order: Order,
    language: Language,
}

impl Conventions {
    /// Returns what is usual in a language, and in the country of an address if the language leaves it open.
    pub(crate) fn of(language: Option<&str>, address: Option<&str>) -> Conventions {
        let order = Order::of(language, address);
        Conventions { order, language: Language::of(language.unwrap_or("").trim()) }
    }

    /// Returns the conventions of no language in particular.
    pub(crate) fn day_first() -> Conventions {
        Conventions { order: Order::DayFirst, language: Language::default() }
    }
}

/// Returns the first date in a text.
///
/// It reads `2025-09-04` with whatever follows, `20250904`, `4 September 2025`, `September 4th, 2025` and
/// `2025. szeptember 4.` in the language of the page and in those of most pages, `4.9.2025`, `9/4/2025` in the given
/// order, and `2025年9月4日`. Years may be those of the Buddhist calendar, of eras of Japan and of the Republic of China,
/// days those of the Persian calendar, and digits those of any script. Seconds or milliseconds since 1970 are read if the
/// text consists of nothing else.
pub(crate) fn first(text: &str, conventions: Conventions) -> Option<Date> {
    let text = with_ascii_digits(beginning(text.trim(), MAX_BYTES));
    let text: &str = &text;
    if text.bytes().filter(u8::is_ascii_digit).count() < MIN_DIGITS {
        return None;
    }
    // Digits without separators would be a single piece, so that they are read first.
    if let Some(date) = packed(text) {
        return Some(date);
    }
    let pieces = pieces(text);
    (0..pieces.len()).find_map(|at| at_piece(&pieces[at..], conventions))
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
    first(text, Conventions::of(language, url)).map(|date| date.to_string())
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

fn at_piece(pieces: &[Piece<'_>], conventions: Conventions) -> Option<Date> {
    let Conventions { order, language } = conventions;
    if let Some(date) = of_era(pieces).or_else(|| of_persian(pieces, language)) {
        return Some(date);
    }
    let number = |at: usize| pieces.get(at)?.number;
    let text = |at: usize| pieces.get(at).map_or("", |piece| piece.text);
    let before = |at: usize| pieces.get(at).map_or("", |piece| piece.before);
    let day = |n: u32| (1..=31).contains(&n);
    // The month that begins at a piece, and the place after it.
    let month = |at: usize| {
        let (month, n_pieces) = month_of(pieces.get(at..)?, language)?;
        Some((month, at + n_pieces))
    };
    let after_between = |mut at: usize, most: usize| {
        while at < most && is_between(text(at)) {
            at += 1;
        }
        at
    };
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
        // 2025. szeptember 4., 2025 m. rugsėjo 4 d., 2025. gada 4. septembris
        if text(0).len() == 4 {
            let at = after_between(1, 2);
            let (month, of_month) = match number(at) {
                Some(of_month) => (month(at + 1)?.0, of_month),
                None => month(at).and_then(|(month, at)| Some((month, number(at)?)))?,
            };
            return date(first, month, of_month);
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
        let (month, at) = month(after_between(1, 3))?;
        let at = after_between(at, usize::MAX);
        let year = number(at).filter(|_| text(at).len() == 4)?;
        return date(year, month, first);
    }
    // September 4th, 2025
    let (month, at) = month(0)?;
    // Between month and day stand a space, or a full stop and a space. More than that ends the phrase.
    let of_month = number(at).filter(|&n| day(n) && before(at).len() <= 2)?;
    // Tue Mar  4 10:12:09 CET 2025, Tue Mar 4 10:12:09 2025 +0100
    let at = after_time(&pieces[at + 1..]).map_or(at + 1, |n_pieces| at + 1 + n_pieces);
    let at = after_between(at, usize::MAX);
    let year = number(at).filter(|_| text(at).len() == 4)?;
    date(year, month, of_month)
}

/// Returns the number of pieces of a time such as `10:12` or `10:12:09 CET`, if the pieces begin with one.
fn after_time(pieces: &[Piece<'_>]) -> Option<usize> {
    let is_part = |piece: &Piece<'_>| piece.number.is_some() && piece.text.len() <= 2 && piece.before == ":";
    let n_parts = pieces.get(1..)?.iter().take(2).take_while(|piece| is_part(piece)).count();
    let is_time = n_parts > 0 && pieces[0].number.is_some() && pieces[0].before.trim().is_empty();
    // The shortest name of a time zone is "Z", the longest "NOVST". Texts can come in lower case.
    let is_zone =
        |piece: &Piece<'_>| piece.text.len() <= 5 && piece.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let n_zones = pieces.get(1 + n_parts).filter(|piece| is_zone(piece)).map_or(0, |_| 1);
    is_time.then_some(1 + n_parts + n_zones)
}

/// What separates the numbers of a date.
fn is_mark(text: &str) -> bool {
    matches!(text.trim(), "-" | "/" | "." | "‑" | "–")
}

#[cfg(test)]
mod tests;
