//! Trap pages, rendered in every way.
//!
//! In `inputs/*.html` the regions stand between ⟦ and ⟧, which are not part of
//! the page.

use dom::Dom;
use render::{MarkdownOptions, Regions};

#[test]
fn renderings() {
    insta::glob!("inputs/*.html", |path| {
        let marked = std::fs::read_to_string(path).unwrap();
        let (page, regions) = unmark(&marked);
        insta::with_settings!({
            description => &marked,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(renderings_of(&page, &regions));
        });
    });
}

fn renderings_of(page: &str, regions: &Regions) -> String {
    let dom = Dom::parse(page);
    [
        ("html", &*render::html(&dom, regions)),
        ("raw", &*cleaner::cut(page, regions)),
        ("text", &render::text(&dom, regions)),
        ("markdown", &render::markdown(&dom, regions, &MarkdownOptions::new()).unwrap()),
    ]
    .map(|(name, rendered)| format!("~~~~ {name} ~~~~\n{rendered}\n"))
    .concat()
}

/// Takes the marks out of a page.
pub(crate) fn unmark(marked: &str) -> (String, Regions) {
    let (mut page, mut regions) = (String::new(), Vec::new());
    for (at, part) in marked.split(['⟦', '⟧']).enumerate() {
        let start = page.len();
        page.push_str(part);
        if at % 2 == 1 {
            regions.push(start..page.len());
        }
    }
    (page, Regions::from_ranges(regions))
}

/// Returns the cases of a file: a page with its regions, and what becomes of it. There is one a line, in
/// which `⏎`, `⇥` and `␀` stand for a line feed, a tab and a NUL.
pub(crate) fn cases(file: &str) -> impl Iterator<Item = (String, Regions, String)> {
    let spelled = |text: &str| text.replace('⏎', "\n").replace('⇥', "\t").replace('␀', "\0");
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(move |line| {
        let (marked, expected) = line.split_once(" =>").unwrap();
        let (page, regions) = unmark(&spelled(marked));
        (page, regions, spelled(expected.strip_prefix(' ').unwrap_or(expected)))
    })
}

#[test]
fn marks_are_no_part_of_the_page() {
    let (page, regions) = unmark("a⟦bc⟧d⟦⟧⟦e⟧");
    assert_eq!(page, "abcde");
    assert_eq!(regions, Regions::from_ranges([1..3, 4..5]));
}
