//! What is known of a page before it is fetched: by its address, and by the list that names it.

use jiff::civil::Date;

/// The days and languages of wanted pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// Codes in lower case. If empty, any language.
    pub(super) languages: Vec<String>,
    /// The first and the last day.
    pub(super) min_date: Option<Date>,
    pub(super) max_date: Option<Date>,
}

impl Said {
    /// Returns whether a page is wanted, by what a list says of it, or else by its address.
    ///
    /// A page of unknown language is wanted, because most addresses name none. One of unknown day is not, as in what
    /// `clean` writes.
    pub(super) fn is_wanted(&self, url: &str, day: Option<Date>, language: Option<&str>) -> bool {
        if !self.languages.is_empty() {
            let known = language.and_then(base).or_else(|| language_of(url));
            if known.is_some_and(|known| !self.languages.contains(&known)) {
                return false;
            }
        }
        if self.min_date.is_none() && self.max_date.is_none() {
            return true;
        }
        let day = day.or_else(|| day_of(url));
        day.is_some_and(|day| {
            self.min_date.is_none_or(|first| day >= first) && self.max_date.is_none_or(|last| day <= last)
        })
    }
}

/// Returns the two-letter code of a language tag such as `de-AT`.
fn base(tag: &str) -> Option<String> {
    let code = tag.split(['-', '_']).next().unwrap_or(tag).to_ascii_lowercase();
    demold::parse_language(&code).ok()
}

/// Returns the language that an address names: by the first folder of its path, the first part of its host, or a
/// parameter for it.
fn language_of(url: &str) -> Option<String> {
    let rest = url.split_once("://")?.1.split('#').next()?;
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    // Of a path the first folder, and not the only part: `/it` may be about computers.
    let folder = path.split_once('/').map(|(folder, _)| folder);
    let label = host.split_once('.').map(|(label, rest)| if rest.contains('.') { label } else { "" });
    let parameter = query.split('&').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        matches!(name, "lang" | "hl" | "language" | "locale").then_some(value)
    });
    let is_code = |text: &&str| {
        let mut parts = text.split(['-', '_']);
        let has_letters = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
        parts.next().is_some_and(has_letters) && parts.next().is_none_or(has_letters) && parts.next().is_none()
    };
    [parameter, folder, label].into_iter().flatten().filter(is_code).find_map(base)
}

/// Returns the day that an address names, as in `/2026/01/31/` and `2026-01-31`, if the calendar has it.
fn day_of(url: &str) -> Option<Date> {
    let path = url.split(['?', '#']).next()?;
    // The character before a day must not be a digit, so that numbers are not taken for years.
    let starts = path.char_indices().filter(|(at, letter)| letter.is_ascii_digit() && !ends_in_digit(&path[..*at]));
    starts.map(|(at, _)| &path.as_bytes()[at..]).find_map(|text| {
        let text = text.get(..10)?;
        let is_digit = |at: usize| text[at].is_ascii_digit();
        let has_digits = (0..10).filter(|at| !matches!(at, 4 | 7)).all(is_digit);
        let has_borders = text[4] == text[7] && matches!(text[4], b'/' | b'-' | b'_');
        if !has_digits || !has_borders {
            return None;
        }
        let number = |from: usize, to: usize| std::str::from_utf8(&text[from..to]).ok();
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
    })
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn languages_and_days_of_addresses() {
        for [url, language, day] in cases(include_str!("said.txt")) {
            assert_eq!(language_of(url).as_deref().unwrap_or("-"), language, "{url}");
            assert_eq!(day_of(url).map_or("-".to_owned(), |day| day.to_string()), day, "{url}");
        }
    }

    #[test]
    fn a_list_knows_better_than_an_address() {
        let said = Said {
            languages: vec!["de".to_owned()],
            min_date: Some(Date::constant(2026, 1, 31)),
            max_date: Some(Date::constant(2026, 2, 1)),
        };
        let check = |url: &str, day: Option<&str>, language: Option<&str>, expected: bool| {
            let date = day.map(|day| day.parse().unwrap());
            assert_eq!(said.is_wanted(url, date, language), expected, "{url} {day:?} {language:?}");
        };
        check("http://a.example/2026/01/31/x", None, None, true);
        check("http://a.example/2026/01/30/x", None, None, false);
        check("http://a.example/2026/01/30/x", Some("2026-02-01"), None, true);
        check("http://a.example/x", None, None, false);
        check("http://a.example/fr/x", Some("2026-02-01"), None, false);
        check("http://a.example/fr/x", Some("2026-02-01"), Some("de-ch"), true);
        assert!(Said::default().is_wanted("x", None, Some("fr")));
    }
}
