//! Counts what this thread has read and computed. Tests use the counts to check that a program does nothing twice.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};

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
    static STEPS: RefCell<BTreeMap<&'static str, usize>> = const { RefCell::new(BTreeMap::new()) };
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

/// Counts one page for a step that computes something from its tree, such as `"metadata"`.
pub fn count_step(step: &'static str) {
    STEPS.with_borrow_mut(|steps| *steps.entry(step).or_default() += 1);
}

/// Returns how many pages each step had on this thread since the last call, and resets the numbers.
pub fn take_steps() -> BTreeMap<&'static str, usize> {
    STEPS.take()
}
