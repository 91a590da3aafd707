use crate::Tokenizer;

/// Which attributes of a tag are part of its form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Attributes {
    /// All of them, as in the paper.
    #[default]
    All,
    /// Only those with one of these names, in any letter case.
    Only(Vec<String>),
    /// None: the form of a tag is its name.
    None,
}

/// Defines when two tokens are equal: the settings of a [`Tokenizer`].
///
/// The source of a page is never changed. Normalization makes the *form* of each token. Two tokens have the same
/// symbol if their forms are equal.
///
/// A form is itself HTML, written in one canonical way: `<a href="x">`, `fish &amp; chips`. If a form is read as a
/// page, the last token of the page has the same form. So forms can be shown, stored and read back.
///
/// | token | form |
/// | --- | --- |
/// | start tag | `<a href="/x" id="y">`: double quotes, no empty value, first of equal names; `/>` if not HTML |
/// | end tag | `</a>`, without any attributes |
/// | text | `&` and `<` as `&amp;` and `&lt;`; white space alone as `&#32;` |
/// | CDATA section | that of the same text |
/// | raw text | its element's start tag, and the text after it |
/// | comment | `<!-- x -->` |
/// | doctype | `<!doctype html>` |
///
/// Letter case is ignored everywhere; in names of tags and attributes that of ASCII, as in the standard. Runs of white
/// space (space, tab, newline, form feed, carriage return) are one space, and are dropped at the ends. Attributes are
/// sorted by name. Character references are decoded, in text and in the values of attributes.
///
/// # Examples
///
/// ```
/// use tokenize::{Attributes, Normalize, Vocabulary};
///
/// let tokenizer = Normalize::new().attributes(Attributes::Only(vec!["id".into()])).build();
/// let mut vocabulary = Vocabulary::new();
/// vocabulary.adopt(tokenizer.draft("<P id=Top class=x>R&amp;D"));
/// assert_eq!(vocabulary.form(0), Some("<p id=\"top\">"));
/// assert_eq!(vocabulary.form(1), Some("r&amp;d"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Normalize {
    attributes: Attributes,
    mutable: bool,
}

impl Normalize {
    /// Returns the defaults: all attributes count, and nothing is [`mutable`](Normalize::mutable).
    pub fn new() -> Normalize {
        Normalize::default()
    }

    /// Sets which attributes count. Default: [`Attributes::All`].
    pub fn attributes(mut self, which: Attributes) -> Normalize {
        self.attributes = which;
        self
    }

    /// Sets whether text that changes from day to day is replaced by the name of its pattern. Default: false.
    ///
    /// The patterns are `&number;`, `&date;`, `&time;`, `&url;` and `&email;`. HTML has no such references, and in
    /// other forms every `&` in text is `&amp;`, so that they cannot be confused with text. Reading a pattern's name
    /// gives the pattern again, in forms as in pages.
    ///
    /// A pattern must match a whole word; the punctuation around it stays. Names of months and weekdays are English,
    /// and count only next to a number: `27th February, 2007` is a date, `you may` is not.
    ///
    /// Nothing is replaced in a text that has fewer than three other words for each pattern: a price after its label
    /// is a value.
    pub fn mutable(mut self, yes: bool) -> Normalize {
        self.mutable = yes;
        self
    }

    /// Returns which attributes count.
    #[must_use]
    pub fn get_attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// Returns whether mutable patterns are replaced.
    #[must_use]
    pub fn get_mutable(&self) -> bool {
        self.mutable
    }

    /// Builds a tokenizer. Every combination of settings is valid.
    #[must_use]
    pub fn build(self) -> Tokenizer {
        Tokenizer::new(self)
    }
}
