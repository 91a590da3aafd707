//! Pages as they were parsed in pass one, for learning and for pass two.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use demold::{Fingerprint, Input, Learner, PageSummary, Reading};
use formats::{Page, Place};

use crate::sample::Cacheable;

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

/// A page of a sample, parsed or reduced to a summary.
#[derive(Clone, Debug)]
pub(super) struct Sampled {
    left: Left,
    /// Its place in the input, by which pass two finds it; none if it is not kept until then.
    place: Option<Place>,
}

/// What is kept of a page.
#[derive(Clone, Debug)]
enum Left {
    All(Reading<'static>),
    /// Only what the default method learns from.
    PageSummary(PageSummary),
}

impl Sampled {
    /// Keeps a parsed page. Its fingerprint is computed now, on the thread that has parsed it.
    pub(super) fn of(reading: Reading<'_>, page: &Page) -> Sampled {
        // The value is stored in the page, and drawing samples is done by a single thread later.
        let _ = reading.fingerprint();
        Sampled { left: Left::All(reading.at(None).into_owned()), place: Some(page.place.clone()) }
    }

    /// Reduces the page to its summary, if the learner needs no more.
    pub(super) fn lightened(self, learner: &Learner) -> Sampled {
        let summary = self.summarize(learner);
        Sampled { left: summary.map_or(self.left, Left::PageSummary), place: self.place }
    }

    /// Returns the parsed page, unless it was reduced to a summary.
    pub(super) fn reading(&self) -> Option<&Reading<'static>> {
        match &self.left {
            Left::All(reading) => Some(reading),
            Left::PageSummary(_) => None,
        }
    }

    /// Returns the summary of the page, if the learner learns from summaries.
    pub(super) fn summarize(&self, learner: &Learner) -> Option<PageSummary> {
        match &self.left {
            Left::All(reading) => learner.summarize(reading),
            Left::PageSummary(summary) => Some(summary.clone()),
        }
    }
}

impl Cacheable for Sampled {
    fn read(page: &Page) -> Sampled {
        Sampled::of(Reading::of(input(page)), page)
    }

    fn read_again(page: &Page) -> Sampled {
        // Unlike in [`Sampled::of`], no fingerprint is computed: the page was drawn, so nobody asks for it any more.
        Sampled { left: Left::All(Reading::of(input(page)).at(None).into_owned()), place: None }
    }

    fn fingerprint(&self) -> Fingerprint {
        match &self.left {
            Left::All(reading) => reading.fingerprint(),
            Left::PageSummary(summary) => summary.fingerprint(),
        }
    }

    fn memory(&self) -> usize {
        match &self.left {
            Left::All(reading) => reading.memory(),
            Left::PageSummary(summary) => summary.memory(),
        }
    }

    fn light_memory(&self) -> usize {
        match &self.left {
            Left::All(reading) => reading.summary_memory(),
            Left::PageSummary(summary) => summary.memory(),
        }
    }
}

/// Pages that pass one has parsed and learned from, until pass two takes them.
#[derive(Debug, Default)]
pub struct Readings {
    by_place: Mutex<HashMap<Place, Left>>,
}

impl Readings {
    pub(super) fn add(&self, sampled: Vec<Sampled>) {
        let pages = sampled.into_iter();
        let pages = pages.filter_map(|page| Some((page.place?, page.left)));
        self.locked(|known| known.extend(pages));
    }

    /// Takes out what pass one has kept of a page, or else parses the page.
    #[must_use]
    pub fn read<'p>(&self, page: &'p Page) -> Reading<'p> {
        // Removed, because each page is cleaned once, and its memory is needed for others.
        let known = self.locked(|known| known.remove(&page.place));
        match known {
            // The place alone proves nothing: the file may have been replaced, and two names that are not UTF-8 may
            // look alike. So the sources are compared.
            Some(Left::All(known)) => known.reuse_or_read(input(page)),
            Some(Left::PageSummary(summary)) => Reading::of(input(page)).with_summary(&summary),
            None => Reading::of(input(page)),
        }
    }

    fn locked<T>(&self, work: impl FnOnce(&mut HashMap<Place, Left>) -> T) -> T {
        work(&mut self.by_place.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use formats::At;

    use super::*;

    #[test]
    fn a_page_is_in_memory_once() {
        let place = Place { file: "a.html".into(), at: At::Whole };
        let utf_8 = Page::new(place.clone(), "<p>Grün".to_owned());
        let sampled = Sampled::read(&utf_8);
        let kept = sampled.reading().unwrap();
        assert!(ptr::eq(kept.source().as_bytes(), &*utf_8.bytes));
        let readings = Readings::default();
        readings.add(vec![sampled]);
        assert!(ptr::eq(readings.read(&utf_8).source().as_bytes(), &*utf_8.bytes));
        // What has to be decoded is another text.
        let latin_1 = Page::new(place, b"<p>Gr\xFCn und Blau sind Farben".to_vec());
        let sampled = Sampled::read(&latin_1);
        let kept = sampled.reading().unwrap();
        assert_eq!(kept.source(), "<p>Grün und Blau sind Farben");
    }
}
