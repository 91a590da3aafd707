//! Declarative shadow roots, composed as browsers do.

use dom::{Dom, NodeId, NodeKind};

/// The visible text of a page in the order of the tree.
fn shown(page: &str) -> String {
    let dom = Dom::parse(page);
    dom.visible_texts(dom.root()).map(|node| dom.text(node)).collect()
}

#[track_caller]
fn check(inside: &str, expected: &str) {
    assert_eq!(shown(&format!("<x-a>{inside}</x-a>")), expected, "{inside}");
}

#[test]
fn slots_take_the_children_of_the_host() {
    check("<template shadowrootmode=open>1<slot></slot>3</template>2", "123");
    check("<template shadowrootmode=closed>1<slot name=a></slot>3<slot></slot></template>4<b slot=a>2</b>", "1234");
    check("<template shadowroot=open>1<slot>2</slot>3</template>", "123");
    check("<template shadowrootmode=open>1<slot>no</slot>3</template><!-- c -->2", "123");
    check("<template shadowrootmode=open>1</template>no<b slot=a>no</b>", "1");
    check("0<template shadowrootmode=open>1<slot></slot></template>", "10");
    // Only the first slot of a name, and only the first root of a host.
    check("<template shadowrootmode=open><slot></slot>2<slot>3</slot></template>1", "123");
    check("<template shadowrootmode=open>1</template><template shadowrootmode=open>no</template>", "1");
    check("<template>no</template><template shadowrootmode=other>no</template>1", "1");
}

#[test]
fn hosts_in_hosts() {
    let inner = "<x-b><template shadowrootmode=open>(<slot></slot>)</template><slot></slot></x-b>";
    check(&format!("<template shadowrootmode=open>1{inner}3</template>2"), "1(2)3");
    check(
        "<template shadowrootmode=open>1<slot></slot></template><x-b><template shadowrootmode=open>2</template></x-b>",
        "12",
    );
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
