//! Counts the bytes that reading looks at, so that tests can check how their number grows with a file.

#[cfg(test)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts `n_bytes` bytes as looked at. Outside of tests it does nothing.
#[inline]
pub(crate) fn count(n_bytes: usize) {
    #[cfg(test)]
    LOOKED_AT.with(|looked_at| looked_at.set(looked_at.get() + n_bytes as u64));
    // Outside of tests nothing else uses the parameter.
    let _ = n_bytes;
}

/// Returns how many bytes this thread looks at during `work`.
#[cfg(test)]
pub(crate) fn counted(work: impl FnOnce()) -> u64 {
    let before = LOOKED_AT.get();
    work();
    LOOKED_AT.get() - before
}
