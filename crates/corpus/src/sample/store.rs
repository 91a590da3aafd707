//! Where drawn pages wait: as what they were read into while there is room for that beside what is to come, then without
//! what is not needed of it, then compressed, then in a file. The first page of a site, which most often stays the only one,
//! is not compressed for nothing: it is read again where it came from, or goes into the file as it came.

use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    sync::Arc,
};

use super::{
    Cacheable, Staged,
    staged::{Memory, Promised, Reservation},
};
use crate::{
    Bytes, Page, Place,
    bytes::{Origin, WeakBytes},
    codecs::{quick_packed, quick_unpacked},
};

/// A page that was drawn. A crawl has millions of them: what is known of a page takes some 150 bytes, its address included.
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
    /// Read, lightened or not, with the memory that this takes.
    Read(Box<R>, Memory),
    /// Neither read nor compressed: nobody knows yet whether it is needed.
    Whole(Box<Page>),
    Packed(Box<[u8]>),
    /// As it came.
    Unpacked(Bytes),
    /// Not at all.
    OnDisk(Box<OnDisk>),
    Spilled {
        offset: u64,
        length: usize,
        is_packed: bool,
    },
}

/// A page that can be read again, or that somebody else has.
#[derive(Clone, Debug)]
struct OnDisk {
    origin: Origin,
    bytes: WeakBytes,
    length: usize,
}

impl<R> Content<R> {
    /// Returns what a page takes of the room for those that nobody has read.
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

    /// Returns the page if it was not read and is here, or where it came from.
    pub(super) fn unread(&self) -> Option<Cow<'_, Page>> {
        match &self.content {
            Content::Whole(page) => Some(Cow::Borrowed(page)),
            Content::OnDisk(elsewhere) => self.again(elsewhere).map(Cow::Owned),
            _ => None,
        }
    }

    /// Returns a page that is not kept: it may be in memory all the same, and is read again if it is not. Nothing is
    /// returned if it is not where it was.
    fn again(&self, elsewhere: &OnDisk) -> Option<Page> {
        let read = || {
            let Origin { again, byte } = &elsewhere.origin;
            let (url, bytes) = again.read(*byte)?;
            let is_same = url.as_deref() == self.url.as_deref() && bytes.len() == elsewhere.length;
            is_same.then_some(bytes)
        };
        let bytes = elsewhere.bytes.upgrade().or_else(read)?;
        Some(self.page(bytes))
    }

    /// Returns the page that these bytes are, as far as it is known.
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
    /// Returns what the page is read into; nothing if the input does not have it any more.
    ///
    /// # Errors
    ///
    /// If it is still in the file, or was damaged there.
    pub(super) fn into_read(self) -> io::Result<Option<R>> {
        let bytes = match self.content {
            Content::Read(read, _) => return Ok(Some(*read)),
            Content::Whole(page) => return Ok(Some(R::read(&page))),
            Content::Packed(ref packed) => quick_unpacked(packed)?.into(),
            Content::Unpacked(ref bytes) => bytes.clone(),
            Content::OnDisk(ref elsewhere) => match self.again(elsewhere) {
                Some(page) => page.bytes,
                None => return Ok(None),
            },
            Content::Spilled { .. } => return Err(io::ErrorKind::InvalidData.into()),
        };
        Ok(Some(R::read_again(&self.page(bytes))))
    }
}

/// What takes from a page that was read what need not be kept.
type Lighten<R> = Box<dyn Fn(R) -> R + Send + Sync>;

/// What part of what is expected may come beyond it. A page for which no room is left even when it is light costs far more
/// time than one that is light and need not be. With no more than is expected a tenth of the pages of newspapers were
/// packed, with a sixteenth five, with an eighth none, and with a quarter a few more of all pages were light.
const MORE: u128 = 8;

/// Keeps pages within a budget.
pub(super) struct Store<F, R> {
    budget: usize,
    /// How much of it may be taken by what is not compressed.
    pub(super) for_read: usize,
    /// What all pages may take once they are lightened, if that can be told.
    expected: Option<usize>,
    n_read: usize,
    /// What is not compressed, once all of it is lightened.
    n_light: usize,
    /// What is, and what is as it came.
    n_packed: usize,
    /// What will not be compressed besides.
    promised: Arc<Promised>,
    pub(super) shrink: Option<Lighten<R>>,
    open: F,
    spill: Option<Spill>,
}

#[derive(Debug)]
struct Spill {
    file: File,
    length: u64,
}

impl<F, R> fmt::Debug for Store<F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl<F: FnMut() -> io::Result<File>, R: Cacheable> Store<F, R> {
    pub(super) fn new(budget: usize, open: F) -> Store<F, R> {
        Store {
            budget,
            for_read: 0,
            expected: None,
            n_read: 0,
            n_light: 0,
            n_packed: 0,
            promised: Arc::default(),
            shrink: None,
            open,
            spill: None,
        }
    }

