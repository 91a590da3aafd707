//! Days and times as people give them.

use jiff::{Timestamp, civil::Date};

/// Reads a day in the form of the metadata, such as `2026-01-31`. Returns `None` if the text is anything else, such as
/// a day with a time, which would be ignored.
#[must_use]
pub fn parse_day(text: &str) -> Option<Date> {
    text.parse().ok().filter(|day: &Date| day.to_string() == text)
}

/// Reads a date with a time and its zone, such as `2026-01-31T13:00:00+01:00`, and returns it in the form and in the
/// time zone of WARC files. Returns `None` if the text is anything else.
#[must_use]
pub fn parse_time(text: &str) -> Option<String> {
    let time = text.parse().ok().map(|time: Timestamp| time.to_string());
    // Years have four digits there, and none is before the first.
    time.filter(|time| time.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_warc() {
        let noon = "2026-01-31T12:00:00Z";
        assert_eq!(parse_time(noon).as_deref(), Some(noon));
        assert_eq!(parse_time("2026-01-31T13:00:00+01:00").as_deref(), Some(noon));
        let fraction = "2026-01-31T12:00:00.25Z";
        assert_eq!(parse_time(fraction).as_deref(), Some(fraction));
        for wrong in ["", "yesterday", "2026", "2026-01-31", "2026-02-30T12:00:00Z", "-000001-01-01T00:00:00Z"] {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_have_no_time() {
        assert!(parse_day("2026-01-31").is_some());
        for wrong in ["", "foo", "31.01.2026", "01/31/2026", "2026-02-30", "2026-01-31T12:00:00Z", "20260131"] {
            assert_eq!(parse_day(wrong), None, "{wrong}");
        }
    }
}
