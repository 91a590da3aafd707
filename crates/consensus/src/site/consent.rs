//! Boxes that ask for consent: they say nothing about a site.

use crate::{
    evidence::{Element, Evidence, NONE, hints::Hints},
    site::mode::Mode,
};

/// A box with this share of a page's paragraphs is the page.
const MAX_SHARE: f64 = 0.8;

/// Returns whether an element with this many words in paragraphs is a consent
/// box.
pub(crate) fn is_box(element: &Element, paragraphs: u32, of_page: u32) -> bool {
    element.parent != NONE
        && element.hints.has(Hints::CONSENT)
        && (of_page == 0 || f64::from(paragraphs) < MAX_SHARE * f64::from(of_page))
}

/// Returns for each line whether it is in a consent box; only article mode asks.
pub(crate) fn lines_in_boxes(page: &Evidence, mode: Mode, heeds_hints: bool) -> Vec<bool> {
    let mut over = vec![false; page.lines.len()];
    if mode != Mode::Article || !heeds_hints {
        return over;
    }
    let paragraphs = page.sum(|_, line| if line.is_paragraph() { line.words } else { 0 });
    let mut inside = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        inside[i] = inside
            .get(element.parent as usize)
            .copied()
            .unwrap_or(false)
            || is_box(element, paragraphs[i], paragraphs[0]);
    }
    for (line, over) in page.lines.iter().zip(&mut over) {
        *over = inside[line.owner as usize];
    }
    over
}
