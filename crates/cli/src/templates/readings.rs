//! Pages as they were read in pass one, for learning and for pass two.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use corpus::{Kept, Page, Place};
use demold::{Fingerprint, Reading};

use super::input;

/// A page of a sample, as it was read.
#[derive(Clone, Debug)]
pub(super) struct Sampled {
    pub(super) reading: Reading<'static>,
    /// Where it was, if there is room for it until it is cleaned.
    place: Option<Place>,
}

impl Sampled {
    /// Keeps a page that was read. Its fingerprint is found here, on the thread that read it.
    pub(super) fn of(reading: Reading<'_>, page: &Page) -> Sampled {
        let _ = reading.fingerprint();
        Sampled {
            reading: reading.at(None).into_owned(),
            place: Some(page.place.clone()),
        }
    }
}

impl Kept for Sampled {
    fn read(page: &Page) -> Sampled {
        Sampled::of(Reading::of(input(page)), page)
    }

    fn read_again(page: &Page) -> Sampled {
        // It was drawn, so nobody asks for its fingerprint any more.
        Sampled {
            reading: Reading::of(input(page)).at(None).into_owned(),
            place: None,
        }
    }

    fn fingerprint(&self) -> Fingerprint {
        self.reading.fingerprint()
    }

    fn memory(&self) -> usize {
        self.reading.memory()
    }
}

/// What pass one has read and learned from, until pass two comes by.
#[derive(Debug, Default)]
pub(crate) struct Readings {
    by_place: Mutex<HashMap<Place, Reading<'static>>>,
}

impl Readings {
    pub(super) fn add(&self, sampled: Vec<Sampled>) {
        let pages = sampled.into_iter();
        let pages = pages.filter_map(|page| Some((page.place?, page.reading)));
        self.locked(|known| known.extend(pages));
    }

    /// Takes out what was read of a page, or reads it.
    pub(crate) fn read<'p>(&self, page: &'p Page) -> Reading<'p> {
        let known = self.locked(|known| known.remove(&page.place));
        match known {
            // The file may be another one by now.
            Some(known) => known.or_of(input(page)),
            None => Reading::of(input(page)),
        }
    }

    fn locked<T>(&self, work: impl FnOnce(&mut HashMap<Place, Reading<'static>>) -> T) -> T {
        work(&mut self.by_place.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
