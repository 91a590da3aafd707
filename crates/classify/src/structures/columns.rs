//! Lines of the same place: headings of articles, names above posts, choices under questions.

use gbdt::SCORE_ONE;

use crate::evidence::Evidence;

/// A column has at least this many lines. Chosen: as for sets of siblings.
const LINES_MIN: usize = 3;

/// A line of a column comes back only from this score on, in log odds: from odds of about one to seven. Chosen: by eye.
const RETURNS_FROM: i32 = -2 * SCORE_ONE;

/// So many lines before and after a line are looked at. Chosen: by eye; more are another part of the page.
const NEAR: usize = 3;

/// Lets lines come back that stand among lines that stay, if most lines of their column stay. A column is the lines whose
/// elements have the same key, which is made of tag and classes; see [`keys`](crate::evidence). What stands at the same place
/// again and again between a page's own text is a part of it, also where other pages have the words.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// `n log n` in the lines.
pub(crate) fn settle_columns(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let key = |line: &u32| page.elements[page.lines[*line as usize].owner as usize].key;
    let mut order: Vec<u32> =
        (0..page.lines.len() as u32).filter(|&line| page.lines[line as usize].words > 0).collect();
    order.sort_by_key(key);
    let before = keep.to_vec();
    for column in order.chunk_by(|one, next| key(one) == key(next)) {
        let n_kept = column.iter().filter(|&&line| before[line as usize]).count();
        if column.len() < LINES_MIN || 2 * n_kept <= column.len() || n_kept == column.len() {
            continue;
        }
        for &line in column {
            let nth = line as usize;
            let is_among = || {
                let stays = |mut lines: std::ops::Range<usize>| lines.any(|other| before[other]);
                stays(nth.saturating_sub(NEAR)..nth) && stays(nth + 1..before.len().min(nth + 1 + NEAR))
            };
            keep[nth] |= scores[nth] >= RETURNS_FROM && is_among();
        }
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;

    /// Checks what stays of lines, written as `+` and `-`, before and after.
    fn check(source: &str, score: i32, before: &str, after: &str) {
        let page = Evidence::read(&Dom::parse(source));
        let mut keep: Vec<bool> = before.chars().map(|sign| sign == '+').collect();
        assert_eq!(keep.len(), page.lines.len(), "{source}");
        settle_columns(&page, &vec![score * SCORE_ONE; keep.len()], &mut keep);
        let found: String = keep.iter().map(|&keep| if keep { '+' } else { '-' }).collect();
        assert_eq!(found, after, "{source}");
    }

    #[test]
    fn what_most_lines_of_a_column_do_the_others_do() {
        let article = |name: &str| format!("<p class=head>{name}<p>The boats stay where they are");
        let law = article("Article 1") + &article("Article 2") + &article("Scope");
        check(&law, -1, "++++-+", "++++++");
        // Most go, the trees are sure, or nothing follows.
        check(&law, -1, "-+++-+", "-+++-+");
        check(&law, -3, "++++-+", "++++-+");
        check(&format!("{law}<p class=head>Share"), -1, "++++++-", "++++++-");
    }
}
