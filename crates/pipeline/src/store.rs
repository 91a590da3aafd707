//! Stores pages in a budget of memory: parsed while there is room, then compressed, then in a file. The first page of a
//! site, which usually remains the only one, is not compressed needlessly: it is read again from the input, or its
//! unchanged bytes go into the file.

mod packing;
mod page_form;
mod stored;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    fmt,
    fs::File,
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use demold::Reading;
use formats::{Page, Place};

pub use self::page_form::{Needed, PageForm, input};
pub(crate) use self::stored::Stored;
use self::{
    packing::packed,
    stored::{Content, InInput},
};
use crate::spill::Spill;

/// Pages in a budget of memory, and in a temporary file beyond that. [`Samples`](crate::Samples) put pages into it;
/// [`Learning`](crate::Learning) learns from them, and leaves those that are parsed for [`Pass`](crate::Pass).
pub struct PageStore {
    budget: usize,
    /// The bytes that pages take, including those that several threads are preparing.
    used: Arc<AtomicUsize>,
    spill: Spill,
    /// Pages that pass one has learned from, until pass two takes them.
    left: Mutex<HashMap<Place, Drawn>>,
}

/// A page that was drawn, in memory.
#[derive(Debug)]
pub struct Drawn {
    form: PageForm,
    /// The room that it takes is charged as long as this exists.
    stored: Arc<Stored>,
}

impl Drawn {
    /// Reads a page back if it is not in memory; `None` if the input does not have it any more.
    pub(crate) fn read(stored: Arc<Stored>, needed: Needed) -> io::Result<Option<Drawn>> {
        Ok(stored.form(needed)?.map(|form| Drawn { form, stored }))
    }

    /// Returns what is in memory of the page.
    #[must_use]
    pub fn form(&self) -> &PageForm {
        &self.form
    }

    /// Returns the parsed page, unless its source was all that is needed.
    pub(crate) fn reading(&self) -> Option<&Reading<'static>> {
        match &self.form {
            PageForm::Parsed(reading) => Some(reading),
            PageForm::Source(..) => None,
        }
    }
}

/// A page for which room was looked for. Until it is offered or dropped, its room is charged.
#[derive(Debug, Default)]
pub struct Staged {
    pub(crate) form: Option<PageForm>,
    charge: Option<Charge>,
    /// The compressed page, if there was no room.
    packed: Option<Box<[u8]>>,
}

impl From<Option<PageForm>> for Staged {
    /// Wraps a page, if it is needed already, without looking for room.
    fn from(form: Option<PageForm>) -> Staged {
        Staged { form, ..Staged::default() }
    }
}

/// The room of one page, which is given back when this is dropped.
#[derive(Debug)]
struct Charge {
    used: Arc<AtomicUsize>,
    n_bytes: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.used.fetch_sub(self.n_bytes, Ordering::Relaxed);
    }
}

impl PageStore {
    /// Returns an empty store. All pages together may take so many bytes of memory, and any of these bytes may be those
    /// of parsed pages, because not parsing a page again saves more time than is lost by other pages that go to a file.
    #[must_use]
    pub fn new(budget: usize) -> PageStore {
        PageStore { budget, used: Arc::default(), spill: Spill::default(), left: Mutex::default() }
    }

    /// Sets what opens an empty file for pages for which there is no room. Default: a temporary file.
    #[must_use]
    pub fn file(mut self, open: fn() -> io::Result<File>) -> PageStore {
        self.spill = Spill::new(open);
        self
    }

    /// Looks for room for a page, and compresses it if there is none at present.
    pub(crate) fn prepare(&self, page: &Page, form: PageForm) -> Staged {
        let charge = self.charge(form.memory());
        // An error is dropped here: `put` compresses the page again, and reports it.
        let packed = if charge.is_none() { packed(&page.bytes).ok() } else { None };
        Staged { form: Some(form), charge, packed }
    }

    /// Keeps a page parsed while there is room; otherwise compresses it. A parsed page that was kept is never compressed
    /// later, since its bytes are already freed. Of a page that is not needed yet, only its place is kept if it can be
    /// read again.
    pub(crate) fn put(&self, page: &Page, staged: Staged) -> io::Result<Stored> {
        let content = match staged {
            Staged { form: None, .. } => self.put_unneeded(page)?,
            staged => match self.put_needed(staged) {
                Ok(content) => content,
                Err(packed) => self.compress(packed, &page.bytes)?,
            },
        };
        Ok(Stored::new(page, content))
    }

