//! Values that several options take.

use std::str::FromStr;
#[cfg(feature = "crawl")]
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Values that have a name where they are defined, each with a line of help.
pub(super) fn named<T>(
    all: &'static [(&'static str, &'static str)],
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let names = all
        .iter()
        .map(|(name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
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
    let n: usize = digits
        .trim()
        .parse()
        .map_err(|_| "give a number, such as 500000 or 16M".to_owned())?;
    n.checked_shl(shift)
        .filter(|shifted| shifted >> shift == n && n != 0)
        .ok_or_else(|| "that number is out of range".to_owned())
}

#[cfg(feature = "crawl")]
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
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

    #[cfg(feature = "crawl")]
    #[test]
    fn seconds_are_read() {
        assert_eq!(seconds("0.05"), Ok(Duration::from_millis(50)));
        for wrong in ["", "-1", "1s", "inf", "NaN"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
