//! Templates of small pages, as outlines.

use std::fmt::Write as _;

use rtdm_tree_mapping::{Config, Labels, Tree};

use crate::trees::tree;

/// Pages in the notation of `trees`, their template by quorum, and by strict intersection.
fn check(name: &str, pages: &[&str]) {
    let mut labels = Labels::new();
    let trees: Vec<Tree> = pages.iter().map(|page| tree(&mut labels, page)).collect();
    let trees: Vec<&Tree> = trees.iter().collect();
    let mut shown = String::new();
    for (title, share) in [("half of the pages", 0.5), ("all pages", 1.0)] {
        let mapper = Config::new().share(share).build().unwrap();
        let template = mapper.find_template(&trees).unwrap().template;
        let outline = template.outline(|label| labels.label(label).unwrap().clone());
        writeln!(shown, "{title}:\n{outline}").unwrap();
    }
    insta::with_settings!({ description => pages.join("\n"), omit_expression => true }, {
        insta::assert_snapshot!(name, shown);
    });
}

#[test]
fn two_pages_of_one_shop() {
    check(
        "two_pages_of_one_shop",
        &[
            "html(head(title(apples)) body(nav(a(home) a(cart)) h1(apples) ul(li(price 1) li(stock 12)) foot))",
            "html(head(title(pears)) body(nav(a(home) a(cart)) h1(pears) ul(li(price 2) li(stock 3)) foot))",
        ],
    );
}

#[test]
fn a_list_that_grows() {
    check(
        "a_list_that_grows",
        &[
            "body(ul(li(first) li(last)) end)",
            "body(ul(li(first) li(extra) li(last)) end)",
            "body(ul(li(first) li(other) li(extra) li(last)) end)",
        ],
    );
}

#[test]
fn one_odd_page_of_four() {
    check(
        "one_odd_page_of_four",
        &[
            "html(nav(a b) p(one) foot)",
            "html(nav(a b) p(two) foot)",
            "html(nav(a b) div(p(three)) foot)",
            "html(login(form))",
        ],
    );
}
