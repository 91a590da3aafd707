//! Words that stand at the same place of most items of a page: "Add to cart", "Share", "Read more".

use gbdt::SCORE_ONE;

use super::{
    columns::{Columns, is_above_text},
    sections::TEXT_WORDS,
};
use crate::evidence::Evidence;

/// A column has at least this many lines. Chosen: with three, lists of few files lose "Download"; measured by F1 on
/// pages of shops, forums and lists.
const LINES_MIN: usize = 4;

/// A link with this score, in log odds, stays: from odds of about twenty to one.
/// Chosen: docs/figures/classify.md, "What repeats within a page".
const LINK_STAYS_FROM: i32 = 3 * SCORE_ONE;

/// Other words with this score, in log odds, stay: from odds of about three to one.
/// Chosen: docs/figures/classify.md, "What repeats within a page".
const TEXT_STAYS_FROM: i32 = SCORE_ONE;

/// Takes out short lines that say the same as at least three of four lines of their column: the items of the page repeat
/// them, as pages repeat a template. Lines of data tables stay. So do words outside links if most of them stand right
/// above text, since they are its label.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// `n log n` in the lines.
pub(super) fn take_out_actions(page: &Evidence, columns: &Columns<'_>, scores: &[i32], keep: &mut [bool]) {
    let line_of = |line: u32| &page.lines[line as usize];
    for column in columns.iter().filter(|column| column.len() >= LINES_MIN) {
        let mut by_text = column.to_vec();
        by_text.sort_by_key(|&line| line_of(line).hash);
        let mut texts = by_text.chunk_by(|&one, &next| line_of(one).hash == line_of(next).hash);
        let Some(same) = texts.find(|same| 4 * same.len() >= 3 * column.len()) else {
            continue;
        };
        let line = line_of(same[0]);
        let is_link = line.link_words == line.words;
        let is_above = |&&line: &&u32| is_above_text(page, line as usize, keep.len(), keep);
        let is_label = || 2 * same.iter().filter(is_above).count() > same.len();
        if line.words >= TEXT_WORDS || line.in_table || (!is_link && is_label()) {
            continue;
        }
        let stays_from = if is_link { LINK_STAYS_FROM } else { TEXT_STAYS_FROM };
        for &nth in same {
            keep[nth as usize] &= scores[nth as usize] >= stays_from;
        }
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;

    /// Checks what stays of lines that stayed so far, written as `+` and `-`.
    #[track_caller]
    fn check(source: &str, score: i32, after: &str) {
        let page = Evidence::read(&Dom::parse(source));
        let mut keep = vec![true; page.lines.len()];
        take_out_actions(&page, &Columns::find(&page), &vec![score * SCORE_ONE; keep.len()], &mut keep);
        let found: String = keep.iter().map(|&keep| if keep { '+' } else { '-' }).collect();
        assert_eq!(found, after, "{source}");
    }

    #[test]
    fn what_items_repeat_goes() {
        let card = |name: &str, action: &str| format!("<div><h3><a href=r>{name}</a></h3>{action}</div>");
        let cards = |action: &str| ["Rope", "Oar", "Keel", "Mast"].map(|name| card(name, action)).concat();
        check(&cards("<p class=buy><a href=b>Add to cart</a>"), 2, "+-+-+-+-");
        check(&cards("<p class=sale>On sale"), 0, "+-+-+-+-");
        // The trees are sure, or the words differ.
        check(&cards("<p class=buy><a href=b>Add to cart</a>"), 4, "++++++++");
        check(&cards("<p class=sale>On sale"), 2, "++++++++");
        let (some, others) = (card("Rope", "<p class=by>Ann").repeat(2), card("Oar", "<p class=by>Bo").repeat(2));
        check(&(some + &others), 0, "++++++++");
    }

    #[test]
    fn labels_and_rows_stay() {
        let texts = ["The depth", "The width", "A sign", "Nothing"];
        check(&texts.map(|text| format!("<p class=label>Returns<p>{text} of the water")).concat(), 0, "++++++++");
        check(&format!("<table>{}</table>", "<tr><td>Rope<td><a href=a>PDF</a>".repeat(4)), 0, "++++++++");
    }
}
