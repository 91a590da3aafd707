//! Tests for a single word, without the punctuation around it.

use std::sync::LazyLock;

static MONTHS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = "january february march april may june july august september october november december \
        jan feb mar apr jun jul aug sep sept oct nov dec";
    names.split(' ').collect()
});
static WEEKDAYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun";
    names.split(' ').collect()
});

pub(super) fn is_month(word: &str) -> bool {
    is_one_of(&MONTHS, word)
}

pub(super) fn is_weekday(word: &str) -> bool {
    is_one_of(&WEEKDAYS, word)
}

fn is_one_of(names: &[&str], word: &str) -> bool {
    // The longest name bounds the length, so that most words are refused without a comparison.
    word.len() <= "september".len() && names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Returns whether the word may follow a time, as in `10:30 p.m.` The final stop was already cut off.
pub(super) fn is_half_day(word: &str) -> bool {
    ["am", "pm", "a.m", "p.m", "h", "uhr"].iter().any(|half| half.eq_ignore_ascii_case(word))
}

/// `7`, `27th`, `2007`
pub(super) fn is_day_or_year(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=4).contains(&digits) && (digits == word.len() || is_ordinal(&word[digits..]))
}

fn is_ordinal(suffix: &str) -> bool {
    ["st", "nd", "rd", "th"].iter().any(|ending| ending.eq_ignore_ascii_case(suffix))
}

/// `http://…`, `https://…`, `ftp://…`, `www.…`
pub(super) fn is_url(word: &str) -> bool {
    ["http://", "https://", "ftp://", "www."]
        .iter()
        // Something must follow the prefix: "www." alone is not an address. Bytes are compared, as a slice of the text
        // could end within a character.
        .any(|start| start.len() < word.len() && word.as_bytes()[..start.len()].eq_ignore_ascii_case(start.as_bytes()))
}

/// `name@host.domain`, with or without `mailto:` before it.
pub(super) fn is_email(word: &str) -> bool {
    let Some((name, host)) = word.split_once('@') else {
        return false;
    };
    // A colon can come only from `mailto:`. With any other scheme the name fails the test below.
    let name = match name.split_once(':') {
        Some((scheme, name)) if scheme.eq_ignore_ascii_case("mailto") => name,
        _ => name,
    };
    let is_name =
        |part: &str, more: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || more.contains(c));
    is_name(name, "._%+-'") && host.contains('.') && host.split('.').all(|label| is_name(label, "-"))
}

/// Returns whether the word consists of numbers separated by the same sign: `2007-02-27`, `27.2.2007`, `2/27/07`. A
/// time may follow an ISO date.
pub(super) fn is_date(word: &str) -> bool {
    let (date, time) = match word.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => (word, None),
    };
    let Some(sign) = date.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '-' | '/' | '.')) else {
        return false;
    };
    let mut parts = date.split(sign);
    // `part` returns the number of digits, because the position of the year shows in the lengths.
    let mut part = || parts.next().filter(|part| is_digits(part, 1, 4)).map(str::len);
    let (Some(first), Some(second), Some(third), None) = (part(), part(), part(), parts.next()) else {
        return false;
    };
    let has_year = (first == 4 && third <= 2) || (third == 4 && first <= 2) || (third == 2 && first <= 2);
    second <= 2 && has_year && time.is_none_or(is_time)
}

/// `9:30`, `09:30:15.2`, `9pm`, `9:30am`, `10:00Z`, `10:00+02:00`
pub(super) fn is_time(word: &str) -> bool {
    let half = ["am", "pm", "h"].iter().find_map(|half| {
        let at = word.len().checked_sub(half.len())?;
        word.as_bytes()[at..].eq_ignore_ascii_case(half.as_bytes()).then(|| &word[..at])
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
    let (Some(hours), Some(minutes), seconds, None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
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
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        return false;
    }
    // Letters at the end are allowed only as an ordinal ending: "5x" and "3d" are not numbers.
    let body = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_part = |c: char| c.is_ascii_digit() || ".,:'’/\\-–−()[]+±$€£¥%‰#°".contains(c);
    body.chars().all(is_part) && (body.len() == word.len() || is_ordinal(&word[body.len()..]))
}

fn is_digits(word: &str, at_least: usize, at_most: usize) -> bool {
    (at_least..=at_most).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit())
}
