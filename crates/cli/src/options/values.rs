//! Values that options take, each with a parser whose message says what to give.

#[cfg(feature = "crawl")]
use std::time::Duration;
use std::{
    num::{IntErrorKind, ParseIntError},
    str::FromStr,
};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use jiff::civil::Date;
use pipeline::Format;

/// Values that have a name where they are defined, each with a line of help.
pub(super) fn named<T>(all: impl IntoIterator<Item = (&'static str, &'static str)>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let names = all.into_iter();
    let names = names.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// The value of an option that names a form.
pub(super) fn formats() -> impl TypedValueParser<Value = Format> {
    let names = Format::all().map(|format| {
        let value = PossibleValue::new(format.name()).help(format.about());
        value.aliases(format.aliases())
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

/// A number of something, for types that have no zero.
pub(super) fn count<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "that number is out of range".to_owned(),
        _ => "give a whole number, 1 or more".to_owned(),
    })
}

/// A share of something, from nothing to all of it.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "give a share from 0 to 1, such as 0.2".to_owned())
}

/// A share that is more than nothing.
pub(super) fn positive_share(text: &str) -> Result<f64, String> {
    let share = share(text).ok();
    share.filter(|share| *share != 0.0).ok_or_else(|| "give a share above 0 and up to 1, such as 0.5".to_owned())
}

/// A date and time, in the form and in the time zone that WARC files have.
pub(super) fn date(text: &str) -> Result<String, String> {
    pipeline::parse_time(text).ok_or_else(|| "give a date with a time, such as 2026-01-31T12:00:00Z".to_owned())
}

/// A day, as metadata has it.
pub(super) fn day(text: &str) -> Result<Date, String> {
    pipeline::parse_day(text).ok_or_else(|| "give a day, such as 2026-01-31".to_owned())
}

/// The address of a page on the web.
pub(super) fn address(text: &str) -> Result<String, String> {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    let is_web =
        scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"));
    let has_host = formats::Host::of(text).is_some();
    let is_plain = !text.contains(|c: char| c.is_whitespace() || c.is_control());
    if is_web && has_host && is_plain {
        Ok(text.to_owned())
    } else {
        Err("give a whole address, such as https://example.org/page".to_owned())
    }
}

/// Bytes, with K, M, G or T after them.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.trim_end_matches(['B', 'b', 'i']).char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (&text[..at], unit.to_ascii_uppercase()),
        _ => (text, ' '),
    };
    let shift = match unit {
        ' ' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err(format!("{unit} is not a unit; use K, M, G or T")),
    };
    let n: usize = digits.trim().parse().map_err(|_| "give a number, such as 500000 or 16M".to_owned())?;
    n.checked_shl(shift)
        .filter(|shifted| shifted >> shift == n && n != 0)
        .ok_or_else(|| "that number is out of range".to_owned())
}

/// Whom the operators of servers write to.
#[cfg(feature = "crawl")]
pub(super) fn contact(text: &str) -> Result<String, String> {
    if crawl::Config::is_contact(text) {
        Ok(text.to_owned())
    } else {
        Err("give a mail address or an http(s) URL".to_owned())
    }
}

/// Where a proxy is.
#[cfg(feature = "crawl")]
pub(super) fn proxy(text: &str) -> Result<String, String> {
    if crawl::Config::is_proxy(text) {
        Ok(text.to_owned())
    } else {
        Err("give the URL of an HTTP proxy, such as http://localhost:3128".to_owned())
    }
}

/// The longest time that an option takes, in seconds. Chosen: a year; whoever waits longer has meant something else,
/// and clocks would overflow at some point.
#[cfg(feature = "crawl")]
const LONGEST: f64 = 31_536_000.0;

/// A length of time.
#[cfg(feature = "crawl")]
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..=LONGEST).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("give seconds, such as 0.5, up to {LONGEST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(bytes("500"), Ok(500));
        assert_eq!(bytes("16M"), Ok(16 << 20));
        assert_eq!(bytes("2 GiB"), Ok(2 << 30));
        assert_eq!(bytes("1kb"), Ok(1024));
        for wrong in ["", "0", "M", "-1", "1X", "1.5M", "1é", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_within_their_bounds() {
        assert_eq!(share("0"), Ok(0.0));
        assert_eq!(positive_share("1"), Ok(1.0));
        for wrong in ["", "-0.1", "1.01", "nan", "inf", "half"] {
            assert!(share(wrong).is_err(), "{wrong}");
            assert!(positive_share(wrong).is_err(), "{wrong}");
        }
        assert!(positive_share("0").is_err());
        assert!(positive_share("-0").is_err());
    }

    #[test]
    fn addresses_are_whole() {
        let page = "https://example.org/page?q=1";
        assert_eq!(address(page), Ok(page.to_owned()));
        for wrong in ["", "example.org/page", "/page", "https://", "ftp://example.org/", "https://example.org/a b"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }

    #[cfg(feature = "crawl")]
    #[test]
    fn seconds_are_read() {
        assert_eq!(seconds("0.05"), Ok(Duration::from_millis(50)));
        for wrong in ["", "-1", "1s", "inf", "NaN", "1e30"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
