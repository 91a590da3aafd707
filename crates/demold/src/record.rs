//! One cleaned page as a line of a corpus.

use crate::{Cleaned, Comment, JudgedBlock};
use classify::Removal;
use cleaner::Regions;
use metadata::Metadata;
use serde::{Deserialize, Serialize};

/// Declares records: the rows are the table of the fields, in their order, each with its documentation, its type, and what
/// it is in the [record without metadata and without any rendering](Cleaned::about). All lists of them are made from it.
macro_rules! record {
    ($(#[$about:meta])* of $cleaned:ident: $($(#[$of:meta])* pub $name:ident: $type:ty = $value:expr,)*) => {
        $(#[$about])*
        #[non_exhaustive]
        #[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
        pub struct Record {
            $($(#[$of])* pub $name: $type,)*
        }

        impl Record {
            /// The names of all fields, in their order.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($name),)*];

            /// Returns the values in the order of the fields, each with its name.
            pub fn values(&self) -> impl Iterator<Item = (&'static str, RecordValue<'_>)> {
                [$((stringify!($name), RecordValue::from(&self.$name)),)*].into_iter()
            }

        }

        impl Cleaned<'_> {
            /// Returns the record without metadata and without any rendering of the page.
            pub fn about(&self) -> Record {
                let $cleaned = self;
                Record { $($name: $value,)* }
            }
        }

        impl Default for Record {
            /// Returns a record in which nothing is known.
            fn default() -> Record {
                let nothing = Record { $($name: Default::default(),)* };
                Record { schema: Record::SCHEMA, ..nothing }
            }
        }
    };
}

record! {
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
    of cleaned:
    /// The version of these fields: [`Record::SCHEMA`].
    pub schema: u32 = Record::SCHEMA,
    /// Where the page came from, if known.
    pub url: Option<String> = cleaned.page().url().map(str::to_owned),
    /// The key of the site to which the page was assigned, if that was asked for.
    pub site: Option<String> = None,
    /// The visible text that is left, if it was asked for.
    pub text: Option<String> = None,
    /// The HTML that is left, if it was asked for.
    pub html: Option<String> = None,
    /// The Markdown that is left, if it was asked for.
    pub markdown: Option<String> = None,
    /// The share of the page's bytes that was removed, from 0 to 1; 0 for an
    /// empty page.
    pub removed_share: f64 = cleaned.removed_share(),
    /// How much of the template was found in the page, from 0 to 1.
    pub fit: f64 = cleaned.fit(),
    /// Whether the page was judged by its own evidence alone.
    pub alone: bool = cleaned.is_alone(),
    /// How good the result is expected to be, from 0 to 1, if the method can say.
    pub confidence: Option<f64> = cleaned.confidence(),
    /// The name of the trees that judged the page, if the method has any.
    pub model: Option<String> = cleaned.model().map(str::to_owned),
    /// An earlier page that shows the same text, by its URL or place.
    pub copy_of: Option<String> = None,
    /// The [SimHash](simhash) of the text that is left, as 16 hexadecimal digits, if that was asked for and the text
    /// has at least 20 words.
    pub simhash: Option<String> = None,
    /// Whether almost nothing is left of a page that had something.
    pub empty: bool = cleaned.is_empty(),
    /// What was removed: byte ranges of the page's decoded source.
    pub regions: Regions = cleaned.regions().clone(),
    /// Why each part was removed, in page order; empty if the method gives no
    /// reasons.
    pub removals: Vec<Removal> = cleaned.removals().to_vec(),
    /// What the page says about itself, if it was asked for.
    pub metadata: Option<Metadata> = None,
    /// The comments, posts and answers on the page, if they were asked for.
    pub comments: Option<Vec<Comment>> = None,
    /// The page piece by piece, if it was asked for.
    pub blocks: Option<Vec<JudgedBlock>> = None,
}

impl Cleaned<'_> {
    /// Returns all of this as plain data, for the next program in line.
    pub fn record(&self) -> Record {
        let text = self.text();
        Record { metadata: Some(self.metadata()), simhash: Record::simhash_of(&text), text: Some(text), ..self.about() }
    }
}

impl Record {
    /// The version of the fields. A later version may have more of them. Set by: the changes of the fields.
    pub const SCHEMA: u32 = 4;

    /// Returns what [`simhash`](Record::simhash) is for this text.
    #[must_use]
    pub fn simhash_of(text: &str) -> Option<String> {
        simhash::of(text).map(|bits| format!("{bits:016x}"))
    }
}

/// Declares the kinds of values.
macro_rules! values {
    ($($(#[$of:meta])* $variant:ident($type:ty) from $from:ty = |$value:ident| $taken:expr,)*) => {
        /// A value of a [`Record`]. Serialized, it is what the record has. The kinds are exhaustive, so that whoever
        /// matches them is told of a new one.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum RecordValue<'a> {
            /// A number, if it is known.
            Number(Option<f64>),
            $($(#[$of])* $variant($type),)*
        }

        impl From<&f64> for RecordValue<'_> {
            fn from(value: &f64) -> Self {
                RecordValue::Number(Some(*value))
            }
        }

        impl From<&Option<f64>> for RecordValue<'_> {
            fn from(value: &Option<f64>) -> Self {
                RecordValue::Number(*value)
            }
        }

        $(impl<'a> From<&'a $from> for RecordValue<'a> {
            fn from($value: &'a $from) -> RecordValue<'a> {
                RecordValue::$variant($taken)
            }
        })*
    };
}

values! {
    /// A whole number.
    Integer(u32) from u32 = |value| *value,
    /// Yes or no.
    Boolean(bool) from bool = |value| *value,
    /// A text, if it is known.
    Text(Option<&'a str>) from Option<String> = |value| value.as_deref(),
    /// Byte ranges.
    Regions(&'a Regions) from Regions = |value| value,
    /// Removed parts.
    Removals(&'a [Removal]) from Vec<Removal> = |value| value,
    /// What the page says about itself, if it is known.
    Metadata(Option<&'a Metadata>) from Option<Metadata> = |value| value.as_ref(),
    /// Comments, if they are known.
    Comments(Option<&'a [Comment]>) from Option<Vec<Comment>> = |value| value.as_deref(),
    /// The pieces of the page, if they are known.
    Blocks(Option<&'a [JudgedBlock]>) from Option<Vec<JudgedBlock>> = |value| value.as_deref(),
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