    /// Lightens or packs a page if there is no room for it at present.
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
        // Whoever puts it will try again, and report why it cannot be done.
        prepared.packed = quick_packed(&page.bytes).ok();
        prepared
    }

    /// Promises a page its room, if there is any beside that.
    fn promise(&self, memory: Memory, has_room: impl Fn() -> bool) -> Option<Reservation> {
        let promise = Reservation::new(&self.promised, memory);
        has_room().then_some(promise)
    }

    /// Takes what is here for the first of so many parts of what there will be.
    pub(super) fn expect(&mut self, before: u64, all: u64) {
        let n_light = (self.n_light as u128 * u128::from(all)).checked_div(before.into());
        let expected = n_light.map(|n_light| n_light + n_light / MORE);
        self.expected = expected.map(|all| usize::try_from(all).unwrap_or(usize::MAX));
    }

    /// Returns whether there is room for a page as it is, and then for what is to come if no more is kept of that than is
    /// needed. While nobody knows what is to come, it is half of the room.
    fn has_room(&self, memory: Memory) -> bool {
        let to_come = match (&self.shrink, self.expected) {
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

    /// Keeps a page as it is, or as what it was read into, while there is room; otherwise packs it.
    pub(super) fn put(&mut self, page: &Page, prepared: Staged<R>) -> io::Result<Stored<R>> {
        let (read, is_light, packed) = prepared.into_parts();
        let content = match read {
            Some(read) => self.put_read_into(read, is_light),
            None => Some(self.put_unread(page)?),
        };
        // A page that finds no room is packed itself. To pack one that is kept as it was read would take its bytes, which
        // nobody has any more.
        let content = match (content, packed) {
            (Some(content), _) => content,
            (None, Some(packed)) => self.put_packed(packed)?,
            (None, None) => self.pack(&page.bytes)?,
        };
        Ok(Stored::new(page, content))
    }

    /// Keeps a page that nobody has read: not at all if it can be read again, as it is while there is room, and otherwise
    /// its bytes.
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

    /// Keeps what a page was read into, or what is needed of that, if there is room.
    fn put_read_into(&mut self, mut read: R, is_light: bool) -> Option<Content<R>> {
        let mut memory = Memory::of(&read);
        let has_room = match &self.shrink {
            Some(shrink) if !is_light && !self.has_room(memory) => {
                if !self.has_room_for(memory.light) {
                    return None;
                }
                read = shrink(read);
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

    /// Reads a page that was put here unread; nothing if the input does not have it any more.
    pub(super) fn read(&mut self, stored: &Stored<R>) -> io::Result<Option<R>> {
        self.fetch(stored.clone())?.into_read()
    }

    /// Replaces a page that was put here unread by what it was read into. If there is no room for that, the page is
    /// packed if it is here as it came.
    pub(super) fn put_read(&mut self, put: Stored<R>, prepared: Staged<R>) -> io::Result<Stored<R>> {
        let (read, is_light, packed) = prepared.into_parts();
        self.forget(&put);
        let kept = read.and_then(|read| self.put_read_into(read, is_light));
        let content = match (kept, put.content) {
            (Some(content), _) => content,
            (None, Content::Whole(page)) => match packed {
                Some(packed) => self.put_packed(packed)?,
                None => self.pack(&page.bytes)?,
            },
            // It is where it was.
            (None, content) => {
                self.n_packed += content.n_packed();
                content
            }
        };
        Ok(Stored { content, ..put })
    }

    fn pack(&mut self, bytes: &[u8]) -> io::Result<Content<R>> {
        self.put_packed(quick_packed(bytes)?)
    }

    fn put_packed(&mut self, packed: Box<[u8]>) -> io::Result<Content<R>> {
        let n_packed = self.n_packed + packed.len();
        if self.n_read.saturating_add(n_packed) <= self.budget {
            self.n_packed = n_packed;
            return Ok(Content::Packed(packed));
        }
        self.spill(&packed, true)
    }

    /// Keeps a page as it came. Of what pages that were read may take it takes nothing, since nobody knows yet whether it is
    /// needed.
    fn put_unpacked(&mut self, bytes: &Bytes) -> io::Result<Content<R>> {
        let n_packed = self.n_packed.saturating_add(bytes.len());
        if n_packed <= self.budget.saturating_sub(self.for_read) {
            self.n_packed = n_packed;
            return Ok(Content::Unpacked(bytes.clone()));
        }
        self.spill(bytes, false)
    }

    /// Writes a page to the end of the file.
    fn spill(&mut self, bytes: &[u8], is_packed: bool) -> io::Result<Content<R>> {
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill {
                file: (self.open)()?,
                length: 0,
            }),
        };
        let (offset, length) = (spill.length, bytes.len());
        spill.file.seek(SeekFrom::Start(offset))?;
        spill.file.write_all(bytes)?;
        spill.length += length as u64;
        Ok(Content::Spilled {
            offset,
            length,
            is_packed,
        })
    }

    /// Gives back the memory of a page that is taken out or no longer drawn.
    pub(super) fn forget(&mut self, stored: &Stored<R>) {
        match &stored.content {
            Content::Read(_, memory) => self.give_back(*memory),
            Content::Whole(page) => self.give_back(Memory::of_whole(page)),
            packed => self.n_packed -= packed.n_packed(),
        }
    }

    /// Takes a page out of the file, if it is there.
    pub(super) fn fetch(&mut self, stored: Stored<R>) -> io::Result<Stored<R>> {
        let Content::Spilled {
            offset,
            length,
            is_packed,
        } = stored.content
        else {
            return Ok(stored);
        };
        let bytes = self.read_back(offset, length)?;
        let content = if is_packed {
            Content::Packed(bytes.into())
        } else {
            Content::Unpacked(bytes.into())
        };
        Ok(Stored { content, ..stored })
    }

    fn read_back(&mut self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut packed = vec![0; length];
        if let Some(spill) = &mut self.spill {
            spill.file.seek(SeekFrom::Start(offset))?;
            spill.file.read_exact(&mut packed)?;
        }
        Ok(packed)
    }
}
