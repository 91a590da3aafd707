//! Short items of sets of similar siblings: items of lists, labels with their values.

use rustc_hash::FxHashMap;

use super::{Sizes, UnitKind};
use crate::evidence::Evidence;

/// The least number of siblings with one key that make a set.
const SET_MIN: u32 = 3;
/// The most lines of an item that is one statement. Items of up to 12 lines and 60 words, such as cards of products,
/// have parts of several kinds: with one verdict, listings lose .017 of F1 and collections .012 (WCXB, pages alone);
/// with these bounds .009 and .002.
const LINES_MAX: u32 = 4;
/// The most words of such an item.
const WORDS_MAX: u32 = 20;

/// Marks the items: elements of a few lines that have siblings with the same key, which is made of tag and classes.
pub(super) fn mark(page: &Evidence, sizes: &Sizes, marks: &mut [Option<UnitKind>]) {
    let items = || {
        let elements = page.elements.iter().enumerate().skip(1);
        elements.filter(|&(at, _)| sizes.is_within(at, LINES_MAX, WORDS_MAX))
    };
    let mut sets: FxHashMap<(u32, u64), u32> = FxHashMap::default();
    for (_, element) in items() {
        *sets.entry((element.parent, element.key)).or_default() += 1;
    }
    for (at, element) in items() {
        if sets[&(element.parent, element.key)] >= SET_MIN {
            marks[at] = Some(UnitKind::Item);
        }
    }
}
