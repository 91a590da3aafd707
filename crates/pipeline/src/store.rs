//! Stores pages in a budget of memory: parsed while there is room for that and for the pages still expected, then reduced
//! to what is needed, then compressed, then in a file. The first page of a site, which usually remains the only one, is
//! not compressed needlessly: it is read again from the input, or its unchanged bytes go into the file.

mod memory;
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
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use demold::Reading;
use formats::{Page, Place};

pub use self::page_form::{Needed, PageForm, input};
pub(crate) use self::stored::Stored;
use self::{
    memory::{Account, Charge, Memory},
    packing::packed,
    stored::{Content, InInput},
};
use crate::spill::Spill;

/// The estimate of later pages is increased by one part in this many. A page that finds no room even when reduced costs
/// far more time than one that was reduced needlessly. Chosen: on newspapers, without an increase a tenth of the pages
/// were compressed; with a sixteenth, five pages; with an eighth, none; and with a quarter, slightly more of all pages
/// were reduced.
const MORE: u128 = 8;

/// Pages in a budget of memory, and in a temporary file beyond that. [`Samples`](crate::Samples) put pages into it;
/// [`Learning`](crate::Learning) learns from them, and leaves those that are parsed for [`Pass`](crate::Pass).
pub struct PageStore {
    budget: usize,
    /// The number of bytes of the budget that uncompressed pages may take.
    for_uncompressed: usize,
    /// The estimate of the bytes that all pages will take once they are reduced; `None` while there is none.
    expected: Mutex<Option<usize>>,
    account: Arc<Account>,
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
    pub(crate) fn read(stored: Arc<Stored>, needed: &Needed) -> io::Result<Option<Drawn>> {
        Ok(stored.form(needed)?.map(|form| Drawn { form, stored }))
    }

    /// Returns what is in memory of the page.
    #[must_use]
    pub fn form(&self) -> &PageForm {
        &self.form
    }

