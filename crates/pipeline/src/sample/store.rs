//! Stores the pages that were drawn: parsed while there is room for that and for the pages still expected, then
//! reduced to what is needed, then compressed, then in a file. The first page of a site, which usually remains the
//! only one, is not compressed needlessly: it is read again from the input, or its unchanged bytes go into the file.

use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    sync::{Arc, Mutex, PoisonError},
};

use formats::{Bytes, BytesOrigin, Page, Place, WeakBytes};

use super::{
    Cacheable, Sampling, Staged,
    packing::{packed, unpacked},
    staged::{Memory, Promised, Reservation},
};

/// A page that was drawn. A crawl has millions of them: the data about a page takes some 150 bytes, including its
/// address.
#[derive(Clone, Debug)]
pub(super) struct Stored<R> {
    pub(super) url: Option<Box<str>>,
    charset: Option<Box<str>>,
    is_text: bool,
    place: Place,
    content: Content<R>,
}

#[derive(Clone, Debug)]
enum Content<R> {
    /// Parsed, reduced or not, with the memory that this takes.
    Read(Box<R>, Memory),
    /// Neither parsed nor compressed, because it is not known yet whether it is needed.
    Whole(Box<Page>),
    Packed(Box<[u8]>),
    /// The page's unchanged bytes.
    Unpacked(Bytes),
    /// Nothing but the place where the page can be read again.
    OnDisk(Box<OnDisk>),
    Spilled {
        offset: u64,
        length: usize,
        is_packed: bool,
    },
}

/// A page that can be read again from the input, or is still in memory elsewhere.
#[derive(Clone, Debug)]
struct OnDisk {
    origin: BytesOrigin,
    bytes: WeakBytes,
    length: usize,
}

impl<R> Content<R> {
    /// Returns how many bytes the page takes of the part of the budget for unparsed pages.
    fn n_packed(&self) -> usize {
        match self {
            Content::Packed(bytes) => bytes.len(),
            Content::Unpacked(bytes) => bytes.len(),
            Content::Read(..) | Content::Whole(_) | Content::OnDisk(_) | Content::Spilled { .. } => 0,
        }
    }
}

impl<R> Stored<R> {
    fn new(about: &Page, content: Content<R>) -> Stored<R> {
        let boxed = |text: &Option<String>| text.as_deref().map(Into::into);
        Stored {
            url: boxed(&about.url),
            charset: boxed(&about.charset),
            is_text: about.is_text,
            place: about.place.clone(),
            content,
        }
    }

    /// Returns the page if it is unparsed, and is in memory or can be read again.
    pub(super) fn unread(&self) -> Option<Cow<'_, Page>> {
        match &self.content {
            Content::Whole(page) => Some(Cow::Borrowed(page)),
            Content::OnDisk(elsewhere) => self.again(elsewhere).map(Cow::Owned),
            _ => None,
        }
    }

    /// Returns a page that is not kept. It may still be in memory elsewhere; otherwise it is read again from the
    /// input. Returns `None` if the input does not have it any more.
    fn again(&self, elsewhere: &OnDisk) -> Option<Page> {
        let read = || {
            let (url, bytes) = elsewhere.origin.read()?;
            // The file may have been overwritten since. A length and an address are what is known to compare.
            let is_same = url.as_deref() == self.url.as_deref() && bytes.len() == elsewhere.length;
            is_same.then_some(bytes)
        };
        let bytes = elsewhere.bytes.upgrade().or_else(read)?;
        Some(self.page(bytes))
    }

    /// Returns the page with these bytes, and with what is known about it.
    fn page(&self, bytes: impl Into<Bytes>) -> Page {
        let owned = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
        Page {
            url: owned(&self.url),
            charset: owned(&self.charset),
            is_text: self.is_text,
            ..Page::new(self.place.clone(), bytes)
        }
    }
}

