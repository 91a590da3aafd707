//! How much memory pages take, and the room that each of them has.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// The bytes of memory that pages take.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Memory {
    /// Those of uncompressed pages.
    pub(super) uncompressed: usize,
    /// Those of uncompressed pages once all of them are reduced.
    pub(super) light: usize,
    /// Those of compressed pages, and of pages that are kept with their unchanged bytes.
    pub(super) compressed: usize,
}

impl Memory {
    pub(super) fn of_compressed(n_bytes: usize) -> Memory {
        Memory { compressed: n_bytes, ..Memory::default() }
    }
}

/// The memory that all pages take, including those that several threads are preparing.
#[derive(Debug, Default)]
pub(super) struct Account {
    uncompressed: AtomicUsize,
    light: AtomicUsize,
    compressed: AtomicUsize,
}

impl Account {
    pub(super) fn memory(&self) -> Memory {
        // Relaxed, because the sums guard no other memory: at worst a page is judged by a sum that is slightly out of
        // date.
        Memory {
            uncompressed: self.uncompressed.load(Ordering::Relaxed),
            light: self.light.load(Ordering::Relaxed),
            compressed: self.compressed.load(Ordering::Relaxed),
        }
    }

    /// Charges a page, and keeps the charge only if there is room with it. Charged first and tested then, two threads
    /// cannot both take the last room.
    pub(super) fn charge(self: &Arc<Account>, memory: Memory, has_room: impl FnOnce(Memory) -> bool) -> Option<Charge> {
        self.uncompressed.fetch_add(memory.uncompressed, Ordering::Relaxed);
        self.light.fetch_add(memory.light, Ordering::Relaxed);
        self.compressed.fetch_add(memory.compressed, Ordering::Relaxed);
        let charge = Charge { of: Arc::clone(self), memory };
        has_room(self.memory()).then_some(charge)
    }
}

/// The room of one page, which is given back when this is dropped.
#[derive(Debug)]
pub(super) struct Charge {
    of: Arc<Account>,
    memory: Memory,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.of.uncompressed.fetch_sub(self.memory.uncompressed, Ordering::Relaxed);
        self.of.light.fetch_sub(self.memory.light, Ordering::Relaxed);
        self.of.compressed.fetch_sub(self.memory.compressed, Ordering::Relaxed);
    }
}
