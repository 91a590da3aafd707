//! Dialogs and popovers, which only scripts or a click show.

use gbdt::SCORE_ONE;

use crate::evidence::{Evidence, hints::Hints};

/// A line with this score, in log odds, stays: from odds of about twenty to one. Chosen: by eye; of the collections one page
/// changes.
const STAYS_FROM: i32 = 3 * SCORE_ONE;

/// Takes out what is in dialogs and popovers.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// Linear in the lines and elements of the page.
pub(super) fn take_out_dialogs(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let mut dialogs = (0_u32..).zip(&page.elements).filter(|(_, element)| element.hints.has(Hints::DIALOG)).peekable();
    if dialogs.peek().is_none() {
        return;
    }
    let mut is_inside = vec![false; page.elements.len()];
    for (at, dialog) in dialogs {
        // Of nested ones the outermost has passed all.
        if !is_inside[at as usize] {
            is_inside[at as usize..dialog.end as usize].fill(true);
        }
    }
    for (nth, line) in page.lines.iter().enumerate() {
        keep[nth] &= !is_inside[line.owner as usize] || scores[nth] >= STAYS_FROM;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::tests::signs_after;

    #[test]
    fn dialogs_go_unless_the_trees_are_sure() {
        let page = "<p>They rise<dialog><p>Sign up<div popover>Why?</div></dialog><p popover>Help<p>They fall";
        assert_eq!(signs_after(page, 2, "+++++", take_out_dialogs), "+---+");
        assert_eq!(signs_after(page, 3, "+++++", take_out_dialogs), "+++++");
    }
}
