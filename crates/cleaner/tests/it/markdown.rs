//! Markdown against text: whatever the marks, the letters are the same.

use cleaner::Regions;
use proptest::prelude::*;

use crate::pages::{soup, well_formed, with_regions};

fn letters(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

fn markdown(page: &str) -> String {
    cleaner::markdown(page, &tokenize::scan(page), &Regions::new())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn markdown_has_the_letters_of_the_text((page, regions) in with_regions(well_formed())) {
        // Addresses are no text.
        let blank = |page: &str| page.replace("href=x", "href=.").replace("src=x", "src=.");
        let page = blank(&page);
        let (dom, tokens) = (dom::Dom::parse(&page), tokenize::scan(&page));
        let found = cleaner::markdown(&page, &tokens, &regions);
        prop_assert_eq!(letters(&found), letters(&cleaner::text(&dom, &regions)), "{}", found);
    }

    #[test]
    fn any_page_becomes_markdown((page, regions) in with_regions(soup())) {
        let (dom, tokens) = (dom::Dom::parse(&page), tokenize::scan(&page));
        let found = cleaner::markdown(&page, &tokens, &regions);
        if cleaner::text(&dom, &regions).is_empty() {
            // An image or a rule may be all there is.
            prop_assert_eq!(letters(&found), "");
        }
    }
}

#[test]
fn white_space_stays_out_of_emphasis() {
    assert_eq!(markdown("a<b> b </b>c<i>d</i>"), "a **b** c*d*");
    assert_eq!(markdown("<b>a</b><b>b</b> <strong>c</strong>"), "**ab c**");
    assert_eq!(markdown("a<b> </b>c <i></i>d"), "a c d");
}

#[test]
fn links_stay_inside_of_blocks() {
    assert_eq!(
        markdown("<a href=/x><h2>T</h2><p>a <b>b</b></a>c"),
        "## [T](/x)\n\n[a **b**](/x)c"
    );
    assert_eq!(
        markdown("<code>f(<a href=/x>X</a>)</code>"),
        "`f(`[`X`](/x)`)`"
    );
}

#[test]
fn what_markdown_would_read_is_escaped() {
    assert_eq!(
        markdown("<p>1. *a* _b_ [c] `d` &lt;e>"),
        "1\\. \\*a\\* \\_b\\_ \\[c\\] \\`d\\` \\<e>"
    );
    assert_eq!(markdown("<pre>```\n&lt;a></pre>"), "````\n```\n<a>\n````");
}

#[test]
fn tables_are_for_data() {
    let table = "<table><tr><th>a<th>b<tr><td>1|2<td>3<td>4<tr><td>5</table>";
    assert_eq!(
        markdown(table),
        "| a | b |  |\n| --- | --- | --- |\n| 1\\|2 | 3 | 4 |\n| 5 |"
    );
    assert_eq!(markdown("<table><tr><td>a<td>b</table>"), "a\n\nb");
}
