//! What is kept of a page in memory while there is room.

use demold::{Fingerprint, Input, Learner, PageSummary, Reading};
use formats::Page;

use super::memory::Memory;

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
#[derive(Clone, Debug, Default)]
pub enum Needed {
    /// Their sources.
    Sources,
    /// The parsed pages.
    #[default]
    Readings,
    /// What this learner learns from: if there is no room for the parsed page, its summary.
    Summaries(Box<Learner>),
}

/// A page in memory, uncompressed.
#[derive(Clone, Debug)]
pub enum PageForm {
    /// The parsed page.
    Parsed(Reading<'static>),
    /// Only what the default method learns from.
    Summary(PageSummary),
    /// The unparsed page, and its fingerprint if that is known.
    Source(Box<Page>, Option<Fingerprint>),
}

impl PageForm {
    /// Reads what is needed of a page, with its fingerprint.
    pub(crate) fn read(page: &Page, needed: &Needed) -> PageForm {
        match needed {
            Needed::Sources => PageForm::Source(page.clone().into(), Some(page.fingerprint())),
            Needed::Readings | Needed::Summaries(_) => PageForm::of(Reading::of(input(page))),
        }
    }

    /// Reads a page that was drawn before, so that nobody asks for its fingerprint any more.
    pub(super) fn read_again(page: Page, needed: &Needed) -> PageForm {
        match needed {
            Needed::Sources => PageForm::Source(page.into(), None),
            Needed::Readings | Needed::Summaries(_) => {
                PageForm::Parsed(Reading::of(input(&page)).at(None).into_owned())
            }
        }
    }

    /// Keeps a parsed page. Its fingerprint is computed now, on the thread that has parsed it.
    pub(crate) fn of(reading: Reading<'_>) -> PageForm {
        // The value is stored in the page, and drawing samples is done by a single thread later.
        let _ = reading.fingerprint();
        PageForm::Parsed(reading.at(None).into_owned())
    }

    /// Reduces the page to its summary, if the learner needs no more.
    pub(super) fn lightened(self, learner: &Learner) -> PageForm {
        self.summarize(learner).map_or(self, PageForm::Summary)
    }

    /// Returns the summary of the page, if the learner learns from summaries.
    pub(crate) fn summarize(&self, learner: &Learner) -> Option<PageSummary> {
        match self {
            PageForm::Parsed(reading) => learner.summarize(reading),
            PageForm::Summary(summary) => Some(summary.clone()),
            PageForm::Source(..) => None,
        }
    }

    pub(crate) fn fingerprint(&self) -> Fingerprint {
        match self {
            PageForm::Parsed(reading) => reading.fingerprint(),
            PageForm::Summary(summary) => summary.fingerprint(),
            PageForm::Source(page, fingerprint) => fingerprint.unwrap_or_else(|| page.fingerprint()),
        }
    }

    /// Returns about how much memory the page takes, and will take once it is reduced.
    pub(super) fn memory(&self) -> Memory {
        let (uncompressed, light) = match self {
            PageForm::Parsed(reading) => (reading.memory(), reading.summary_memory()),
            PageForm::Summary(summary) => (summary.memory(), summary.memory()),
            // It counts as nothing in the estimate of later pages: few such pages are needed.
            PageForm::Source(page, _) => (page.bytes.len(), 0),
        };
        Memory { uncompressed, light, compressed: 0 }
    }
}
