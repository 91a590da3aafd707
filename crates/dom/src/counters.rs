//! How much this thread has read, for tests that hold a program to reading each page once.

use std::cell::Cell;

/// Sums over pages.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Bytes that were decoded.
    pub decoded: usize,
    /// Bytes in which something looked for tags.
    pub lexed: usize,
    /// Nodes of trees.
    pub nodes: usize,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { decoded: 0, lexed: 0, nodes: 0 }) };
}

/// Adds what was read.
pub fn add(more: Counts) {
    let counts = COUNTS.get();
    COUNTS.set(Counts {
        decoded: counts.decoded + more.decoded,
        lexed: counts.lexed + more.lexed,
        nodes: counts.nodes + more.nodes,
    });
}

/// Returns what this thread has read since the last call.
pub fn take() -> Counts {
    COUNTS.take()
}
