//! What crosses the border: a page, and for each of its bytes where it came from.

use std::ops::Range;

/// Where a byte of a page came from.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Origin {
    /// Template that is the same wherever it stands: frame, navigation, footer, the tags around a headline.
    Template,
    /// Template whose text changes from page to page: the current item, advertisements, dates of the day, teasers.
    Changing,
    /// Neither: tags that only carry content (`<p>` in a text), labels of data. Taking or leaving them is not a mistake.
    Neutral,
    /// What this page alone has to say.
    Content,
}

impl Origin {
    /// Returns whether a cleaner should remove it: [`Origin::Template`] and [`Origin::Changing`].
    pub fn is_template(self) -> bool {
        matches!(self, Origin::Template | Origin::Changing)
    }
}

/// What a page is for, and thereby how it is laid out.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PageType {
    /// A headline, a byline and paragraphs.
    Article,
    /// Headlines and summaries of the articles of a section.
    Listing,
    /// A thing with named values, as in a shop: see [`Page::values`].
    Record,
    /// An entry of a manual: signature, parameters, prose, example.
    Reference,
    /// The one page that shares nothing with the rest: see [`Noise::odd_page`](crate::Noise::odd_page).
    Odd,
}

impl PageType {
    /// Returns the lower-case English name.
    pub fn name(self) -> &'static str {
        match self {
            PageType::Article => "article",
            PageType::Listing => "listing",
            PageType::Record => "record",
            PageType::Reference => "reference",
            PageType::Odd => "odd",
        }
    }
}

/// A run of bytes of one origin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Span {
    /// The byte range in [`Page::html`], half-open, never empty.
    pub range: Range<usize>,
    /// Where these bytes came from.
    pub origin: Origin,
}

/// One value of a record page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Value {
    /// The label's text, the same on all record pages of a site.
    pub name: String,
    /// The value's text, as a reader sees it.
    pub text: String,
}

/// One generated page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    pub(crate) url: String,
    pub(crate) path: String,
    pub(crate) page_type: PageType,
    pub(crate) section: usize,
    pub(crate) html: String,
    pub(crate) spans: Vec<Span>,
    pub(crate) text: String,
    pub(crate) values: Vec<Value>,
}

impl Page {
    /// Returns the absolute address, on a host under `.example`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address within the site, without a leading slash: `articles/0017-the-old-net.html`.
    ///
    /// Unique in its site, ASCII, and safe as a relative file name.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns what the page is for.
    pub fn page_type(&self) -> PageType {
        self.page_type
    }

    /// Returns the index of the section the page belongs to: the gold category for clustering and classifying.
    ///
    /// Sections of all sites of one language share their words, so section 2 of one site is about what section 2 of
    /// another is about.
    pub fn section(&self) -> usize {
        self.section
    }

    /// Returns the source.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Returns the runs of one origin, in order. They tile the source, and neighbors differ in origin.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the visible text of the content: one block a line, character references decoded.
    pub fn gold_text(&self) -> &str {
        &self.text
    }

    /// Returns the values of a record page, and nothing on other pages.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the byte ranges that a cleaner should remove: sorted, disjoint, neighbors joined.
    pub fn template_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for span in self.spans.iter().filter(|span| span.origin.is_template()) {
            match ranges.last_mut() {
                Some(last) if last.end == span.range.start => last.end = span.range.end,
                _ => ranges.push(span.range.clone()),
            }
        }
        ranges
    }

    /// Returns the number of bytes of one origin.
    pub fn n_bytes(&self, origin: Origin) -> usize {
        self.spans
            .iter()
            .filter(|span| span.origin == origin)
            .map(|span| span.range.len())
            .sum()
    }
}