impl<R: Cacheable> Stored<R> {
    /// Returns the parsed page, which may be in this file; `None` if the input does not have it any more.
    pub(super) fn into_read(self, file: Option<&SharedFile>) -> io::Result<Option<R>> {
        let bytes = match self.content {
            Content::Read(read, _) => return Ok(Some(*read)),
            Content::Whole(page) => return Ok(Some(R::read(&page))),
            Content::Packed(ref packed) => unpacked(packed)?.into(),
            Content::Unpacked(ref bytes) => bytes.clone(),
            Content::OnDisk(ref elsewhere) => match self.again(elsewhere) {
                Some(page) => page.bytes,
                None => return Ok(None),
            },
            Content::Spilled { offset, length, is_packed } => {
                let mut bytes = vec![0; length];
                let mut file = lock(file.expect("a page was written to it"));
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(&mut bytes)?;
                drop(file);
                if is_packed { unpacked(&bytes)?.into() } else { bytes.into() }
            }
        };
        Ok(Some(R::read_again(&self.page(bytes))))
    }
}

/// The file that holds the pages for which there is no room in memory. Samples that were taken read from it while
/// other pages are written.
pub(super) type SharedFile = Arc<Mutex<File>>;

fn lock(file: &Mutex<File>) -> std::sync::MutexGuard<'_, File> {
    // Each use begins with a seek, so a panic leaves nothing in an invalid state.
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The estimate of later pages is increased by one part in this many. A page that finds no room even when reduced costs
/// far more time than one that was reduced needlessly. Chosen: on newspapers, without an increase a tenth of the pages
/// were compressed; with a sixteenth, five pages; with an eighth, none; and with a quarter, slightly more of all pages
/// were reduced.
const MORE: u128 = 8;

/// Stores pages within a budget of memory.
pub(super) struct Store<F, R> {
    budget: usize,
    /// The number of bytes of the budget that uncompressed pages may take.
    for_read: usize,
    /// The estimate of the bytes that all pages will take once they are reduced; `None` while there is none.
    expected: Option<usize>,
    /// The bytes that uncompressed pages take.
    n_read: usize,
    /// The bytes that uncompressed pages will take once all of them are reduced.
    n_light: usize,
    /// The bytes of pages that are compressed, and of those that are kept with their unchanged bytes.
    n_packed: usize,
    /// The reservations of pages that are being prepared, and will be uncompressed as well.
    promised: Arc<Promised>,
    shrink: Option<Box<dyn Fn(R) -> R + Send + Sync>>,
    open: F,
    spill: Option<Spill>,
}

#[derive(Debug)]
struct Spill {
    file: SharedFile,
    length: u64,
}

impl<F, R> fmt::Debug for Store<F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl<F: FnMut() -> io::Result<File>, R: Cacheable> Store<F, R> {
    pub(super) fn new(sampling: Sampling<R>, open: F) -> Store<F, R> {
        Store {
            budget: sampling.budget,
            for_read: sampling.parsed,
            expected: None,
            n_read: 0,
            n_light: 0,
            n_packed: 0,
            promised: Arc::default(),
            shrink: sampling.shrink,
            open,
            spill: None,
        }
    }

    /// Reduces or compresses a page if there is no room for it at present.
    pub(super) fn prepare(&self, page: &Page, read: Option<R>) -> Staged<R> {
        let mut prepared = Staged::from(read);
        let Some(memory) = prepared.read.as_ref().map(Memory::of) else {
            return prepared;
        };
        prepared.promise = self.promise(memory, || self.has_room(Memory::default()));
        if prepared.promise.is_some() {
            return prepared;
        }
        if let Some(shrink) = &self.shrink {
            prepared.promise = self.promise(memory.lightened(), || self.has_room_for(0));
            if prepared.promise.is_some() {
                prepared.read = prepared.read.map(shrink);
                prepared.is_light = true;
                return prepared;
            }
        }
        // An error is dropped here: `put` compresses the page again, and reports it.
        prepared.packed = packed(&page.bytes).ok();
        prepared
    }

