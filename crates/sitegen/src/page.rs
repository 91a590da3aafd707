//! A page, with the origin of each of its bytes.

use std::ops::Range;

/// The origin of a byte of a page.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Origin {
    /// Template that is the same wherever it occurs: frame, navigation, footer, the tags around a headline.
    Template,
    /// Template whose text changes from page to page: the current menu item, advertisements, dates of the day,
    /// teasers.
    Changing,
    /// Neither: tags that only structure content (`<p>` in a text), labels of data. Neither keeping nor removing them
    /// is a mistake.
    Neutral,
    /// Content, which this page alone has.
    Content,
}

impl Origin {
    /// Returns whether a cleaner should remove it: [`Origin::Template`] and [`Origin::Changing`].
    pub fn is_template(self) -> bool {
        matches!(self, Origin::Template | Origin::Changing)
    }
}

/// The purpose of a page, which determines its layout.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PageType {
    /// A headline, a byline and paragraphs.
    Article,
    /// Headlines and summaries of the articles of a section.
    Listing,
    /// A thing with named values, as in a shop: see [`GeneratedPage::values`].
    Record,
    /// An entry of a manual: signature, parameters, prose, example.
    Reference,
    /// The one page that shares nothing with the others: see [`Noise::odd_page`](crate::Noise::odd_page).
    Odd,
}

/// A run of bytes of one origin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Span {
    /// The byte range in [`GeneratedPage::html`], half-open, never empty.
    pub range: Range<usize>,
    /// The origin of these bytes.
    pub origin: Origin,
}

/// One value of a record page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Value {
    /// The text of the label, the same on all record pages of a site.
    pub name: String,
    /// The text of the value, as a reader sees it.
    pub text: String,
}

/// One generated page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GeneratedPage {
    pub(crate) url: String,
    pub(crate) path: String,
    pub(crate) page_type: PageType,
    pub(crate) section: usize,
    pub(crate) html: String,
    pub(crate) spans: Vec<Span>,
    pub(crate) text: String,
    pub(crate) values: Vec<Value>,
}

impl GeneratedPage {
    /// Returns the absolute address, on a host under `.example`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address within the site, without a leading slash: `articles/0017-the-old-net.html`.
    ///
    /// It is unique in its site, is ASCII, and is safe as a relative file name.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the purpose of the page.
    pub fn page_type(&self) -> PageType {
        self.page_type
    }

    /// Returns the index of the section that the page belongs to: the correct category for clustering and
    /// classifying.
    ///
    /// Sections with the same index use the same words in all sites of one language, so that section 2 of one site
    /// has the subject of section 2 of another.
    pub fn section(&self) -> usize {
        self.section
    }

    /// Returns the source.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Returns the runs of one origin, in order. They cover the source without gaps, and neighbors differ in origin.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the visible text of the content: one block per line, with character references decoded.
    pub fn gold_text(&self) -> &str {
        &self.text
    }

    /// Returns the values of a record page, and nothing on other pages.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the byte ranges that a cleaner should remove: sorted, disjoint, and with adjacent ranges joined.
    pub fn template_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for span in self.spans.iter().filter(|span| span.origin.is_template()) {
            match ranges.last_mut() {
                // Spans of template and of changing template may be adjacent.
                Some(last) if last.end == span.range.start => last.end = span.range.end,
                _ => ranges.push(span.range.clone()),
            }
        }
        ranges
    }
}
