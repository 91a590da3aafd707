//! Lines of the same place: headings of articles, names above posts, choices under questions.

use std::ops::Range;

use dom::Tag;
use gbdt::SCORE_ONE;

use super::sections::TEXT_WORDS;
use crate::evidence::Evidence;

/// A column has at least this many lines. Chosen: as for sets of siblings.
const LINES_MIN: usize = 3;

/// A line of a column comes back only from this score on, in log odds: from odds of about one to seven. Chosen: by eye.
const RETURNS_FROM: i32 = -2 * SCORE_ONE;

/// A line above text comes back from this score on, in log odds: from odds of about one to four hundred. Chosen: the names of
/// people who write in most threads of a site have odds below one to fifty, and F1 is the same with either.
const ABOVE_TEXT_FROM: i32 = -6 * SCORE_ONE;

/// So many lines before and after a line are looked at. Chosen: by eye; more are another part of the page.
const NEAR: usize = 3;

/// So many lines behind a link, and in its item, its text may begin. Chosen: XenForo has up to ten lines about the writer
/// between name and post, and F1 is the same or higher.
const NEAR_LINK: usize = 12;

/// The lines of a page by columns. A column is the lines whose elements have the same key, which is made of tag and classes;
/// see [`keys`](crate::evidence).
pub(super) struct Columns<'p> {
    page: &'p Evidence,
    /// The lines with words, by key and then in the order of the page.
    order: Vec<u32>,
}

impl<'p> Columns<'p> {
    /// Finds the columns.
    ///
    /// # Complexity
    ///
    /// `n log n` in the lines.
    pub(super) fn find(page: &'p Evidence) -> Columns<'p> {
        let mut order: Vec<u32> =
            (0..page.lines.len() as u32).filter(|&line| page.lines[line as usize].words > 0).collect();
        order.sort_by_key(|&line| key(page, line));
        Columns { page, order }
    }

    /// Iterates over the columns, each with its lines in the order of the page.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.order.chunk_by(|&one, &next| key(self.page, one) == key(self.page, next))
    }
}

fn key(page: &Evidence, line: u32) -> u64 {
    page.elements[page.lines[line as usize].owner as usize].key
}

/// Lets lines come back that stand among lines that stay, if most lines of their column stay, and short lines right above
/// text that stays, if most lines of their column stand above such text and differ in their words. What stands at the same
/// place again and again between a page's own text is a part of it, also where other pages have the words. Returns the lines
/// of such columns that stay.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// `n log n` in the lines, and for each line linear in the depth of its element.
pub(super) fn settle_columns(page: &Evidence, columns: &Columns<'_>, scores: &[i32], keep: &mut [bool]) -> Vec<usize> {
    let before = keep.to_vec();
    let mut stay_above_text = Vec::new();
    for column in columns.iter().filter(|column| column.len() >= LINES_MIN) {
        let n_kept = column.iter().filter(|&&line| before[line as usize]).count();
        if n_kept == column.len() {
            continue;
        }
        for line in above_text(page, column, &before) {
            keep[line] |= scores[line] >= ABOVE_TEXT_FROM;
            if keep[line] {
                stay_above_text.push(line);
            }
        }
        if 2 * n_kept <= column.len() {
            continue;
        }
        for &line in column {
            let nth = line as usize;
            let is_among = || {
                let stays = |mut lines: Range<usize>| lines.any(|other| before[other]);
                stays(nth.saturating_sub(NEAR)..nth) && stays(nth + 1..before.len().min(nth + 1 + NEAR))
            };
            keep[nth] |= scores[nth] >= RETURNS_FROM && is_among();
        }
    }
    stay_above_text
}

/// Returns the lines of a column that stand above text, or none if the column is not of that form: short lines, not more
/// than half of them of one shape, at least three of four above text of their item, from which links may be further away.
/// Captions of pictures are none.
fn above_text(page: &Evidence, column: &[u32], keep: &[bool]) -> Vec<usize> {
    let is_short = |&line: &u32| page.lines[line as usize].words < TEXT_WORDS;
    let is_figure = |at: u32| matches!(page.elements[at as usize].tag, Tag::FIGCAPTION | Tag::FIGURE);
    let owner = page.lines[column[0] as usize].owner;
    if !column.iter().all(is_short) || page.upwards(owner).any(is_figure) {
        return Vec::new();
    }
    let mut shapes: Vec<_> = column.iter().map(|&line| page.shape(&page.lines[line as usize])).collect();
    shapes.sort_unstable();
    if shapes.chunk_by(|one, next| one == next).any(|same| 2 * same.len() > column.len()) {
        return Vec::new();
    }
    let is_above = |&at: &usize| {
        let (line, item) = (column[at] as usize, item(page, column, at));
        let near = if page.lines[line].own_words() == 0 { NEAR_LINK } else { NEAR };
        let n_behind =
            page.lines[line + 1..].iter().take(near).take_while(|next| page.contains(item, next.owner)).count();
        is_text_first(page, line + 1..line + 1 + n_behind, keep)
    };
    let above: Vec<usize> = (0..column.len()).filter(is_above).map(|at| column[at] as usize).collect();
    if 4 * above.len() >= 3 * column.len() { above } else { Vec::new() }
}

/// Returns the largest element around a line of a column that has no other line of the column.
fn item(page: &Evidence, column: &[u32], at: usize) -> u32 {
    let owner = |at: usize| page.lines[column[at] as usize].owner;
    let others = [at.checked_sub(1), Some(at + 1).filter(|&next| next < column.len())];
    let has_other = |element: u32| others.iter().flatten().any(|&other| page.contains(element, owner(other)));
    page.upwards(owner(at)).take_while(|&element| !has_other(element)).last().unwrap_or(owner(at))
}

/// Returns whether the next line that stays is near, and most of its words are in no link.
pub(super) fn is_above_text(page: &Evidence, line: usize, keep: &[bool]) -> bool {
    is_text_first(page, line + 1..keep.len().min(line + 1 + NEAR), keep)
}

/// Returns whether most words of the first of some lines that stays are in no link.
fn is_text_first(page: &Evidence, mut lines: Range<usize>, keep: &[bool]) -> bool {
    let first = lines.find(|&line| keep[line]);
    first.is_some_and(|first| 2 * page.lines[first].own_words() > page.lines[first].words)
}
