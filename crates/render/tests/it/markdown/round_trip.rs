//! What is written reads back as the words of the text.

use dom::Dom;
use proptest::{collection::vec, prelude::*, sample::select};
use render::{MarkdownOptions, Regions};

use super::{
    hostile::{TEXTS, escaped},
    reader::{compared, shown},
};
use crate::pages::{flow, phrasing, soup, with_regions};

/// Fails unless the Markdown of a page shows the words of its text, and no marks of its own.
fn check(page: &str) -> Result<(), TestCaseError> {
    check_without(page, &Regions::new())
}

/// The same for what the regions leave.
fn check_without(page: &str, regions: &Regions) -> Result<(), TestCaseError> {
    // Formulas are not what they are in the text, and captions of tables within tables are not always in a cell.
    if page.contains("<math") || page.contains("<caption") && page.matches("<table").count() > 1 {
        return Ok(());
    }
    let dom = Dom::parse(page);
    let found = render::markdown(&dom, regions, &MarkdownOptions::new()).unwrap();
    let text = render::text(&dom, regions);
    let shown = shown(&found);
    prop_assert_eq!(compared(&shown, page), compared(&text, page), "{}\n---\n{}", page, found);
    Ok(())
}

/// Texts in which a reader of Markdown could see markup, as they stand in a page.
fn odd() -> BoxedStrategy<String> {
    let piece = prop_oneof![2 => select(&TEXTS[..]), 1 => select(&["a", "b1", " "][..])];
    vec(piece, 0..12).prop_map(|pieces| escaped(&pieces.concat())).boxed()
}

fn odd_phrasing() -> BoxedStrategy<String> {
    const NAMES: &[&str] =
        &["b", "i", "em", "s", "del", "code", "sub", "sup", "kbd", "mark", "span", "a href=/x", "a href='/y_(z)'"];
    const LEAVES: &[&str] = &["<br>", "<img src=i.png alt='a_b]'>", "<input type=checkbox>"];
    phrasing(prop_oneof![6 => odd(), 1 => select(LEAVES).prop_map(str::to_owned)].boxed(), NAMES)
}

fn odd_flow() -> impl Strategy<Value = String> {
    vec(flow(odd_phrasing()), 0..4).prop_map(|parts| parts.concat())
}

/// Elements that Markdown has something for, and those around them.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "p", "div", "b", "i", "a href=x", "code", "pre", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td", "th",
    "caption", "thead", "blockquote", "h2", "sup", "details", "summary", "select", "option", "form", "br", "hr",
    "img src=i", "noscript", "object", "button", "ruby", "rt", "xmp", "input type=checkbox", "span class=lineno", "x-y",
    "s", "nobr", "font", "td rowspan=2", "th colspan=3",
];

/// `[a]: b` at the beginning of a paragraph defines a link, even if the bracket ends in code.
#[test]
fn code_defines_nothing() {
    for page in [
        "<p>[&gt;<code>{]:x</code>",
        "<p>[<b>a</b> <code>b]:c</code>",
        "<p>[a<br>b <code>c]: d</code>",
        "<ul><li>[&gt;<strong><a href=/x></a><code>{]:x~.`#<img src=i.png alt='a_b]'></code></strong></ul>",
    ] {
        check(page).unwrap();
    }
}

#[test]
fn raw_texts_are_texts() {
    for page in [
        "<table><td>a<th>b<th><xmp>c &amp; d</xmp>",
        "<table><tr><th>a<th>b<tr><td><xmp>c</xmp><td>d</table>",
        "<table><tr><th>a<th>b<tr><td>c<td><plaintext>d",
        "<table><tr><th>a<th>b<tr><td>c<td><style>d</style><script>e</script></table>",
        "<ul><li><xmp>a</xmp></ul><blockquote><xmp>b</xmp></blockquote>",
        "<h2><xmp>a</xmp></h2><details><summary><xmp>b</xmp></summary></details>",
        "<dl><dt><xmp>a</xmp><dd><xmp>b</xmp></dl><figure><figcaption><xmp>c</xmp></figcaption></figure>",
        "<div class=note><p><xmp>a</xmp></p><p>b</div>",
        "a<sup><a href=#n>1</a></sup><ol><li id=n><xmp>b</xmp></ol>",
    ] {
        check(page).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn odd_texts_are_texts(text in odd()) {
        check(&format!("<p>{text}</p>"))?;
        check(&format!("<h2>{text}</h2>"))?;
        check(&format!("<ul><li>{text}</ul>"))?;
        check(&format!("<a href=x>{text}</a>"))?;
        check(&format!("<table><tr><th>{text}<th>b<tr><td>c<td>{text}</table>"))?;
        check(&format!("<code>{text}</code>"))?;
        check(&format!("<pre>{text}</pre>"))?;
    }

    #[test]
    fn odd_lines_are_lines(lines in vec(odd(), 1..4)) {
        check(&format!("<p>{}", lines.join("<br>")))?;
    }

    #[test]
    fn odd_spans_are_spans(parts in vec(odd_phrasing(), 1..4)) {
        check(&format!("<p>{}</p>", parts.concat()))?;
    }

    #[test]
    fn what_regions_leave_reads_back((page, regions) in with_regions(odd_flow())) {
        check(&page)?;
        check_without(&page, &regions)?;
    }

    #[test]
    fn soup_reads_back((page, regions) in with_regions(soup(odd(), NAMES))) {
        check_without(&page, &regions)?;
    }
}
