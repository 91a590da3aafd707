//! Headings that belong to a text which stays.

use dom::Tag;

use crate::evidence::{Evidence, hints::Hints};

/// Names that tell a short line from the text of the page, and may as well tell what a section is about.
const NAMES: [Hints; 5] = [
    Hints::COMMENT,
    Hints::NAVIGATION,
    Hints::ARTICLE,
    Hints::ALONE,
    Hints::REVIEWS,
];

/// How many elements around a heading are looked at for such a name.
const MAX_AROUND: usize = 3;

/// The next line has at least so many words outside links, or it is no text.
const MIN_WORDS: u32 = 8;

/// Keeps the heading of a section that stays as a whole, although the section is called `comments` or `footer`: its
/// text shows that it is about these, and is none.
pub(crate) fn keep_with_their_text(page: &Evidence, keep: &mut [bool]) {
    for line in 0..keep.len().saturating_sub(1) {
        if keep[line] || !keep[line + 1] {
            continue;
        }
        let Some(section) = section_of(page, line) else {
            continue;
        };
        let next = &page.lines[line + 1];
        let is_text = next.words >= MIN_WORDS + next.link_words && page.contains(section, next.owner);
        if is_text && stays(page, section, line, keep) {
            keep[line] = true;
        }
    }
}

/// Returns the element around a line that is a whole heading, if it has a name that speaks against the heading.
fn section_of(page: &Evidence, line: usize) -> Option<u32> {
    let owner = page.lines[line].owner;
    let heading = &page.elements[owner as usize];
    if !matches!(heading.tag, Tag::H2 | Tag::H3 | Tag::H4) {
        return None;
    }
    // The first elements around the owner of a line are its own.
    let mut around = page.upwards(owner).filter(|&element| element != owner).take(MAX_AROUND);
    let is_named = |element: &u32| {
        let hints = page.elements[*element as usize].hints;
        NAMES.iter().any(|name| hints.has(*name))
    };
    around.find(is_named)
}

/// Returns whether all lines of a section stay, except its heading.
fn stays(page: &Evidence, section: u32, heading: usize, keep: &[bool]) -> bool {
    let is_in = |line: &usize| page.contains(section, page.lines[*line].owner);
    let before = (0..heading).rev().take_while(is_in).next();
    let mut behind = (heading + 1..keep.len()).take_while(is_in);
    before.is_none() && behind.all(|line| keep[line])
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;

    /// Returns which lines stay of those that did, and of their headings.
    fn check(page: &str, keep: &[bool], expected: &[bool]) {
        let evidence = Evidence::read(&Dom::parse(page));
        let mut keep = keep.to_vec();
        assert_eq!(keep.len(), evidence.lines.len(), "{page}");
        keep_with_their_text(&evidence, &mut keep);
        assert_eq!(keep, expected, "{page}");
    }

    const TEXT: &str = "<p>A clerk may write a remark of two lines into the margin of the page.</p>";

    #[test]
    fn sections_about_comments_keep_their_headings() {
        for section in ["section id=comments", "div class=footer-lines"] {
            let page = format!("<p>A harbour</p><{section}><h2>Remarks</h2>{TEXT}{TEXT}</section>");
            check(&page, &[true, false, true, true], &[true; 4]);
            // Some of it is no text of the page.
            check(&page, &[true, false, true, false], &[true, false, true, false]);
            check(&page, &[true, false, false, false], &[true, false, false, false]);
        }
    }

    #[test]
    fn other_lines_go_as_they_went() {
        let page = format!("<section><h2>Remarks</h2>{TEXT}</section>");
        check(&page, &[false, true], &[false, true]);
        let page = format!("<section id=comments><p>Remarks</p>{TEXT}</section>");
        check(&page, &[false, true], &[false, true]);
        let page = "<section id=comments><h2>Remarks</h2><p>Fine.</p></section>";
        check(page, &[false, true], &[false, true]);
    }
}
