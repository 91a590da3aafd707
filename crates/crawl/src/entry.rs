//! An entry of a sitemap or a feed.

use jiff::civil::Date;
use url::Url;

/// A page, or a further list, that a sitemap or a feed names, with what is said about it there.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    pub(crate) url: Url,
    pub(crate) date: Option<String>,
    pub(crate) language: Option<String>,
}

impl Entry {
    /// Returns its address.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the day on which it was published or changed, such as `2026-01-31`.
    #[must_use]
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// Returns the language that the feed declares, in lower case, such as `de` or `de-at`.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }
}

/// Returns the day of a date as sitemaps (ISO 8601) and feeds (RFC 822 or ISO 8601) write it, if the calendar has it.
pub(crate) fn day(text: &str) -> Option<String> {
    let text = text.trim();
    let is_iso = |day: &&str| {
        let mut bytes = day.bytes().enumerate();
        bytes.all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
    };
    if let Some(day) = text.get(..10).filter(is_iso) {
        // A longer number is no day of the month.
        let is_day = !text[10..].starts_with(|next: char| next.is_ascii_digit()) && day.parse::<Date>().is_ok();
        return is_day.then(|| day.to_owned());
    }
    // `Sat, 31 Jan 2026 12:00:00 GMT`, with or without the day of the week.
    let date = text.split_once(',').map_or(text, |(_, date)| date);
    let mut words = date.split_ascii_whitespace();
    let day = words.next()?.parse().ok()?;
    let month = words.next()?.get(..3)?.to_ascii_lowercase();
    let month = (1..).zip(MONTHS).find_map(|(number, name)| (name == month).then_some(number))?;
    let year = words.next().filter(|year| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()))?;
    Date::new(year.parse().ok()?, month, day).ok().map(|date| date.to_string())
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn days_are_read_in_either_form() {
        for [text, expected] in cases(include_str!("days.txt")) {
            assert_eq!(day(text).as_deref().unwrap_or("-"), expected, "{text}");
        }
    }
}
