//! Pages whose shape is out of the ordinary. Each is large enough that
//! anything quadratic or recursive in it would show.

use dom::Dom;
use render::{MarkdownOptions, Regions};

const MANY: usize = 20_000;

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
            // A line is repeated for none of the levels around it but the first ones.
            assert!(markdown.len() <= 200 * page.len() + 200, "{}", markdown.len());
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
    check("<ul><li>x".repeat(MANY));
    check("<blockquote>x".repeat(MANY));
    check("<ol><li><blockquote>x".repeat(MANY / 2));
    check("<dl><dt>x<dd>".repeat(MANY / 2) + "x");
    check("<details><summary>x</summary>".repeat(MANY / 2));
}

#[test]
fn deep_spans() {
    check("<b>x<i>".repeat(MANY));
    check("<code>x".repeat(MANY));
    check("<sub>x<sup>".repeat(MANY));
    check("<p><b><a href=x>x</p>".repeat(MANY / 4));
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
fn many_spans() {
    check("<b>x</b>".repeat(MANY));
    check("<b>(</b>x".repeat(MANY));
    check("<code>x</code> ".repeat(MANY));
    check("<code>`</code>x".repeat(MANY));
    check("<a href=x>x</a>".repeat(MANY));
    check("x<br>".repeat(MANY));
    check("$x ".repeat(MANY) + "<code>$</code>");
    check("<p>[".to_owned() + &"x ".repeat(10 * MANY) + &"<code>]:</code> ".repeat(MANY));
    check("<p>$x ~y ".to_owned() + &"<s>z</s> <code>$</code> $w ~v ".repeat(MANY));
    check("x<img src=i.png>".repeat(MANY));
}

#[test]
fn odd_tables() {
    check("<table><tr><th>x".repeat(MANY / 4));
    let wide = format!("<tr>{}", "<th>x".repeat(1000));
    let long = "<tr><td>x".repeat(1000);
    let large_cell = format!("<tr><td>{}", "word ".repeat(1000));
    check(format!("<table>{wide}{long}</table>"));
    check(format!("<table>{wide}{long}{large_cell}</table>"));
    check(format!("<table>{}</table>", "<tr><th>x<td colspan=1000 rowspan=9999>y".repeat(MANY / 4)));
    check(format!("<table>{}", "<tr><td>x<td>y".repeat(MANY)));
    check(format!("<table>{}", "<tr><th>x<td><pre>a\nb</pre>".repeat(MANY / 2)));
}

#[test]
fn many_notes() {
    let references = "<sup><a href=#n>1</a></sup>x ".repeat(MANY);
    check(format!("{references}<ol><li id=n>{}", "<b>x</b>".repeat(MANY)));
    let note = |n: usize| format!("<sup><a href=#n{n}>1</a></sup>x<p id=n{n}>y");
    check((0..MANY / 4).map(note).collect());
}

#[test]
fn formulas_within_formulas() {
    check("math<span class=katex>x".repeat(MANY / 4));
    check("<span class=MathJax>x<script type=math/tex>y</script>".repeat(MANY / 4));
    check("<script src=/MathJax.js></script>".to_owned() + &"\\(x $$ \\[".repeat(MANY));
}

#[test]
fn line_numbers_within_line_numbers() {
    check("<span class=lineno>1".repeat(MANY / 4) + "x");
    check("<pre>".to_owned() + &"<span class=lineno>1</span>x\n".repeat(MANY));
}

#[test]
fn posts_within_posts() {
    let post = "<div class=post><b class=author>Ada</b> <time datetime=2026-05-01>May</time> x";
    check(post.repeat(MANY / 2));
    check("<ul><li class=comment><b class=author>Ada</b> <time>1 May</time> x".repeat(MANY / 2));
    check("<div class=post><div class=author><h2><a href=/x>y".repeat(MANY / 4));
}

#[test]
fn one_long_text() {
    check("word &amp; ".repeat(MANY));
    check("&a".repeat(MANY));
    check("<".repeat(MANY));
    check(format!("<pre>{}", "\n".repeat(MANY) + "x"));
}
