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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::tests::signs_after;

    /// Says which lines stay, if all have these odds.
    fn check(source: &str, score: i32, before: &str, expected: &str) {
        assert_eq!(signs_after(source, score, before, settle_set_apart), expected, "{source}");
    }

    #[test]
    fn what_is_set_apart_between_text_comes_back() {
        check("<p>Ebb<pre>a\nb</pre><p>Flow", 0, "+-+", "+++");
        check("<p>Ebb<p style='white-space: pre-line'>a\nb</p><p>Flow", 0, "+-+", "+++");
        check("<p>Ebb<aside role=note><b>Mind</b><p>the gap</aside><p>Flow", 0, "+--+", "++++");
        check("<p>Ebb<pre>a</pre><pre>b</pre><p>Flow", 0, "+--+", "++++");
        check("<p>Ebb<aside><p>the gap</aside><p>Flow", 0, "+-+", "+-+");
    }

    #[test]
    fn elsewhere_it_is_left_as_it_is() {
        check("<p>Ebb<pre>a</pre><p>Flow", -3, "+-+", "+-+");
        check("<p>Ebb<div role=note>Main article: <a href=t>High tide</a></div><p>Flow", 0, "+-+", "+-+");
        check("<p>Ebb<pre>a</pre><p>Flow", 0, "+--", "+--");
        check("<p>Ebb<pre>a</pre><p>Flow", 0, "--+", "--+");
        check("<p>Ebb<div><pre>a</pre></div><p>Flow", 0, "+-+", "+-+");
    }
}
