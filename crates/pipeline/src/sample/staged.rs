//! The work on pages before they are kept, by several threads, and the room that is reserved for them meanwhile.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use formats::Page;

use super::Cacheable;

/// A page on which the work was done that needs only the page. Until it is offered or dropped, the room for it is
/// reserved.
#[derive(Debug)]
pub struct Staged<R> {
    pub(super) read: Option<R>,
    /// Whether the parsed page is reduced.
    pub(super) is_light: bool,
    pub(super) packed: Option<Box<[u8]>>,
    pub(super) promise: Option<Reservation>,
}

impl<R> Staged<R> {
    /// Returns the parsed page, whether it is reduced, and the compressed page if it was compressed. The reservation
    /// ends, so that the page can take its room.
    pub(super) fn into_parts(self) -> (Option<R>, bool, Option<Box<[u8]>>) {
        (self.read, self.is_light, self.packed)
    }
}

impl<R> From<Option<R>> for Staged<R> {
    /// Wraps a parsed page, if there is one, without a reservation.
    fn from(read: Option<R>) -> Staged<R> {
        Staged { read, is_light: false, packed: None, promise: None }
    }
}

/// The bytes of memory that an uncompressed page takes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub(super) now: usize,
    /// The bytes that it takes once it is reduced.
    pub(super) light: usize,
}

impl Memory {
    pub(super) fn of<R: Cacheable>(read: &R) -> Memory {
        Memory { now: read.memory(), light: read.light_memory() }
    }

    /// Returns the memory after the page was reduced.
    pub(super) fn lightened(self) -> Memory {
        Memory { now: self.light, light: self.light }
    }

    /// Returns the memory of an unparsed page. It counts as nothing in the estimate of later pages, because few such
    /// pages are needed.
    pub(super) fn of_whole(page: &Page) -> Memory {
        Memory { now: page.bytes.len(), light: 0 }
    }
}

/// The sum of the reservations of pages that several threads prepare at a time, and that are not kept yet.
#[derive(Debug, Default)]
pub(super) struct Promised {
    now: AtomicUsize,
    light: AtomicUsize,
}

impl Promised {
    pub(super) fn memory(&self) -> Memory {
        Memory {
            // Relaxed, because the sums guard no other memory: at worst a page is judged by a sum that is slightly
            // out of date.
            now: self.now.load(Ordering::Relaxed),
            light: self.light.load(Ordering::Relaxed),
        }
    }
}

/// The reservation of one page, which ends when this is dropped.
#[derive(Debug)]
pub(super) struct Reservation {
    of: Arc<Promised>,
    memory: Memory,
}

impl Reservation {
    pub(super) fn new(promised: &Arc<Promised>, memory: Memory) -> Reservation {
        promised.now.fetch_add(memory.now, Ordering::Relaxed);
        promised.light.fetch_add(memory.light, Ordering::Relaxed);
        Reservation { of: Arc::clone(promised), memory }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.of.now.fetch_sub(self.memory.now, Ordering::Relaxed);
        let light = &self.of.light;
        light.fetch_sub(self.memory.light, Ordering::Relaxed);
    }
}
