//! One cleaned page as a line of a corpus.

use crate::{Comment, JudgedBlock};
use classify::Removal;
use cleaner::Regions;
use metadata::Metadata;
use serde::{Deserialize, Serialize};

/// The result of cleaning one page, for the next program in line: the fields of
/// JSON Lines, and the columns of tables. Every record has every field.
///
/// # Examples
///
/// ```
/// use demold::{Input, Learner};
///
/// let page = |tree: &str| format!("<nav>Home</nav><p>The {tree} has bark.");
/// let site = Learner::new().learn(&["ash", "elm", "fir"].map(page))?;
/// let page = Input::from("<nav>Home</nav><p>The oak has bark.").url("http://a.example/oak");
/// let record = site.clean(page)?.record();
/// assert_eq!(record.url.as_deref(), Some("http://a.example/oak"));
/// assert_eq!(record.text.as_deref(), Some("The oak has bark."));
/// assert!(!record.alone && !record.empty);
///
/// let line = serde_json::to_string(&record)?;
/// assert!(line.starts_with(r#"{"schema":4,"url":"http://a.example/oak","site":null,"text":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// The version of these fields: [`Record::SCHEMA`].
    pub schema: u32,
    /// Where the page came from, if known.
    pub url: Option<String>,
    /// The key of the site to which the page was assigned, if that was asked for.
    pub site: Option<String>,
    /// The visible text that is left, if it was asked for.
    pub text: Option<String>,
    /// The HTML that is left, if it was asked for.
    pub html: Option<String>,
    /// The Markdown that is left, if it was asked for.
    pub markdown: Option<String>,
    /// The share of the page's bytes that was removed, from 0 to 1; 0 for an
    /// empty page.
    pub removed_share: f64,
    /// How much of the template was found in the page, from 0 to 1.
    pub fit: f64,
    /// Whether the page was judged by its own evidence alone.
    pub alone: bool,
    /// How good the result is expected to be, from 0 to 1, if the method can say.
    pub confidence: Option<f64>,
    /// The name of the trees that judged the page, if the method has any.
    pub model: Option<String>,
    /// An earlier page that shows the same text, by its URL or place.
    pub copy_of: Option<String>,
    /// The [SimHash](simhash) of the text that is left, as 16 hexadecimal digits, if that was asked for and the text
    /// has at least 20 words.
    pub simhash: Option<String>,
    /// Whether almost nothing is left of a page that had something.
    pub empty: bool,
    /// What was removed: byte ranges of the page's decoded source.
    pub regions: Regions,
    /// Why each part was removed, in page order; empty if the method gives no
    /// reasons.
    pub removals: Vec<Removal>,
    /// What the page says about itself, if it was asked for.
    pub metadata: Option<Metadata>,
    /// The comments, posts and answers on the page, if they were asked for.
    pub comments: Option<Vec<Comment>>,
    /// The page piece by piece, if it was asked for.
    pub blocks: Option<Vec<JudgedBlock>>,
}

impl Record {
    /// The version of the fields. A later version may have more of them. Set by: the changes of the fields.
    pub const SCHEMA: u32 = 4;

    /// Returns what [`simhash`](Record::simhash) is for this text.
    #[must_use]
    pub fn simhash_of(text: &str) -> Option<String> {
        simhash::of(text).map(|bits| format!("{bits:016x}"))
    }

    /// The names of all fields, in their order.
    pub const FIELDS: &'static [&'static str] = &[
        "schema",
        "url",
        "site",
        "text",
        "html",
        "markdown",
        "removed_share",
        "fit",
        "alone",
        "confidence",
        "model",
        "copy_of",
        "simhash",
        "empty",
        "regions",
        "removals",
        "metadata",
        "comments",
        "blocks",
    ];
}

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::Site;

    #[test]
    fn every_field_is_named_and_written() {
        let record = Site::nothing().clean("<p>Rain").unwrap().record();
        let json = serde_json::to_string(&record).unwrap();
        for name in Record::FIELDS {
            assert!(json.contains(&format!("\"{name}\":")), "{name}: {json}");
        }
        let again: Record = serde_json::from_str(&json).unwrap();
        assert_eq!(again, record);
    }
}
