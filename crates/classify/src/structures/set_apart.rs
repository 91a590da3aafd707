//! Text that is set apart within running text: code, verse and notes.

use dom::Tag;
use gbdt::SCORE_ONE;

use super::outermost::outermost;
use crate::evidence::{Evidence, NONE, hints::Hints};

/// A line comes back only from this score on, in log odds: from odds of about one to three. Chosen: by eye; from one to fifty F1
/// is the same.
const RETURNS_FROM: i32 = -SCORE_ONE;

/// Lets code, verse and notes come back that stand between lines of their parent that stay, but for lines of links, such as
/// "Main article: Tides".
///
/// Code and verse are elements whose white space counts, by their name or style. Notes have a role that says so.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// Linear in the lines and elements of the page, and for each such element linear in the depth of the lines around it.
pub(super) fn settle_set_apart(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let places = outermost(page, |element| element.tag == Tag::PRE || element.hints.has(Hints::SET_APART));
    if places.is_empty() {
        return;
    }
    let stays = |keep: &[bool], nth: usize| keep[nth] && page.lines[nth].words > 0;
    let mut next = vec![None; keep.len() + 1];
    for nth in (0..keep.len()).rev() {
        next[nth] = if stays(keep, nth) { Some(nth) } else { next[nth + 1] };
    }
    let (mut last, mut at) = (None, 0);
    for (element, lines) in places {
        last = (at..lines.start).rev().find(|&nth| stays(keep, nth)).or(last);
        at = lines.start;
        let parent = page.elements[element as usize].parent;
        let is_beside = |line: Option<usize>| line.is_some_and(|line| page.contains(parent, page.lines[line].owner));
        if parent != NONE && is_beside(last) && is_beside(next[lines.end]) {
            lines.for_each(|nth| keep[nth] |= scores[nth] >= RETURNS_FROM && !page.lines[nth].is_mostly_links());
        }
    }
}
