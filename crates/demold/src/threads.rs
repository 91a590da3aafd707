//! Many pages at once, where there are threads.

/// Returns what `each` makes of every item, in the order of the items.
///
/// With the feature `rayon` it uses all threads of the caller's pool, one item at a
/// time: pages differ too much in size to be dealt out in equal shares.
pub(crate) fn map<T, R, F>(items: Vec<T>, each: F) -> Vec<R>
where
    T: Send,
    R: Send,
    F: Fn(T) -> R + Send + Sync,
{
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        items.into_par_iter().with_max_len(1).map(each).collect()
    }
    #[cfg(not(feature = "rayon"))]
    items.into_iter().map(each).collect()
}
