//! Every node knows its bytes.

use dom::{Dom, NodeKind};

/// Checks what must hold of any tree's links and spans.
pub(crate) fn check(dom: &Dom<'_>) {
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for node in dom.nodes().skip(1) {
        let parent = dom.parent(node).expect("only the document has none");
        assert!(parent < node && dom.contains(parent, node));
        assert_eq!(dom.depth(node), dom.depth(parent) + 1);
        let (outer, inner) = (dom.extent(parent), dom.extent(node));
        if !inner.is_empty() {
            assert!(outer.start <= inner.start && inner.end <= outer.end, "{node:?} in {:?}", dom.source());
        }
        if dom.kind(node) != NodeKind::Element {
            taken.push((inner.start, inner.end));
        }
        if let Some(tag) = dom.start_tag(node) {
            if !dom.is_copy(node) {
                taken.push((tag.start, tag.end));
            }
            let tag = dom.source()[tag].to_ascii_lowercase().replace('\0', "\u{FFFD}");
            let name = dom.name(node).to_ascii_lowercase();
            assert!(
                tag.starts_with(&format!("<{name}"))
                    || (name == "img" && tag.starts_with("<image"))
                    || (name == "br" && tag.starts_with("</br")),
                "{name} has {tag}"
            );
        }
        if let Some(tag) = dom.end_tag(node) {
            taken.push((tag.start, tag.end));
            let tag = dom.source()[tag].to_ascii_lowercase().replace('\0', "\u{FFFD}");
            let name = dom.name(node).to_ascii_lowercase();
            let is_heading = dom.tag(node).is_heading() && tag.starts_with("</h");
            assert!(tag.starts_with(&format!("</{name}")) || is_heading, "{name} has {tag}");
        }
    }
    taken.sort_unstable();
    for pair in taken.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "{pair:?} of {:?} overlap", dom.source());
    }
}

#[test]
fn extents_end_where_an_element_is_closed() {
    let source = "<ul><li>a<li>b</ul><p>c<div>d</div>";
    let dom = Dom::parse(source);
    let found: Vec<_> =
        dom.nodes().filter(|&node| dom.start_tag(node).is_some()).map(|node| &source[dom.extent(node)]).collect();
    assert_eq!(found, ["<ul><li>a<li>b</ul>", "<li>a", "<li>b", "<p>c", "<div>d</div>"]);
}

#[test]
fn white_space_behind_the_end_of_a_page_leaves_it_closed() {
    let tags = |source| {
        let dom = Dom::parse(source);
        check(&dom);
        let end = |name| {
            let node = dom.nodes().find(|&node| dom.name(node) == name);
            dom.end_tag(node.expect("every page has one")).is_some()
        };
        (end("body"), end("html"))
    };
    assert_eq!(tags("<p>x</body>\n</html>\n"), (true, true));
    assert_eq!(tags("<p>x</body> <!-- y --> </html> <!-- z --> "), (true, true));
    assert_eq!(tags("<p>x</body> y </html> "), (false, true));
    assert_eq!(tags("<p>x</body>\n</html>\n<b>"), (false, false));
}

#[test]
fn an_end_tag_belongs_to_the_innermost_element_that_it_closes() {
    let source = "<b>1<p>2</b>3</p>";
    let dom = Dom::parse(source);
    let found: Vec<_> = dom
        .nodes()
        .filter(|&node| dom.name(node) == "b")
        .map(|node| (dom.is_copy(node), &source[dom.extent(node)], dom.end_tag(node)))
        .collect();
    assert_eq!(found, [(false, "<b>1", None), (true, "2</b>", Some(8..12))]);
}

#[test]
fn links_keep_their_attributes_when_they_are_copied() {
    let dom = Dom::parse("<p><a href=x>1</p><p>2</p>");
    let links: Vec<_> = dom
        .nodes()
        .filter(|&node| dom.name(node) == "a")
        .map(|node| (dom.is_copy(node), dom.attribute(node, "href").unwrap_or_default().into_owned()))
        .collect();
    assert_eq!(links, [(false, "x".to_owned()), (true, "x".to_owned())]);
}

#[test]
fn sections_of_characters_hold_their_inside() {
    let dom = Dom::parse("<svg><text><![CDATA[a &amp; b]]></text></svg>");
    let text = dom.nodes().last().expect("there is a document");
    assert_eq!((dom.kind(text), &*dom.text(text)), (NodeKind::RawText, "a &amp; b"));
}

#[test]
fn an_attribute_counts_once() {
    let source: String = (0..40).map(|i| format!(" a{}=v{i}", i % 30)).collect();
    let source = format!("<p{source} A1=x>");
    let dom = Dom::parse(&*source);
    let p = dom.nodes().last().expect("there is a document");
    let values: Vec<_> = dom.attributes(p).map(|attribute| attribute.raw_value().to_owned()).collect();
    assert_eq!(values, (0..30).map(|i| format!("v{i}")).collect::<Vec<_>>());
}
