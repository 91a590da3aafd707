//! Links that stand above the text and once more below it: the previous and the next page, how a thread is sorted.

use std::ops::Range;

use gbdt::SCORE_ONE;

use crate::evidence::{Evidence, Line};

/// A line with this score, in log odds, stays: from odds of about twenty to one.
/// Chosen: docs/figures/classify.md, "What repeats within a page".
const STAYS_FROM: i32 = 3 * SCORE_ONE;

/// Between the two lines are at least this many words outside links. Chosen: by eye; fewer are no text.
const WORDS_BETWEEN: u32 = 20;

/// The text below the second line is at most one of so many parts of all. Chosen: otherwise the names above the posts of
/// somebody who wrote two posts of a thread go.
const PARTS_BELOW: u32 = 10;

/// Takes out lines of which at least half is links and that the page has exactly twice, in elements with the same key. At
/// least half of the words that stay in other lines are between them, and at most a tenth below. Headings and lines of data
/// tables stay, and those that the trees are sure of, unless another one of their list goes. If one of the two went, the other
/// is left as it is. The other lines of a list of such links go with it, if at least half of the list went.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// `n log n` in the lines with links, for each of them linear in the depth of its element and in its list, and linear in
/// all other lines.
pub(super) fn take_out_twins(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let is_heading = |at: u32| page.elements[at as usize].tag.is_heading();
    let is_taken = |nth: usize| is_link(&page.lines[nth]) && scores[nth] < STAYS_FROM;
    let key = |nth: usize| (page.lines[nth].hash, page.elements[page.lines[nth].owner as usize].key);
    let mut links: Vec<usize> = (0..keep.len()).filter(|&nth| keep[nth] && is_link(&page.lines[nth])).collect();
    if links.len() < 2 {
        return;
    }
    // How many words of text stay before each line.
    let mut words_before = vec![0; keep.len() + 1];
    for (nth, line) in page.lines.iter().enumerate() {
        let is_text = keep[nth] && !is_link(line);
        words_before[nth + 1] = words_before[nth] + if is_text { line.own_words() } else { 0 };
    }
    // Equal ones stay in the order of the page.
    links.sort_by_key(|&nth| key(nth));
    let mut twins = Vec::new();
    for same in links.chunk_by(|&one, &next| key(one) == key(next)) {
        let &[above, below] = same else {
            continue;
        };
        let between = words_before[below] - words_before[above + 1];
        let (all, after) = (words_before[keep.len()], words_before[keep.len()] - words_before[below + 1]);
        let is_around = between >= WORDS_BETWEEN && 2 * between >= all && PARTS_BELOW * after <= all;
        if is_around && !page.upwards(page.lines[above].owner).any(is_heading) {
            twins.extend([above, below]);
        }
    }
    let mut is_gone = vec![false; keep.len()];
    for &twin in twins.iter().filter(|&&twin| is_taken(twin)) {
        is_gone[twin] = true;
    }
    // The trees take "Next: " and the title of the page for a headline.
    for &twin in &twins {
        keep[twin] = !is_gone[twin] && !list_around(page, twin).any(|other| is_gone[other]);
    }
    for twin in twins {
        let list = list_around(page, twin);
        let n_gone = list.clone().filter(|&nth| !keep[nth]).count();
        if 2 * n_gone >= list.len() {
            list.filter(|&nth| scores[nth] < STAYS_FROM).for_each(|nth| keep[nth] = false);
        }
    }
}

/// Returns whether at least half of a line is links, and it is in no data table.
fn is_link(line: &Line) -> bool {
    line.is_mostly_links() && !line.in_table
}

/// Returns whether a line of a list of links is one of its links, with a label: "Sorted by: date, thread".
fn is_of_links(line: &Line) -> bool {
    line.link_words > 0 && 3 * line.link_words >= line.words && !line.in_table
}

/// Returns the lines of the largest element around a line in which all lines are links.
fn list_around(page: &Evidence, line: usize) -> Range<usize> {
    let mut list = line..line + 1;
    for element in page.upwards(page.lines[line].owner) {
        let is_inner = |nth: usize| page.contains(element, page.lines[nth].owner);
        let (mut start, mut end) = (list.start, list.end);
        while start > 0 && is_inner(start - 1) && is_of_links(&page.lines[start - 1]) {
            start -= 1;
        }
        while end < page.lines.len() && is_inner(end) && is_of_links(&page.lines[end]) {
            end += 1;
        }
        if start > 0 && is_inner(start - 1) || end < page.lines.len() && is_inner(end) {
            break;
        }
        list = start..end;
    }
    list
}
