//! Term and document frequency of the maximal strings, in one pass over the
//! suffix array (thesis, section 4.2; Yamamoto and Church 2001).
//!
//! The suffixes of ranks `lb..=rb` that share their first `lcp` symbols form an LCP interval. Its longest string is
//! right-maximal, because it is followed by different symbols. A stack holds the intervals that contain the current
//! rank, with the shortest string at the bottom.
//!
//! * Term frequency is the interval's width, `rb - lb + 1`.
//! * Document frequency is the width minus the duplicates. A rank is a duplicate in the intervals that reach back to
//!   the previous rank of its document. The deepest of them is found by binary search over the stack. It is charged,
//!   and passes its charge down when it closes.
//! * An interval is left-maximal if two neighbouring ranks in it have different left symbols, so that it is enough to
//!   know the last such pair.

use crate::corpus::Text;

/// A maximal string with at least two occurrences: no longer string has exactly its occurrences.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Repeat {
    /// The first of the ranks whose suffixes begin with the string.
    pub(crate) rank: u32,
    /// The position of one occurrence.
    pub(crate) start: u32,
    /// The length of the string in tokens, at least 1.
    pub(crate) len: u32,
    /// The number of occurrences, at least 2.
    pub(crate) term_frequency: u32,
    /// The number of documents with an occurrence, at least 1.
    pub(crate) document_frequency: u32,
}

/// Marks a document without a rank so far.
const NEVER: u32 = u32::MAX;

/// The number of ranks that are fetched together. The fetched values stay in the first-level cache. Chosen: by eye.
const BATCH: usize = 256;

/// An LCP interval that is still open.
struct Interval {
    lcp: u32,
    /// The first rank of the interval.
    lb: u32,
    /// The number of duplicates charged to the interval.
    duplicates: u32,
}

/// Calls `each` for each maximal string with at least two occurrences, in the order in which their intervals close: a
/// string comes after the longer ones that begin with it.
///
/// The document frequency counts the values of `group` for the documents with an occurrence.
///
/// # Complexity
///
/// O(n log d) time for `n` positions and `d` intervals open at a time, of which there are never more than the longest
/// repeat has tokens. Memory: 4 bytes for each document, and 12 for each open interval.
pub(crate) fn repeats(
    text: &Text,
    array: &[i32],
    lcp: &[u32],
    group: impl Fn(usize) -> usize,
    mut each: impl FnMut(Repeat),
) {
    let mut open: Vec<Interval> = Vec::new();
    // The last rank of each document so far, or of each group. There are no more groups than documents.
    let mut previous = vec![NEVER; text.ends.len()];
    // The last rank whose left symbol differs from that of the rank before it.
    let mut change = 0;
    let mut left = None;
    // The symbol to the left of a suffix, and its document, are at random addresses. Fetched in one loop, the cache
    // misses overlap.
    let mut fetched = Vec::with_capacity(BATCH);

    // One round beyond the last rank, in which nothing is shared, closes all intervals.
    for rank in 0..=array.len() {
        let shared = lcp.get(rank).copied().unwrap_or(0);
        let mut lb = rank.saturating_sub(1) as u32;
        let mut duplicates = 0;
        while let Some(mut closed) = open.pop_if(|top| shared < top.lcp) {
            closed.duplicates += duplicates;
            lb = closed.lb;
            duplicates = closed.duplicates;
            let width = rank as u32 - closed.lb;
            // Every rank after the first of the interval up to here has been seen, so that `change` is inside of it
            // if it is above its first rank.
            if closed.lb < change {
                each(Repeat {
                    rank: closed.lb,
                    start: array[closed.lb as usize] as u32,
                    len: closed.lcp,
                    term_frequency: width,
                    document_frequency: width - closed.duplicates,
                });
            }
        }
        match open.last_mut() {
            Some(top) if top.lcp == shared => top.duplicates += duplicates,
            _ if shared > 0 => open.push(Interval { lcp: shared, lb, duplicates }),
            _ => {}
        }

        if rank % BATCH == 0 {
            let end = array.len().min(rank + BATCH);
            fetched.clear();
            fetched.extend(array[rank..end].iter().map(|&position| {
                let position = position as usize;
                // Before the first position stands `None`, which differs from all symbols. Before each further
                // document stands the end of the previous one, which occurs nowhere else.
                let left = position.checked_sub(1).map(|before| text.symbols[before]);
                (left, group(text.document(position)))
            }));
        }
        let Some(&(here, document)) = fetched.get(rank % BATCH) else {
            break;
        };
        if here != left {
            change = rank as u32;
        }
        left = here;
        let last = &mut previous[document];
        if *last != NEVER {
            // `lb` grows from the bottom of the stack to its top, so that the intervals which reach back to the last
            // rank are the first ones.
            let reaching = open.partition_point(|interval| interval.lb <= *last);
            if let Some(deepest) = reaching.checked_sub(1) {
                open[deepest].duplicates += 1;
            }
        }
        *last = rank as u32;
    }
}
