//! Pages made to cost more than their bytes.

use dom::{Dom, NodeKind};

use crate::spans;

/// Checks the tree of a hostile page, and that it has at most so many nodes for each of its tags.
fn check(source: &str, nodes_a_tag: usize) -> Dom<'_> {
    let dom = Dom::parse(source);
    spans::check(&dom);
    let n_tags = source.matches('<').count();
    assert!(
        dom.len() <= nodes_a_tag * n_tags + 50_000,
        "{} nodes of {n_tags} tags",
        dom.len()
    );
    let deepest = dom.nodes().map(|node| dom.depth(node)).max();
    assert!(deepest <= Some(3 * Dom::MAX_DEPTH), "{deepest:?}");
    dom
}

#[test]
fn deep_pages_become_wide() {
    for tag in [
        "div",
        "b",
        "table><td",
        "svg><g",
        "font a=1 b",
        "my-own",
        "template",
        "p><button",
        "li><ul",
    ] {
        let source = format!(
            "{}x{}",
            format!("<{tag}>").repeat(100_000),
            format!("</{tag}>").repeat(1_000)
        );
        let dom = check(&source, 4);
        assert!(100_000 <= dom.len(), "{tag}: {}", dom.len());
        let text = dom.nodes().find(|&node| dom.kind(node) == NodeKind::Text);
        assert_eq!(dom.text(text.expect("the page has text")), "x");
    }
}

#[test]
fn a_million_levels() {
    check(&"<i>".repeat(1_000_000), 2);
}

#[test]
fn formatting_that_is_left_open() {
    let different: String = (0..20_000).map(|i| format!("<p><b id={i}>x</p>")).collect();
    check(&different, 4);
    let in_cells: String = (0..20_000)
        .map(|i| format!("<table><tr><td><i id={i}><p>x"))
        .collect();
    check(&in_cells, 4);
    let adopted = "<a><b><i><u><div>x</a>".repeat(20_000);
    check(&adopted, 4);
    let nested: String = (0..500).map(|i| format!("<b x={i}>")).collect();
    check(&(nested + &"<p>".repeat(2) + &"</b><p>".repeat(20_000)), 4);
}

#[test]
fn what_is_put_before_a_table() {
    check(&("<table>".to_owned() + &"x<b>".repeat(50_000)), 4);
    check(&"<table>x<tr>y<td>".repeat(30_000), 4);
    check(&("<table>".to_owned() + &"<p>x</p> ".repeat(50_000)), 4);
}

#[test]
fn attributes_without_end() {
    let many: String = (0..100_000).map(|i| format!(" a{i}=x")).collect();
    let source = format!("<p{many}><p{many}>");
    let dom = check(&source, 4);
    let p = dom.nodes().last().expect("there is a document");
    assert_eq!(dom.attributes(p).count(), 100_000);
    let merged = format!("<html>{}", "<html lang=x><body class=y>".repeat(50_000));
    check(&merged, 4);
    let dom = Dom::parse(&*merged);
    let html = dom.get(1).expect("there is a root");
    assert_eq!(dom.attributes(html).count(), 1);
}

#[test]
fn names_without_end() {
    let names: String = (0..100_000).map(|i| format!("<x{i}></x{i}>")).collect();
    check(&names, 4);
    check(&"</x></p></br></table>".repeat(50_000), 4);
    check(&"<".repeat(1_000_000), 1);
    check(&"<!--".repeat(200_000), 1);
    check(&"<a ".repeat(200_000), 1);
    check(&"<script><!--<script>".repeat(50_000), 1);
    check(&"<style></styl".repeat(50_000), 1);
    check(&"<title>&".repeat(50_000), 1);
}

#[test]
fn cut_anywhere() {
    let page = "<!doctype html><html lang=en><head><title>a&amp;b</title><script>x<!--<script>-->\
                </script></head><body><p class='a b'>é&eacute;<b>x<p>y</b><table><tr>z<td>1</table><svg><![CDATA[q]]></svg>";
    for end in (0..page.len()).filter(|&end| page.is_char_boundary(end)) {
        check(&page[..end], 10);
    }
}
