//! Declarative shadow roots, composed as browsers do.

use dom::{Dom, NodeId, NodeKind};

use crate::cases::cases;

/// The visible text of a page in the order of the tree.
fn shown(page: &str) -> String {
    let dom = Dom::parse(page);
    dom.visible_texts(dom.root()).map(|node| dom.text(node)).collect()
}

#[test]
fn slots_take_the_children_of_the_host() {
    for [inside, expected] in cases(include_str!("shadow.txt")) {
        assert_eq!(shown(&format!("<x-a>{inside}</x-a>")), expected, "{inside}");
    }
}

#[test]
fn elements_that_can_have_no_root() {
    assert_eq!(shown("<ul><template shadowrootmode=open>no</template><li>1</ul>"), "1");
}

/// Whatever the nesting, the tree is one, and no node is lost.
#[test]
fn hostile_nesting() {
    let host = "<x-a><template shadowrootmode=open><div><div><slot></slot></div></div></template>";
    let page = host.repeat(20_000);
    let dom = Dom::parse(&*page);
    let is_linked = |node: NodeId| {
        let parent = dom.parent(node).unwrap_or(dom.root());
        parent < node && dom.contains(parent, node) && dom.depth(node) == dom.depth(parent) + 1
    };
    assert!(dom.nodes().skip(1).all(is_linked));
    assert!(dom.nodes().all(|node| dom.depth(node) <= 3 * Dom::MAX_DEPTH));
    let n_tags = dom.nodes().filter(|&node| dom.start_tag(node).is_some()).count();
    assert_eq!(n_tags, page.matches('<').count() - page.matches("</").count());
    assert!(dom.nodes().all(|node| dom.kind(node) != NodeKind::Text));
}
