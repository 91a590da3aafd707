use serde::{Deserialize, Serialize};
use tokenize::Token;

use crate::{Regions, cuts::cuts};

/// What cleaning one page came to: a line of a corpus.
///
/// # Examples
///
/// ```
/// use cleaner::{Record, Regions};
///
/// let source = "<nav>Menu</nav><p>News";
/// let tokens = tokenize::scan(source);
/// let regions = Regions::from_ranges([0..15]);
/// let record = Record::new(Some("https://example.org/".into()), source, &tokens, regions);
/// assert_eq!(record.text, "News");
/// assert_eq!(
///     serde_json::to_string(&record)?,
///     r#"{"url":"https://example.org/","regions":[[0,15]],"removed_share":0.6818181818181818,"text":"News"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// Where the page came from. Left out of the serialized form if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What was removed: byte ranges of the page's decoded source.
    pub regions: Regions,
    /// The bytes removed by [`raw`](crate::raw()), as a share of the page's
    /// bytes, from 0 to 1. It is 0 for an empty page.
    pub removed_share: f64,
    /// The visible text that is left, as [`text`](crate::text()) gives it.
    pub text: String,
}

impl Record {
    /// Cleans a page.
    ///
    /// # Complexity
    ///
    /// That of [`text`](crate::text()).
    ///
    /// # Panics
    ///
    /// If `tokens` are not of this `source`.
    #[must_use]
    pub fn new(url: Option<String>, source: &str, tokens: &[Token], regions: Regions) -> Record {
        let text = crate::text(source, tokens, &regions);
        Record {
            url,
            removed_share: removed_share(source, &regions),
            regions,
            text,
        }
    }
}

fn removed_share(source: &str, regions: &Regions) -> f64 {
    let removed: usize = cuts(source, regions).map(|cut| cut.len()).sum();
    removed as f64 / source.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_stay_between_nothing_and_all() {
        let check = |source: &str, range: std::ops::Range<usize>, expected: f64| {
            assert_eq!(
                removed_share(source, &Regions::from_ranges([range])),
                expected,
                "{source}"
            );
        };
        check("", 0..9, 0.0);
        check("abcd", 0..0, 0.0);
        check("abcd", 1..2, 0.25);
        check("abcd", 0..99, 1.0);
        // A part of a character is not removed.
        check("é", 0..1, 0.0);
    }
}
