//! The tree: html5ever's, and each of its nodes knows its bytes.

use dom::Dom;

use crate::pages::page;

#[path = "../../crates/dom/tests/it/dump.rs"]
mod dump;
#[path = "../../crates/dom/tests/it/spans.rs"]
mod spans;
#[path = "../../crates/dom/tests/it/twin.rs"]
mod twin;

/// Builds the tree of a page.
pub(crate) fn run(data: &[u8]) {
    let source = page(data);
    let dom = Dom::parse(&*source);
    assert_eq!(dom.source(), source);
    spans::check(&dom);
    if !twin_differs(&source) {
        assert_eq!(dump::dump(&dom), dump::dump_twin(&twin::parse(&source)), "{source:?}");
    }
}

/// Whether html5ever may depart from the standard on this page, or panic. The corners are those that the property test
/// of `dom` names, drawn wider, for here they come in any spelling.
fn twin_differs(source: &str) -> bool {
    let source = source.to_ascii_lowercase();
    let has = |pieces: &[&str]| pieces.iter().any(|piece| source.contains(piece));
    has(&["<svg", "<math", "<select", "<template", "<annotation-xml", "\0", "\u{FEFF}"])
        || source.rfind("<!doctype").is_some_and(|at| at != 0)
        // Deeper than our trees go.
        || source.matches('<').count() > 400
}
