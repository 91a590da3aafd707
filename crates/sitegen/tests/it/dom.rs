//! What a browser's parser makes of a page: errors and text, no tree.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName, local_name, ns, parse_document};

/// What was found in a page.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) errors: Vec<String>,
    /// The text in document order, of well-formed pages at least; scripts and styles left out.
    pub(crate) text: String,
}

pub(crate) fn parse(html: &str) -> Parsed {
    parse_document(Sink::default(), Default::default()).one(html)
}

#[derive(Default)]
struct Sink {
    found: RefCell<Parsed>,
}

#[derive(Clone)]
struct Node(Rc<QualName>);

impl Node {
    fn new() -> Node {
        Node(Rc::new(QualName::new(None, ns!(), local_name!(""))))
    }
}

impl TreeSink for Sink {
    type Handle = Node;
    type Output = Parsed;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Parsed {
        self.found.into_inner()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.found.borrow_mut().errors.push(message.into_owned());
    }

    fn get_document(&self) -> Node {
        Node::new()
    }

    fn elem_name<'a>(&'a self, target: &'a Node) -> ExpandedName<'a> {
        target.0.expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Node {
        Node(Rc::new(name))
    }

    fn create_comment(&self, _: StrTendril) -> Node {
        Node::new()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Node {
        Node::new()
    }

    fn append(&self, parent: &Node, child: NodeOrText<Node>) {
        let is_raw = matches!(&*parent.0.local, "script" | "style");
        if let NodeOrText::AppendText(text) = child
            && !is_raw
        {
            self.found.borrow_mut().text.push_str(&text);
        }
    }

    fn append_based_on_parent_node(&self, element: &Node, _: &Node, child: NodeOrText<Node>) {
        self.append(element, child);
    }

    fn append_before_sibling(&self, sibling: &Node, child: NodeOrText<Node>) {
        self.append(sibling, child);
    }

    fn get_template_contents(&self, target: &Node) -> Node {
        target.clone()
    }

    fn same_node(&self, left: &Node, right: &Node) -> bool {
        Rc::ptr_eq(&left.0, &right.0)
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn add_attrs_if_missing(&self, _: &Node, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Node) {}
    fn reparent_children(&self, _: &Node, _: &Node) {}
}

#[test]
fn faults_are_seen_and_text_is_read() {
    let good = parse("<!DOCTYPE html><title>a</title><script>b</script><p>c &amp; d</p>");
    assert_eq!(good.errors, Vec::<String>::new());
    assert_eq!(good.text, "ac & d");
    assert!(!parse("<!DOCTYPE html><title>a</title><p>c</b></p>").errors.is_empty());
}