    /// Reserves room for a page, and keeps the reservation only if there is room with it. Reserved first and tested
    /// then, two threads cannot both take the last room.
    fn promise(&self, memory: Memory, has_room: impl Fn() -> bool) -> Option<Reservation> {
        let promise = Reservation::new(&self.promised, memory);
        has_room().then_some(promise)
    }

    /// Extrapolates the memory of all pages from those stored for the first `before` of `all` bytes of input.
    pub(super) fn expect(&mut self, before: u64, all: u64) {
        // Computed in 128 bits, because the product of two large numbers of bytes overflows 64. No estimate is made
        // from nothing.
        let n_light = (self.n_light as u128 * u128::from(all)).checked_div(before.into());
        let expected = n_light.map(|n_light| n_light + n_light / MORE);
        self.expected = expected.map(|all| usize::try_from(all).unwrap_or(usize::MAX));
    }

    /// Returns whether there is room for a page as it is and, after that, for the pages still expected, reduced.
    /// Without an estimate of these, half of the room is reserved for them.
    fn has_room(&self, memory: Memory) -> bool {
        let to_come = match (&self.shrink, self.expected) {
            // Without a way to reduce pages, nothing is gained by leaving room.
            (None, _) => 0,
            (Some(_), None) => self.for_read / 2,
            (Some(_), Some(all)) => {
                let promised = self.promised.memory().light;
                all.saturating_sub(self.n_light + promised + memory.light)
            }
        };
        self.has_room_for(memory.now.saturating_add(to_come))
    }

    fn has_room_for(&self, memory: usize) -> bool {
        let promised = self.promised.memory().now;
        let n_read = (self.n_read + promised).saturating_add(memory);
        n_read <= self.for_read && n_read.saturating_add(self.n_packed) <= self.budget
    }

    fn take(&mut self, memory: Memory) {
        self.n_read += memory.now;
        self.n_light += memory.light;
    }

    fn give_back(&mut self, memory: Memory) {
        self.n_read -= memory.now;
        self.n_light -= memory.light;
    }

    /// Keeps a page parsed or unparsed while there is room; otherwise compresses it.
    pub(super) fn put(&mut self, page: &Page, prepared: Staged<R>) -> io::Result<Stored<R>> {
        let (read, is_light, packed) = prepared.into_parts();
        let content = match read {
            Some(read) => self.put_read_into(read, is_light),
            None => Some(self.put_unread(page)?),
        };
        // A page that finds no room is compressed. A parsed page that was kept is never compressed later, since its
        // bytes are already freed.
        let content = match (content, packed) {
            (Some(content), _) => content,
            (None, Some(packed)) => self.put_packed(packed)?,
            (None, None) => self.pack(&page.bytes)?,
        };
        Ok(Stored::new(page, content))
    }

    /// Keeps an unparsed page: only its place if it can be read again, in memory while there is room, and otherwise
    /// only its bytes.
    fn put_unread(&mut self, page: &Page) -> io::Result<Content<R>> {
        if let Some(origin) = page.bytes.origin() {
            return Ok(Content::OnDisk(Box::new(OnDisk {
                origin: origin.clone(),
                bytes: page.bytes.downgrade(),
                length: page.bytes.len(),
            })));
        }
        let memory = Memory::of_whole(page);
        if !self.has_room(memory) {
            return self.put_unpacked(&page.bytes);
        }
        self.take(memory);
        Ok(Content::Whole(Box::new(Page {
            url: page.url.clone(),
            charset: page.charset.clone(),
            is_text: page.is_text,
            ..Page::new(page.place.clone(), page.bytes.clone())
        })))
    }

