//! Lines that say what a list of links is: "Table of contents", "More on this".

use dom::Tag;
use gbdt::SCORE_ONE;
use rustc_hash::FxHashSet;

use super::sections::TEXT_WORDS;
use crate::evidence::{Evidence, Line};

/// A list has at least this many lines. Chosen: one link after a line may be about anything.
const LINES_MIN: usize = 2;

/// A line with this score, in log odds, stays by itself: from odds of about seven to one.
/// Chosen: by eye.
const STAYS_FROM: i32 = 2 * SCORE_ONE;

/// Lets short lines go that stand right before a list of links of which nothing stays. Such a line is
///
/// * the first line of an element whose other lines are links; or
/// * right before a `ul`, `ol` or `nav` whose lines are links.
///
/// The highest headings stay, and lines that the trees are sure of by themselves. `scores` are the log odds of the lines. A line
/// that is alone in an element with a list that is still empty goes in any case, since only scripts fill the list.
///
/// # Complexity
///
/// Linear in the elements and lines.
pub(crate) fn settle_labels(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let mut labels = Vec::new();
    // From the end: how many lines from here on are links that go.
    let mut n_gone_links = 0;
    for (nth, line) in page.lines.iter().enumerate().rev() {
        if keep[nth] && n_gone_links >= LINES_MIN && is_label(page, line) && scores[nth] < STAYS_FROM {
            let run = nth + 1..nth + 1 + n_gone_links;
            if list_after(page, nth).is_some_and(|end| (LINES_MIN..=run.len()).contains(&(end - run.start))) {
                labels.push(nth);
            }
        }
        n_gone_links = if !keep[nth] && 2 * line.link_words >= line.words { n_gone_links + 1 } else { 0 };
    }
    for label in labels {
        keep[label] = false;
    }
    let empty: Vec<u32> = (1..page.elements.len() as u32).filter(|&at| is_empty_list(page, at)).collect();
    if !empty.is_empty() {
        let n_lines = page.sum(|_, _| 1);
        let labelled: FxHashSet<u32> = empty.into_iter().map(|at| page.elements[at as usize].parent).collect();
        for (line, keep) in page.lines.iter().zip(keep) {
            let mut alone = page.upwards(line.owner).take_while(|&at| n_lines[at as usize] == 1);
            *keep &= line.words >= TEXT_WORDS || !alone.any(|at| labelled.contains(&at)) || is_in_h1(page, line);
        }
    }
}

/// Returns whether an element is a list without items.
fn is_empty_list(page: &Evidence, at: u32) -> bool {
    let element = &page.elements[at as usize];
    matches!(element.tag, Tag::UL | Tag::OL) && element.end == at + 1
}

fn is_label(page: &Evidence, line: &Line) -> bool {
    line.words > 0 && line.words < TEXT_WORDS && !line.is_mostly_links() && !is_in_h1(page, line)
}

fn is_in_h1(page: &Evidence, line: &Line) -> bool {
    page.upwards(line.owner).any(|at| page.elements[at as usize].tag == Tag::H1)
}

/// Returns one past the last line of the list that may follow a line: the rest of the element that the line is the first in,
/// or the list that comes next.
fn list_after(page: &Evidence, nth: usize) -> Option<usize> {
    let (owner, next) = (page.lines[nth].owner, page.lines.get(nth + 1)?.owner);
    let around = page.upwards(owner).find(|&around| page.contains(around, next))?;
    let is_first = nth == 0 || !page.contains(around, page.lines[nth - 1].owner);
    let is_list = |&at: &u32| matches!(page.elements[at as usize].tag, Tag::UL | Tag::OL | Tag::NAV);
    let element = match is_first && around > 0 {
        true => around,
        false => page.upwards(next).take_while(|&at| at != around).filter(is_list).last()?,
    };
    // Lines are in the order of their owners.
    let n_within = page.lines[nth + 1..].iter().take_while(|line| page.contains(element, line.owner)).count();
    Some(nth + 1 + n_within)
}
