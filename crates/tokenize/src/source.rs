use dom::PageSource;
use encoding_rs::Encoding;

/// The decoded text of a page, with its encoding.
///
/// If the bytes of the page are valid UTF-8, the text borrows or shares them.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    text: PageSource<'a>,
    encoding: &'static Encoding,
    bom: &'a [u8],
    /// Whether the text is the page's own bytes after the byte order mark.
    is_borrowed: bool,
}

impl<'a> Source<'a> {
    pub(crate) fn new(
        text: PageSource<'a>,
        encoding: &'static Encoding,
        bom: &'a [u8],
        is_borrowed: bool,
    ) -> Source<'a> {
        Source { text, encoding, bom, is_borrowed }
    }

    /// Returns the text, without byte order mark. All spans point into it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text, and drops the rest.
    #[must_use]
    pub fn into_text(self) -> PageSource<'a> {
        self.text
    }

    /// Returns the encoding's name in the Encoding Standard: `"UTF-8"`,
    /// `"windows-1252"`, …
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.encoding.name()
    }

    pub(crate) fn of(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns the page's byte order mark, which is empty for most pages.
    ///
    /// If a page [is borrowed](Source::is_borrowed), its bytes are the mark followed by the text.
    #[must_use]
    pub fn bom(&self) -> &'a [u8] {
        self.bom
    }

    /// Returns whether the text is the page's own bytes. They are if the page is valid UTF-8, or is ASCII in an
    /// encoding that contains ASCII.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        self.is_borrowed
    }
}
