//! html5ever's own parse, from its own tokenizer into a tree of the plainest kind.

use std::{
    borrow::Cow,
    cell::{Ref, RefCell},
};

use html5ever::{
    Attribute, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    parse_document,
    tendril::{StrTendril, TendrilSink},
};

/// Prints the shape of html5ever's tree, in the form of [`crate::dom::shape`].
pub(crate) fn shape(source: &str) -> String {
    print(&parse(source))
}

pub(crate) fn parse(source: &str) -> Twin {
    parse_document(Twin::default(), Default::default()).one(source)
}

pub(crate) fn print(twin: &Twin) -> String {
    let nodes = twin.nodes.borrow();
    let mut res = String::new();
    // Without recursion, since pages nest deep: None closes.
    let mut stack: Vec<Option<usize>> = nodes[0].children.iter().rev().copied().map(Some).collect();
    while let Some(next) = stack.pop() {
        let Some(id) = next else {
            res.push(')');
            continue;
        };
        match &nodes[id].kind {
            Kind::Element(name, _) => {
                res.push_str(&format!("({}", name.local.to_ascii_lowercase()));
                stack.push(None);
                stack.extend(nodes[id].children.iter().rev().copied().map(Some));
            }
            Kind::Text(text) => res.extend(text.chars().filter(|c| !c.is_ascii_whitespace())),
            Kind::Comment => res.push('!'),
            Kind::Doctype => res.push('?'),
        }
    }
    res
}

#[derive(Debug)]
enum Kind {
    Element(QualName, bool),
    Text(String),
    Comment,
    Doctype,
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    parent: Option<usize>,
    children: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct Twin {
    nodes: RefCell<Vec<Node>>,
}

impl Default for Twin {
    fn default() -> Twin {
        let root = Node {
            kind: Kind::Doctype,
            parent: None,
            children: Vec::new(),
        };
        Twin {
            nodes: RefCell::new(vec![root]),
        }
    }
}

impl Twin {
    fn make(&self, kind: Kind) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            kind,
            parent: None,
            children: Vec::new(),
        });
        nodes.len() - 1
    }

    fn place(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(child) => {
                let before = self.nodes.borrow()[parent]
                    .children
                    .iter()
                    .position(|&id| id == child);
                self.remove_from_parent(&child);
                let at = at - usize::from(before.is_some_and(|before| before < at));
                let mut nodes = self.nodes.borrow_mut();
                nodes[child].parent = Some(parent);
                nodes[parent].children.insert(at, child);
            }
            NodeOrText::AppendText(new) => {
                let mut nodes = self.nodes.borrow_mut();
                if let Some(before) = at.checked_sub(1) {
                    let before = nodes[parent].children[before];
                    if let Kind::Text(text) = &mut nodes[before].kind {
                        text.push_str(&new);
                        return;
                    }
                }
                drop(nodes);
                let child = self.make(Kind::Text(new.to_string()));
                self.place(parent, at, NodeOrText::AppendNode(child));
            }
        }
    }
}

pub(crate) struct Name<'a>(Ref<'a, QualName>);

impl std::fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl html5ever::tree_builder::ElemName for Name<'_> {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &html5ever::LocalName {
        &self.0.local
    }
}

impl TreeSink for Twin {
    type Handle = usize;
    type Output = Twin;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Twin {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| {
            match &nodes[*target].kind {
                Kind::Element(name, _) => name,
                _ => unreachable!("only elements have names"),
            }
        }))
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> usize {
        self.make(Kind::Element(
            name,
            flags.mathml_annotation_xml_integration_point,
        ))
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.make(Kind::Comment)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.make(Kind::Comment)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.remove_from_parent(child);
        }
        let at = self.nodes.borrow()[*parent].children.len();
        self.place(*parent, at, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, prev: &usize, child: NodeOrText<usize>) {
        if self.nodes.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {
        let id = self.make(Kind::Doctype);
        self.append(&0, NodeOrText::AppendNode(id));
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, new_node: NodeOrText<usize>) {
        let (parent, at) = {
            let nodes = self.nodes.borrow();
            let parent = nodes[*sibling].parent.expect("a sibling has a parent");
            let at = nodes[parent].children.iter().position(|id| id == sibling);
            (parent, at.expect("a child is among its parent's"))
        };
        self.place(parent, at, new_node);
    }

    fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[*target].parent.take() {
            nodes[parent].children.retain(|id| id != target);
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        for &child in &children {
            nodes[child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(children);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        matches!(self.nodes.borrow()[*handle].kind, Kind::Element(_, true))
    }
}

#[test]
fn the_twin_reads_a_page() {
    assert_eq!(
        shape("<p>a b<p>c<!-- x -->"),
        "(html(head)(body(pab)(pc!)))"
    );
}
