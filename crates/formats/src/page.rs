//! The items of readers: pages, what is not a page, and the places of both.

use std::{fmt, sync::Arc};

use dom::Dom;
use tokenize::{Fingerprint, Source};

use crate::{Bytes, Fields};

/// One page as it was stored in the input.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// Its address, if the input has one.
    pub url: Option<String>,
    /// The document, without transfer and content encodings.
    pub bytes: Bytes,
    /// The charset that the server declared, or that is known for certain.
    pub charset: Option<String>,
    /// When it was fetched, as the input states it.
    pub date: Option<String>,
    /// The id of the record around it.
    pub id: Option<String>,
    /// Other data of the input about it, by name: all columns except those of its address and its source, or `id`,
    /// `date`, `status` and `payload_type` of a record.
    pub fields: Fields,
    /// Whether it is plain text, without markup.
    pub is_text: bool,
    /// Where it was in the input.
    pub place: Place,
}

impl Page {
    /// Returns a page about which nothing is known but its place.
    #[must_use]
    pub fn new(place: Place, bytes: impl Into<Bytes>) -> Page {
        Page {
            url: None,
            bytes: bytes.into(),
            charset: None,
            date: None,
            id: None,
            fields: Fields::default(),
            is_text: false,
            place,
        }
    }

    /// Returns the rank of the page's [`fingerprint`](Page::fingerprint), without computing the rest of it, which
    /// costs more.
    ///
    /// # Complexity
    ///
    /// Linear in the page, which has to be decoded.
    #[must_use]
    pub fn rank(&self, seed: u64) -> u64 {
        Fingerprint::rank_of(self.decoded().text(), seed)
    }

    /// Computes the page's fingerprint, which depends only on its content.
    ///
    /// # Complexity
    ///
    /// Linear in the page, which has to be decoded.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let source = self.decoded();
        if self.is_text {
            Fingerprint::of_plain(source.text())
        } else {
            Fingerprint::of(&Dom::parse(source.into_text()))
        }
    }

    fn decoded(&self) -> Source<'_> {
        let charset = self.charset.as_deref();
        // Bytes that are known to be UTF-8 need not be copied to be decoded.
        match self.bytes.text() {
            Some(text) => tokenize::decode_shared(text, charset),
            None => tokenize::decode(&self.bytes, charset),
        }
    }
}

/// A place in an input, in a form for messages.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Place {
    /// The input's name.
    pub file: Arc<str>,
    /// Where in the input.
    pub at: At,
}

/// Where in an input something is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum At {
    /// The whole input.
    Whole,
    /// The byte where its record begins.
    Byte(u64),
    /// The line, from 1.
    Line(u64),
    /// The row of a table, from 1.
    Row(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        match self.at {
            At::Whole => f.write_str(file),
            At::Byte(byte) => write!(f, "{file}, byte {byte}"),
            At::Line(line) => write!(f, "{file}, line {line}"),
            At::Row(row) => write!(f, "{file}, row {row}"),
        }
    }
}

/// Something in an input that is not a page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Skipped {
    /// Where it was.
    pub place: Place,
    /// Its address, if it could be read.
    pub url: Option<String>,
    /// Why it is not a page.
    pub reason: SkipReason,
}

impl Skipped {
    /// Says that a file is empty.
    pub(crate) fn empty(file: &Arc<str>) -> Skipped {
        Skipped { place: Place { file: Arc::clone(file), at: At::Whole }, url: None, reason: SkipReason::Empty }
    }
}

/// Why something is not a page.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum SkipReason {
    /// A record in which no page is expected: a request, a server's redirect.
    NoPage {
        /// What it is instead.
        what: String,
    },
    /// It is larger than pages may be.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// It has no text in the field of pages.
    NoField {
        /// The field.
        name: String,
        /// Some of the fields that it has, for the message.
        fields: Vec<String>,
    },
    /// It should hold pages, and has no record, line or row at all: as after a download that failed.
    Empty,
    /// It is broken.
    Damaged {
        /// What is broken.
        how: String,
    },
    /// The input ends here, because it cannot be read any further.
    Unreadable {
        /// The system's message.
        why: String,
    },
}

impl SkipReason {
    /// Returns whether something is wrong: a page may have been lost.
    pub fn is_fault(&self) -> bool {
        // Crawls consist of other things than pages for the most part, so these are no faults.
        !matches!(self, SkipReason::NoPage { .. })
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::NoPage { what } => write!(f, "no page: {what}"),
            SkipReason::TooLarge { limit } => write!(f, "the page is larger than {limit} bytes"),
            SkipReason::NoField { name, fields } if fields.is_empty() => {
                write!(f, "there is no text in a field {name:?}; there are no fields")
            }
            SkipReason::NoField { name, fields } => {
                write!(f, "there is no text in a field {name:?}; the fields are {}", fields.join(", "))
            }
            SkipReason::Empty => f.write_str("it is empty: there is no record in it"),
            SkipReason::Damaged { how } => f.write_str(how),
            SkipReason::Unreadable { why } => write!(f, "it cannot be read any further: {why}"),
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(url) = &self.url {
            write!(f, " ({url})")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// The settings of every reader.
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use]
pub struct ReaderOptions {
    pub(crate) max_page: usize,
    pub(crate) url_field: String,
    pub(crate) html_field: String,
}

impl ReaderOptions {
    /// Returns the defaults: pages of up to 16 MiB, fields `url` and `html`.
    pub fn new() -> ReaderOptions {
        ReaderOptions { max_page: 16 << 20, url_field: "url".to_owned(), html_field: "html".to_owned() }
    }

    /// Sets how large a page may be when decompressed, in bytes. Default: 16 MiB.
    pub fn max_page(mut self, bytes: usize) -> ReaderOptions {
        self.max_page = bytes.max(1);
        self
    }

    /// Sets which field of a JSON object, or column of a table, is the page's
    /// address. Default: `url`.
    pub fn url_field(mut self, name: &str) -> ReaderOptions {
        name.clone_into(&mut self.url_field);
        self
    }

    /// Sets which field or column is the page's source. Default: `html`.
    pub fn html_field(mut self, name: &str) -> ReaderOptions {
        name.clone_into(&mut self.html_field);
        self
    }

    /// Returns how large a page may be.
    pub fn get_max_page(&self) -> usize {
        self.max_page
    }
}

impl Default for ReaderOptions {
    fn default() -> ReaderOptions {
        ReaderOptions::new()
    }
}
