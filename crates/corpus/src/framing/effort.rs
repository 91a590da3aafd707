//! Counts the bytes that reading looks at, for tests of how that grows with a file.

#[cfg(test)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts a look at so many bytes. Outside of tests it does nothing.
#[inline]
pub(crate) fn count(n_bytes: usize) {
    #[cfg(test)]
    LOOKED_AT.with(|looked_at| looked_at.set(looked_at.get() + n_bytes as u64));
    let _ = n_bytes;
}

/// Returns how many bytes this thread looks at while it does something.
#[cfg(test)]
pub(crate) fn counted(work: impl FnOnce()) -> u64 {
    let before = LOOKED_AT.get();
    work();
    LOOKED_AT.get() - before
}
