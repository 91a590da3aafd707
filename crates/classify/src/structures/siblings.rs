//! Items of sets of similar siblings: items of lists, labels with their values, cards.

use rustc_hash::FxHashMap;

use super::Sizes;
use crate::evidence::Evidence;

/// The least number of siblings of one form that make a set.
const SET_MIN: u32 = 3;

/// Marks the items of sets: elements of a few lines with [`SET_MIN`] siblings or more of the same key.
pub(super) fn items(page: &Evidence, sizes: &Sizes, owners: &mut [u32]) {
    let mut sets: FxHashMap<(u32, u64), u32> = FxHashMap::default();
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        if sizes.is_unit(at) {
            *sets.entry((element.parent, element.key)).or_default() += 1;
        }
    }
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        if sizes.is_unit(at) && sets[&(element.parent, element.key)] >= SET_MIN {
            owners[at] = at as u32;
        }
    }
}
