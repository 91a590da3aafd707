//! What is left of a page without some regions, in each form.

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use cleaner::Regions;
use dom::{Dom, NodeKind};
use render::MarkdownOptions;

use crate::pages::{letters, page};

#[path = "../../crates/render/tests/it/markdown/reader.rs"]
mod reader;

/// Renders a page.
pub(crate) fn run(data: &[u8]) {
    let Some((regions, source)) = cut(data) else {
        return;
    };
    let dom = Dom::parse(&*source);
    let text = render::text(&dom, &regions);

    let html = render::html(&dom, &regions);
    // Which `noscript` adds something depends on the whole of a page.
    if !source.to_ascii_lowercase().contains("noscript") {
        let left = render::text(&Dom::parse(&*html), &Regions::new());
        assert!(letters(&left).eq(letters(&text)), "{source:?} {regions:?}\n{html}");
    }

    let markdown = render::markdown(&dom, &regions, &MarkdownOptions::new()).expect("small pages take few steps");
    let shown = reader::shown(&markdown);
    // Formulas are not what they are in the text.
    if !source.to_ascii_lowercase().contains("math") {
        assert_eq!(
            reader::compared(&shown, &source),
            reader::compared(&text, &source),
            "{source:?} {regions:?}\n{markdown}"
        );
    }

    let blocks = render::blocks(&dom, &regions, None).expect("small pages take few steps");
    let _ = blocks.len();

    let options = MarkdownOptions::new();
    let safe = render::sanitized(&dom, &options);
    let tree = Dom::parse(&*safe);
    assert_safe(&tree, &source);
    let again = render::sanitized(&tree, &options);
    assert_eq!(outline(&tree), outline(&Dom::parse(&*again)), "{source:?}");
}

/// Regions that mostly begin and end where tags do, and the page that they are of.
fn cut(data: &[u8]) -> Option<(Regions, String)> {
    let mut bytes = Unstructured::new(data);
    let picks: [(u8, u8); 3] = bytes.arbitrary().ok()?;
    let source = page(bytes.take_rest()).into_owned();
    let mut borders: Vec<usize> =
        source.match_indices(['<', '>', ' ']).map(|(at, found)| at + usize::from(found == ">")).collect();
    borders.extend([0, source.len()]);
    let border = |pick: u8| borders[usize::from(pick) % borders.len()];
    let ranges = picks.iter().map(|&(one, other)| {
        let (one, other) = (border(one), border(other));
        one.min(other)..one.max(other)
    });
    Some((Regions::from_ranges(ranges), source))
}

/// Nothing is left that runs.
fn assert_safe(dom: &Dom<'_>, source: &str) {
    for node in dom.nodes().filter(|&node| dom.kind(node) == NodeKind::Element) {
        let forbidden = ["script", "style", "iframe", "object", "embed", "svg", "math", "template", "form", "link"];
        assert!(!forbidden.contains(&dom.name(node)), "{source:?}");
        for attribute in dom.attributes(node) {
            let name = attribute.name().to_ascii_lowercase();
            let value: String = letters(&attribute.value()).collect::<String>().to_ascii_lowercase();
            assert!(!name.starts_with("on") && name != "style" && name != "srcdoc", "{source:?}");
            assert!(!value.starts_with("javascript:") || !matches!(&*name, "href" | "src" | "cite"), "{source:?}");
        }
    }
}

/// The elements of a page, with the names of their attributes, and its letters.
fn outline(dom: &Dom<'_>) -> (Vec<String>, Vec<char>) {
    let elements = dom.nodes().filter(|&node| dom.kind(node) == NodeKind::Element);
    let elements = elements.map(|node| {
        let names: BTreeSet<String> = dom.attributes(node).map(|attribute| attribute.name().to_string()).collect();
        format!("{} {names:?}", dom.name(node))
    });
    let text = render::text(dom, &Regions::new());
    (elements.collect(), letters(&text).collect())
}