    /// Returns the parsed page, unless it was reduced to a summary or not parsed.
    pub(crate) fn reading(&self) -> Option<&Reading<'static>> {
        match &self.form {
            PageForm::Parsed(reading) => Some(reading),
            PageForm::Summary(_) | PageForm::Source(..) => None,
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

impl PageStore {
    /// Returns an empty store. All pages together may take so many bytes of memory, and any of these bytes may be those
    /// of parsed pages, because not parsing a page again saves more time than is lost by other pages that go to a file.
    #[must_use]
    pub fn new(budget: usize) -> PageStore {
        PageStore {
            budget,
            for_uncompressed: budget,
            expected: Mutex::default(),
            account: Arc::default(),
            spill: Spill::default(),
            left: Mutex::default(),
        }
    }

    /// Sets the bytes of the budget that uncompressed pages may take. Default: all.
    #[must_use]
    pub fn uncompressed(mut self, bytes: usize) -> PageStore {
        self.for_uncompressed = bytes;
        self
    }

    /// Sets what opens an empty file for pages for which there is no room. Default: a temporary file.
    #[must_use]
    pub fn file(mut self, open: fn() -> io::Result<File>) -> PageStore {
        self.spill = Spill::new(open);
        self
    }

    /// Reports the progress of reading: `before` bytes were read for the pages until now, of `all` bytes. The remaining
    /// bytes are expected to need memory in the same proportion. Before the first report, half of the room is reserved
    /// for later pages.
    pub fn expect(&self, before: u64, all: u64) {
        // Computed in 128 bits, because the product of two large numbers of bytes overflows 64. No estimate is made
        // from nothing.
        let n_light = (self.account.memory().light as u128 * u128::from(all)).checked_div(before.into());
        let expected = n_light.map(|n_light| n_light + n_light / MORE);
        *locked(&self.expected) = expected.map(|all| usize::try_from(all).unwrap_or(usize::MAX));
    }

    /// Looks for room for a page, and reduces or compresses it if there is none at present.
    pub(crate) fn prepare(&self, page: &Page, form: PageForm, needed: &Needed) -> Staged {
        match self.find_room(form, needed) {
            Ok((form, charge)) => Staged { form: Some(form), charge: Some(charge), packed: None },
            // An error is dropped here: `put` compresses the page again, and reports it.
            Err(form) => Staged { form: Some(form), charge: None, packed: packed(&page.bytes).ok() },
        }
    }

    /// Keeps a page parsed while there is room; otherwise compresses it. A parsed page that was kept is never compressed
    /// later, since its bytes are already freed. Of a page that is not needed yet, only its place is kept if it can be
    /// read again.
    pub(crate) fn put(&self, page: &Page, staged: Staged, needed: &Needed) -> io::Result<Stored> {
        let content = match staged {
            Staged { form: None, .. } => self.put_unneeded(page, needed)?,
            staged => match self.put_needed(staged, needed) {
                Ok(content) => content,
                Err(packed) => self.compress(packed, &page.bytes)?,
            },
        };
        Ok(Stored::new(page, content))
    }

    /// Replaces a page that was stored before it was needed. If there is no room for that, a page whose bytes are in
    /// memory is compressed.
    pub(crate) fn replace(&self, mut first: Stored, staged: Staged, needed: &Needed) -> io::Result<Stored> {
        if first.is_uncompressed()
            && let Some(page) = first.unparsed()
        {
            // Both forms are never charged at a time, so the unparsed page may make room for the parsed one.
            drop(first);
            return self.put(&page, staged, needed);
        }
        // Without room for it, the page stays where it was.
        if let Ok(content) = self.put_needed(staged, needed) {
            first.content = content;
        }
        Ok(first)
    }

    /// Keeps a page uncompressed, or returns what it was compressed to, if anything.
    fn put_needed(&self, staged: Staged, needed: &Needed) -> Result<Content, Option<Box<[u8]>>> {
        let found = match (staged.form, staged.charge) {
            (Some(form), Some(charge)) => Some((form, charge)),
            (Some(form), None) => self.find_room(form, needed).ok(),
            (None, _) => None,
        };
        let (form, charge) = found.ok_or(staged.packed)?;
        Ok(Content::Uncompressed(Box::new(form), charge))
    }

    /// Finds room for a page as it is, or reduced; otherwise returns it.
    fn find_room(&self, form: PageForm, needed: &Needed) -> Result<(PageForm, Charge), PageForm> {
        let memory = form.memory();
        if let Some(charge) = self.charge_with_rest(memory, needed) {
            return Ok((form, charge));
        }
        let Needed::Summaries(learner) = needed else { return Err(form) };
        // Tested before the page is reduced, which takes time and would be in vain.
        let Some(estimate) = self.charge(Memory { uncompressed: memory.light, ..memory }, 0) else { return Err(form) };
        let form = form.lightened(learner);
        drop(estimate);
        match self.charge(form.memory(), 0) {
            Some(charge) => Ok((form, charge)),
            None => Err(form),
        }
    }

    /// Charges an uncompressed page if there is room for it and, after that, for the pages still expected, reduced.
    /// Without an estimate of these, half of the room is reserved for them.
    fn charge_with_rest(&self, memory: Memory, needed: &Needed) -> Option<Charge> {
        let to_come = match (needed, *locked(&self.expected)) {
            // Without a way to reduce pages, nothing is gained by leaving room.
            (Needed::Sources | Needed::Readings, _) => 0,
            (Needed::Summaries(_), None) => self.for_uncompressed / 2,
            (Needed::Summaries(_), Some(all)) => all.saturating_sub(self.account.memory().light + memory.light),
        };
        self.charge(memory, to_come)
    }

    /// Charges an uncompressed page if there is room for it and so many more bytes.
    fn charge(&self, memory: Memory, more: usize) -> Option<Charge> {
        self.account.charge(memory, |all| {
            let uncompressed = all.uncompressed.saturating_add(more);
            uncompressed <= self.for_uncompressed && uncompressed.saturating_add(all.compressed) <= self.budget
        })
    }

    /// Keeps a page that is not needed yet: only its place if it can be read again, in memory while there is room, and
    /// otherwise only its bytes.
    fn put_unneeded(&self, page: &Page, needed: &Needed) -> io::Result<Content> {
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
        if let Some(charge) = self.charge_with_rest(form.memory(), needed) {
            return Ok(Content::Uncompressed(Box::new(form), charge));
        }
        // Not charged to the budget for uncompressed pages, since it is not known yet whether the page is needed.
        let most = self.budget.saturating_sub(self.for_uncompressed);
        let charge = self.account.charge(Memory::of_compressed(page.bytes.len()), |all| all.compressed <= most);
        match charge {
            Some(charge) => Ok(Content::Unchanged(page.bytes.clone(), charge)),
            None => Ok(Content::Spilled { bytes: self.spill.write(&page.bytes)?, is_compressed: false }),
        }
    }

    /// Keeps a page compressed, in memory or in the file.
    fn compress(&self, known: Option<Box<[u8]>>, bytes: &[u8]) -> io::Result<Content> {
        let compressed = known.map_or_else(|| packed(bytes), Ok)?;
        let charge = self.account.charge(Memory::of_compressed(compressed.len()), |all| {
            all.uncompressed.saturating_add(all.compressed) <= self.budget
        });
        match charge {
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
            Some(PageForm::Summary(summary)) => Reading::of(input(page)).with_summary(&summary),
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