    /// Keeps a parsed page, whole or reduced, if there is room.
    fn put_read_into(&mut self, mut read: R, is_light: bool) -> Option<Content<R>> {
        let mut memory = Memory::of(&read);
        let has_room = match &self.shrink {
            Some(shrink) if !is_light && !self.has_room(memory) => {
                // Tested before the page is reduced, which takes time and would be in vain.
                if !self.has_room_for(memory.light) {
                    return None;
                }
                read = shrink(read);
                // The real size is taken, because the expected one is an estimate.
                memory = Memory::of(&read);
                self.has_room_for(memory.now)
            }
            _ => self.has_room_for(memory.now),
        };
        has_room.then(|| {
            self.take(memory);
            Content::Read(Box::new(read), memory)
        })
    }

    /// Parses a page that was stored unparsed; `None` if the input does not have it any more.
    pub(super) fn read(&self, stored: &Stored<R>) -> io::Result<Option<R>> {
        stored.clone().into_read(self.file().as_ref())
    }

    /// Replaces a page that was stored unparsed by its parsed form. If there is no room for that, a page whose bytes
    /// are in memory is compressed.
    pub(super) fn put_read(&mut self, put: Stored<R>, prepared: Staged<R>) -> io::Result<Stored<R>> {
        let (read, is_light, packed) = prepared.into_parts();
        // Both forms are never counted at a time, so the unparsed page may make room for the parsed one.
        self.forget(&put);
        let kept = read.and_then(|read| self.put_read_into(read, is_light));
        let content = match (kept, put.content) {
            (Some(content), _) => content,
            (None, Content::Whole(page)) => match packed {
                Some(packed) => self.put_packed(packed)?,
                None => self.pack(&page.bytes)?,
            },
            // The page stays where it was, in the file or as bytes; `forget` has subtracted it.
            (None, content) => {
                self.n_packed += content.n_packed();
                content
            }
        };
        Ok(Stored { content, ..put })
    }

    fn pack(&mut self, bytes: &[u8]) -> io::Result<Content<R>> {
        self.put_packed(packed(bytes)?)
    }

    fn put_packed(&mut self, packed: Box<[u8]>) -> io::Result<Content<R>> {
        let n_packed = self.n_packed + packed.len();
        if self.n_read.saturating_add(n_packed) <= self.budget {
            self.n_packed = n_packed;
            return Ok(Content::Packed(packed));
        }
        self.spill(&packed, true)
    }

    /// Keeps a page's unchanged bytes. Not charged to the budget for parsed pages, since it is not known yet whether
    /// the page is needed.
    fn put_unpacked(&mut self, bytes: &Bytes) -> io::Result<Content<R>> {
        let n_packed = self.n_packed.saturating_add(bytes.len());
        if n_packed <= self.budget.saturating_sub(self.for_read) {
            self.n_packed = n_packed;
            return Ok(Content::Unpacked(bytes.clone()));
        }
        self.spill(bytes, false)
    }

    /// Appends a page to the file, which is created first if there is none.
    fn spill(&mut self, bytes: &[u8], is_packed: bool) -> io::Result<Content<R>> {
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill { file: Arc::new(Mutex::new((self.open)()?)), length: 0 }),
        };
        let (offset, length) = (spill.length, bytes.len());
        let mut file = lock(&spill.file);
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)?;
        drop(file);
        spill.length += length as u64;
        Ok(Content::Spilled { offset, length, is_packed })
    }

    /// Returns the memory of a page that is taken out or no longer drawn to the budget. What it has in the file stays
    /// there.
    pub(super) fn forget(&mut self, stored: &Stored<R>) {
        match &stored.content {
            Content::Read(_, memory) => self.give_back(*memory),
            Content::Whole(page) => self.give_back(Memory::of_whole(page)),
            packed => self.n_packed -= packed.n_packed(),
        }
    }

    /// Returns the file, if any page was written to it.
    pub(super) fn file(&self) -> Option<SharedFile> {
        self.spill.as_ref().map(|spill| Arc::clone(&spill.file))
    }
}
