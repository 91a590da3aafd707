//! Short items of sets of similar siblings: items of lists, labels with their values.

use super::{UnitKind, sizes::Sizes};
use crate::evidence::Evidence;

/// The least number of siblings with one key that make a set. Chosen: by eye.
const SET_MIN: usize = 3;
/// The most lines of an item that is one statement. Items of up to 12 lines and 60 words, such as cards of products,
/// have parts of several kinds: with one verdict, listings lose .017 of F1 and collections .012 (WCXB, pages alone);
/// with these bounds .009 and .002. Chosen: docs/figures/classify.md, "Structures".
const LINES_MAX: u32 = 4;
/// The most words of such an item. Chosen: docs/figures/classify.md, "Structures".
const WORDS_MAX: u32 = 20;

/// Adds the items of sets to the marks: elements of a few lines that have siblings with the same key, that is, with the
/// same tag and classes.
pub(super) fn mark(page: &Evidence, sizes: &Sizes, marks: &mut Vec<(u32, UnitKind)>) {
    let elements = page.elements.iter().enumerate().skip(1);
    let items = elements.filter(|&(at, _)| sizes.is_within(at, LINES_MAX, WORDS_MAX));
    let mut items: Vec<(u32, u64, u32)> = items.map(|(at, element)| (element.parent, element.key, at as u32)).collect();
    items.sort_unstable();
    let sets = items.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|set| set.len() >= SET_MIN);
    marks.extend(sets.flatten().map(|&(.., at)| (at, UnitKind::Item)));
}
