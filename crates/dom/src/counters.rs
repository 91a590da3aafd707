//! Counts what this thread has read. Tests use the counts to check that a program reads each page only once.

use std::cell::Cell;

/// Sums over pages.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Bytes that were decoded.
    pub decoded: usize,
    /// Bytes that were scanned for tags.
    pub lexed: usize,
    /// Nodes of the trees that were built.
    pub nodes: usize,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { decoded: 0, lexed: 0, nodes: 0 }) };
}

/// Adds to the counts of this thread.
pub fn add(more: Counts) {
    let counts = COUNTS.get();
    COUNTS.set(Counts {
        decoded: counts.decoded + more.decoded,
        lexed: counts.lexed + more.lexed,
        nodes: counts.nodes + more.nodes,
    });
}

/// Returns what this thread has read since the last call, and resets its counts.
pub fn take() -> Counts {
    COUNTS.take()
}
