//! Words that stand at the same place of all items of a page: "Add to cart", "Share", "Read more".

use gbdt::SCORE_ONE;

use super::{
    columns::{Columns, is_above_text},
    sections::TEXT_WORDS,
};
use crate::evidence::Evidence;

/// A column has at least this many lines. Chosen: by eye; fewer may say the same by chance.
const LINES_MIN: usize = 4;

/// Links that have this score in the mean, in log odds, stay: from odds of about seven to one. Chosen: with three to one,
/// lists that the trees have not seen lose .013 of F1, and with twenty to one names of authors and teams go.
const LINKS_STAY_FROM: i32 = 2 * SCORE_ONE;

/// Other words that have this score in the mean, in log odds, stay: from odds of about three to one.
/// Chosen: docs/figures/classify.md, "What repeats within a page".
const WORDS_STAY_FROM: i32 = SCORE_ONE;

/// Takes out short lines of which all lines of their column say the same: the items of the page repeat them, as pages repeat a
/// template. They have one verdict. Lines of data tables stay. So do words outside links if most of them stand right above
/// text, since they are its label.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// Linear in the lines.
pub(super) fn take_out_actions(page: &Evidence, columns: &Columns<'_>, scores: &[i32], keep: &mut [bool]) {
    for column in columns.iter().filter(|column| column.len() >= LINES_MIN) {
        let line = &page.lines[column[0] as usize];
        let is_same = |&other: &u32| page.lines[other as usize].hash == line.hash;
        if line.words >= TEXT_WORDS || line.in_table || !column.iter().all(is_same) {
            continue;
        }
        let is_link = line.link_words == line.words;
        let is_above = |&&line: &&u32| is_above_text(page, line as usize, keep);
        let is_label = || !is_link && 2 * column.iter().filter(is_above).count() > column.len();
        let stays_from = if is_link { LINKS_STAY_FROM } else { WORDS_STAY_FROM };
        let sum: i64 = column.iter().map(|&line| i64::from(scores[line as usize])).sum();
        if sum < column.len() as i64 * i64::from(stays_from) && !is_label() {
            for &line in column {
                keep[line as usize] = false;
            }
        }
    }
}
