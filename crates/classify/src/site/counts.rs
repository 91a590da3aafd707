//! On how many pages of a site each text is.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::{Evidence, Line, LineHash};

/// On how many pages each text is.
pub(crate) type Counts = FxHashMap<LineHash, u32>;

/// Counts the pages of each text; `hash` says which text of a line is meant. A text that is twice on a page
/// counts once.
pub(crate) fn of(pages: &[&Evidence], hash: impl Fn(&Evidence, &Line) -> LineHash) -> Counts {
    let mut counts = Counts::default();
    let mut seen = FxHashSet::default();
    for page in pages {
        seen.clear();
        for hash in page.lines.iter().map(|line| hash(page, line)) {
            if seen.insert(hash) {
                *counts.entry(hash).or_default() += 1;
            }
        }
    }
    counts
}

/// Returns the number of pages with a text.
pub(crate) fn pages_with(counts: &Counts, hash: LineHash) -> u32 {
    counts.get(&hash).copied().unwrap_or(0)
}

/// Lists what is known of the lines or the regions of a site. A map has no order of its own, and the same model must give the
/// same file.
pub(crate) fn sorted<K: Copy + Ord, V: Copy>(map: &FxHashMap<K, V>) -> Vec<(K, V)> {
    let mut list: Vec<(K, V)> = map.iter().map(|(&key, &value)| (key, value)).collect();
    list.sort_unstable_by_key(|&(key, _)| key);
    list
}
