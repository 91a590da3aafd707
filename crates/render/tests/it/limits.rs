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
fn pages_of_odd_shapes_take_linear_time() {
    let wide = format!("<tr>{}", "<th>x".repeat(1000));
    let long = "<tr><td>x".repeat(1000);
    let large_cell = format!("<tr><td>{}", "word ".repeat(1000));
    let references = "<sup><a href=#n>1</a></sup>x ".repeat(MANY);
    let note = |n: usize| format!("<sup><a href=#n{n}>1</a></sup>x<p id=n{n}>y");
    let post = "<div class=post><b class=author>Ada</b> <time datetime=2026-05-01>May</time> x";
    for page in [
        String::new(),
        // Deep blocks.
        format!("{}x{}", "<div>".repeat(MANY), "</div>".repeat(MANY)),
        "<ul><li>x".repeat(MANY),
        "<blockquote>x".repeat(MANY),
        "<ol><li><blockquote>x".repeat(MANY / 2),
        "<dl><dt>x<dd>".repeat(MANY / 2) + "x",
        "<details><summary>x</summary>".repeat(MANY / 2),
        // Deep spans.
        "<b>x<i>".repeat(MANY),
        "<code>x".repeat(MANY),
        "<sub>x<sup>".repeat(MANY),
        "<p><b><a href=x>x</p>".repeat(MANY / 4),
        // Stray end tags.
        format!("<p><table><tr><td>{}x{}", "<div>".repeat(MANY), "</p></b></x-y>".repeat(MANY)),
        format!("{}x{}", "<x-a><x-b>".repeat(MANY), "</x-c>".repeat(MANY)),
        // Deep foreign content.
        format!("x<svg>{}{}", "<g>".repeat(MANY), "</a>".repeat(MANY)),
        format!("x{}", "<svg><desc>".repeat(MANY)),
        // Many spans.
        "<b>x</b>".repeat(MANY),
        "<b>(</b>x".repeat(MANY),
        "<code>x</code> ".repeat(MANY),
        "<code>`</code>x".repeat(MANY),
        "<a href=x>x</a>".repeat(MANY),
        "x<br>".repeat(MANY),
        "$x ".repeat(MANY) + "<code>$</code>",
        "<p>[".to_owned() + &"x ".repeat(10 * MANY) + &"<code>]:</code> ".repeat(MANY),
        "<p>$x ~y ".to_owned() + &"<s>z</s> <code>$</code> $w ~v ".repeat(MANY),
        "x<img src=i.png>".repeat(MANY),
        // Tables.
        "<table><tr><th>x".repeat(MANY / 4),
        format!("<table>{wide}{long}</table>"),
        format!("<table>{wide}{long}{large_cell}</table>"),
        format!("<table>{}</table>", "<tr><th>x<td colspan=1000 rowspan=9999>y".repeat(MANY / 4)),
        format!("<table>{}", "<tr><td>x<td>y".repeat(MANY)),
        format!("<table>{}", "<tr><th>x<td><pre>a\nb</pre>".repeat(MANY / 2)),
        // Notes.
        format!("{references}<ol><li id=n>{}", "<b>x</b>".repeat(MANY)),
        (0..MANY / 4).map(note).collect(),
        // Formulas within formulas.
        "math<span class=katex>x".repeat(MANY / 4),
        "<span class=MathJax>x<script type=math/tex>y</script>".repeat(MANY / 4),
        "<script src=/MathJax.js></script>".to_owned() + &"\\(x $$ \\[".repeat(MANY),
        // Line numbers within line numbers.
        "<span class=lineno>1".repeat(MANY / 4) + "x",
        "<pre>".to_owned() + &"<span class=lineno>1</span>x\n".repeat(MANY),
        // Posts within posts.
        post.repeat(MANY / 2),
        "<ul><li class=comment><b class=author>Ada</b> <time>1 May</time> x".repeat(MANY / 2),
        "<div class=post><div class=author><h2><a href=/x>y".repeat(MANY / 4),
        // One long text.
        "word &amp; ".repeat(MANY),
        "&a".repeat(MANY),
        "<".repeat(MANY),
        format!("<pre>{}", "\n".repeat(MANY) + "x"),
    ] {
        check(page);
    }
}
