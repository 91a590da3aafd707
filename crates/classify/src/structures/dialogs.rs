//! Dialogs and popovers, which only scripts or a click show.

use dom::Tag;
use gbdt::SCORE_ONE;
use rustc_hash::FxHashMap;

use super::outermost::outermost;
use crate::evidence::{Element, Evidence, hints::Hints};

/// A line with this score, in log odds, stays: from odds of about 150 to one. Chosen: by eye; no page of the collections changes
/// from odds of twenty to one on.
const STAYS_FROM: i32 = 5 * SCORE_ONE;

/// A dialog with so many buttons asks for a decision. Chosen: up to two close it, a cross and a word.
const BUTTONS_MIN: usize = 3;

/// Takes out what is in dialogs and popovers, but for those of which the page has several alike that ask for nothing:
/// biographies of a team, terms of a glossary, footnotes.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// Linear in the lines and elements of the page.
pub(super) fn take_out_dialogs(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let dialogs = outermost(page, |element| element.hints.has(Hints::DIALOG));
    let key = |dialog: u32| page.elements[dialog as usize].key;
    let mut with_key: FxHashMap<u64, u32> = FxHashMap::default();
    for &(dialog, _) in &dialogs {
        *with_key.entry(key(dialog)).or_default() += 1;
    }
    for (dialog, lines) in dialogs {
        if with_key[&key(dialog)] == 1 || asks(page, dialog) {
            lines.for_each(|nth| keep[nth] &= scores[nth] >= STAYS_FROM);
        }
    }
}

/// Returns whether a dialog has a field to fill in or several buttons.
fn asks(page: &Evidence, dialog: u32) -> bool {
    let within = &page.elements[dialog as usize..page.elements[dialog as usize].end as usize];
    let is_field = |element: &Element| matches!(element.tag, Tag::INPUT | Tag::SELECT | Tag::TEXTAREA);
    within.iter().any(is_field) || within.iter().filter(|element| element.tag == Tag::BUTTON).count() >= BUTTONS_MIN
}
