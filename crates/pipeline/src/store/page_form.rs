//! What is kept of a page in memory while there is room.

use demold::{Fingerprint, Input, Reading};
use formats::Page;

/// Returns a page as input for the library `demold`.
#[must_use]
pub fn input(page: &Page) -> Input<'_> {
    // Text that was decoded while reading the input, such as that of JSON, is shared and not copied or decoded again.
    let input = page.bytes.text().map(Input::shared);
    let input = input.unwrap_or_else(|| Input::new(&page.bytes));
    let mut input = input.plain_text(page.is_text);
    if let Some(charset) = &page.charset {
        input = input.charset(charset);
    }
    if let Some(url) = &page.url {
        input = input.url(url);
    }
    input
}

/// What is needed of the pages of a sample.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Needed {
    /// Their sources.
    Sources,
    /// The parsed pages.
    #[default]
    Readings,
}

/// A page in memory, uncompressed.
#[derive(Clone, Debug)]
pub enum PageForm {
    /// The parsed page.
    Parsed(Reading<'static>),
    /// The unparsed page, and its fingerprint if that is known.
    Source(Box<Page>, Option<Fingerprint>),
}

impl PageForm {
    /// Reads what is needed of a page, with its fingerprint.
    pub(crate) fn read(page: &Page, needed: Needed) -> PageForm {
        match needed {
            Needed::Sources => PageForm::Source(page.clone().into(), Some(page.fingerprint())),
            Needed::Readings => PageForm::of(Reading::of(input(page))),
        }
    }

    /// Reads a page that was drawn before, so that nobody asks for its fingerprint any more.
    pub(super) fn read_again(page: Page, needed: Needed) -> PageForm {
        match needed {
            Needed::Sources => PageForm::Source(page.into(), None),
            Needed::Readings => PageForm::Parsed(Reading::of(input(&page)).at(None).into_owned()),
        }
    }

    /// Keeps a parsed page. Its fingerprint is computed now, on the thread that has parsed it.
    pub(crate) fn of(reading: Reading<'_>) -> PageForm {
        // The value is stored in the page, and drawing samples is done by a single thread later.
        let _ = reading.fingerprint();
        PageForm::Parsed(reading.at(None).into_owned())
    }

    pub(crate) fn fingerprint(&self) -> Fingerprint {
        match self {
            PageForm::Parsed(reading) => reading.fingerprint(),
            PageForm::Source(page, fingerprint) => fingerprint.unwrap_or_else(|| page.fingerprint()),
        }
    }

    /// Returns about how much memory the page takes, in bytes.
    pub(super) fn memory(&self) -> usize {
        match self {
            PageForm::Parsed(reading) => reading.memory(),
            PageForm::Source(page, _) => page.bytes.len(),
        }
    }
}