    /// Replaces a page that was stored before it was needed. If there is no room for that, a page whose bytes are in
    /// memory is compressed.
    pub(crate) fn replace(&self, mut first: Stored, staged: Staged) -> io::Result<Stored> {
        if first.is_uncompressed()
            && let Some(page) = first.unparsed()
        {
            // Both forms are never charged at a time, so the unparsed page may make room for the parsed one.
            drop(first);
            return self.put(&page, staged);
        }
        // Without room for it, the page stays where it was.
        if let Ok(content) = self.put_needed(staged) {
            first.content = content;
        }
        Ok(first)
    }

    /// Keeps a page uncompressed, or returns what it was compressed to, if anything.
    fn put_needed(&self, staged: Staged) -> Result<Content, Option<Box<[u8]>>> {
        let Staged { form, charge, packed } = staged;
        let found = form.and_then(|form| Some((charge.or_else(|| self.charge(form.memory()))?, form)));
        let (charge, form) = found.ok_or(packed)?;
        Ok(Content::Uncompressed(Box::new(form), charge))
    }

    /// Charges a page if there is room for it. Charged first and tested then, two threads cannot both take the last room.
    fn charge(&self, n_bytes: usize) -> Option<Charge> {
        // Relaxed, because the sum guards no other memory: at worst a page is judged by one that is out of date.
        let before = self.used.fetch_add(n_bytes, Ordering::Relaxed);
        let charge = Charge { used: Arc::clone(&self.used), n_bytes };
        (before.saturating_add(n_bytes) <= self.budget).then_some(charge)
    }

    /// Keeps a page that is not needed yet: only its place if it can be read again, in memory while there is room, and
    /// otherwise only its bytes.
    fn put_unneeded(&self, page: &Page) -> io::Result<Content> {
        if let Some(elsewhere) = InInput::of(&page.bytes) {
            return Ok(Content::InInput(Box::new(elsewhere)));
        }
        let known = Page {
            url: page.url.clone(),
            charset: page.charset.clone(),
            is_text: page.is_text,
            ..Page::new(page.place.clone(), page.bytes.clone())
        };
        let form = PageForm::Source(known.into(), None);
        match self.charge(form.memory()) {
            Some(charge) => Ok(Content::Uncompressed(Box::new(form), charge)),
            None => Ok(Content::Spilled { bytes: self.spill.write(&page.bytes)?, is_compressed: false }),
        }
    }

    /// Keeps a page compressed, in memory or in the file.
    fn compress(&self, known: Option<Box<[u8]>>, bytes: &[u8]) -> io::Result<Content> {
        let compressed = known.map_or_else(|| packed(bytes), Ok)?;
        match self.charge(compressed.len()) {
            Some(charge) => Ok(Content::Compressed(compressed, charge)),
            None => Ok(Content::Spilled { bytes: self.spill.write(&compressed)?, is_compressed: true }),
        }
    }

    /// Leaves pages for pass two: those that need not be read again.
    pub(crate) fn leave(&self, drawn: Vec<Drawn>) {
        let kept = drawn.into_iter().filter(|page| page.stored.is_uncompressed());
        locked(&self.left).extend(kept.map(|page| (page.stored.place.clone(), page)));
    }

    /// Takes out what pass one has left of a page, or else parses the page.
    pub(crate) fn read<'p>(&self, page: &'p Page) -> Reading<'p> {
        // Removed, because each page is cleaned once, and its memory is needed for others.
        let left = locked(&self.left).remove(&page.place);
        match left.map(|left| left.form) {
            // The place alone proves nothing: the file may have been replaced, and two names that are not UTF-8 may
            // look alike. So the sources are compared.
            Some(PageForm::Parsed(known)) => known.reuse_or_read(input(page)),
            Some(PageForm::Source(..)) | None => Reading::of(input(page)),
        }
    }
}

impl fmt::Debug for PageStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageStore").field("budget", &self.budget).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
