//! What is done with pages before they are kept, by several threads, and the room that they are promised meanwhile.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::Cacheable;
use crate::Page;

/// What can be done with a page before it is kept, which needs nothing but the page. Until it is offered or dropped it has
/// the room that it was prepared for.
#[derive(Debug)]
pub struct Staged<R> {
    pub(super) read: Option<R>,
    /// Whether what was read is light.
    pub(super) is_light: bool,
    pub(super) packed: Option<Box<[u8]>>,
    pub(super) promise: Option<Reservation>,
}

impl<R> Staged<R> {
    /// Returns what the page was read into, whether that is light, and the page itself if it was packed. The room that was
    /// promised is given back, so that the page can take it.
    pub(super) fn into_parts(self) -> (Option<R>, bool, Option<Box<[u8]>>) {
        (self.read, self.is_light, self.packed)
    }
}

impl<R> From<Option<R>> for Staged<R> {
    /// Takes what a page was read into, if it was.
    fn from(read: Option<R>) -> Staged<R> {
        Staged {
            read,
            is_light: false,
            packed: None,
            promise: None,
        }
    }
}

/// What a page takes that is not compressed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub(super) now: usize,
    /// What it takes once it is lightened.
    pub(super) light: usize,
}

impl Memory {
    pub(super) fn of<R: Cacheable>(read: &R) -> Memory {
        Memory {
            now: read.memory(),
            light: read.light_memory(),
        }
    }

    /// Returns what is left of it once it is lightened.
    pub(super) fn lightened(self) -> Memory {
        Memory {
            now: self.light,
            light: self.light,
        }
    }

    /// Returns what a page takes if it is kept as it is. That others like it are to come does not matter: few are needed.
    pub(super) fn of_whole(page: &Page) -> Memory {
        Memory {
            now: page.bytes.len(),
            light: 0,
        }
    }
}

/// What was promised to pages that several threads prepare side by side, and that are not kept yet.
#[derive(Debug, Default)]
pub(super) struct Promised {
    now: AtomicUsize,
    light: AtomicUsize,
}

impl Promised {
    pub(super) fn memory(&self) -> Memory {
        Memory {
            now: self.now.load(Ordering::Relaxed),
            light: self.light.load(Ordering::Relaxed),
        }
    }
}

/// The part of one page, which ends with this.
#[derive(Debug)]
pub(super) struct Reservation {
    of: Arc<Promised>,
    memory: Memory,
}

impl Reservation {
    pub(super) fn new(promised: &Arc<Promised>, memory: Memory) -> Reservation {
        promised.now.fetch_add(memory.now, Ordering::Relaxed);
        promised.light.fetch_add(memory.light, Ordering::Relaxed);
        Reservation {
            of: Arc::clone(promised),
            memory,
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.of.now.fetch_sub(self.memory.now, Ordering::Relaxed);
        let light = &self.of.light;
        light.fetch_sub(self.memory.light, Ordering::Relaxed);
    }
}
