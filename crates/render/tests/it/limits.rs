//! Pages whose shape is out of the ordinary. Each is large enough that
//! anything quadratic or recursive in it would show.

use dom::Dom;
use render::{MarkdownOptions, Regions};

const MANY: usize = 30_000;

/// Renders a page in every way, on a small stack, with nothing removed, with
/// every other hundred bytes removed, and with everything removed.
fn check(page: String) {
    let render = move || {
        let dom = Dom::parse(&page);
        let some = Regions::from_ranges((0..page.len()).step_by(200).map(|at| at..at + 100));
        let all = Regions::from_ranges(std::iter::once(0..page.len()));
        for regions in [Regions::new(), some, all.clone()] {
            let cleaned = render::html(&dom, &regions);
            let text = render::text(&dom, &regions);
            // Removing less than a word in one place never costs one elsewhere.
            assert!(text.len() <= cleaned.len(), "{} of {}", text.len(), cleaned.len());
            let markdown = render::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap();
            assert_eq!(markdown.is_empty(), text.is_empty());
            if regions == all {
                assert_eq!((&*cleaned, &*text), ("", ""));
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(render).unwrap();
    thread.join().unwrap();
}

#[test]
fn empty_page() {
    check(String::new());
}

#[test]
fn deep_blocks() {
    check(format!("{}x{}", "<div>".repeat(MANY), "</div>".repeat(MANY)));
}

#[test]
fn deep_lists_and_quotations() {
    check("<ul><li>x".repeat(MANY));
    check("<blockquote>x".repeat(MANY));
    check("<ol><li><blockquote>x".repeat(MANY / 2));
}

#[test]
fn deep_formatting() {
    check("<b>x<i>".repeat(MANY));
    check("<p><b><a href=x>x</p>".repeat(MANY / 4));
    check("<code>x".repeat(MANY));
}

#[test]
fn deep_tables() {
    check("<table><tr><th>x".repeat(MANY / 4));
}

#[test]
fn stray_end_tags() {
    check(format!("<p><table><tr><td>{}x{}", "<div>".repeat(MANY), "</p></b></x-y>".repeat(MANY)));
    check(format!("{}x{}", "<x-a><x-b>".repeat(MANY), "</x-c>".repeat(MANY)));
}

#[test]
fn deep_foreign_content() {
    check(format!("x<svg>{}{}", "<g>".repeat(MANY), "</a>".repeat(MANY)));
    check(format!("x{}", "<svg><desc>".repeat(MANY)));
}

#[test]
fn alike_neighbors() {
    check("<b>x</b>".repeat(MANY));
    check("<code>x</code> ".repeat(MANY));
    check("<a href=x>x</a>".repeat(MANY));
    check("x<br>".repeat(MANY));
}

#[test]
fn uneven_tables() {
    let wide = format!("<tr>{}", "<th>x".repeat(1000));
    let long = "<tr><td>x".repeat(1000);
    let large_cell = format!("<tr><td>{}", "word ".repeat(1000));
    check(format!("<table>{wide}{long}{large_cell}</table>"));
}

#[test]
fn one_long_text() {
    check("word &amp; ".repeat(MANY));
    check("&a".repeat(MANY));
    check("<".repeat(MANY));
    check(format!("<pre>{}", "\n".repeat(MANY) + "x"));
}
