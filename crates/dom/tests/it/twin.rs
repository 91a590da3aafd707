//! html5ever's own parse, into a tree of the plainest kind.

use std::{
    borrow::Cow,
    cell::{Ref, RefCell},
};

use html5ever::{
    Attribute, ParseOpts, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    parse_document,
    tendril::{StrTendril, TendrilSink},
    tokenizer::TokenizerOpts,
    tree_builder::TreeBuilderOpts,
};

/// Parses a page, scripting off. A byte order mark is a character, as in a page that is decoded already.
pub(crate) fn parse(source: &str) -> Twin {
    let options = ParseOpts {
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
    };
    parse_document(Twin::default(), options).one(source)
}

#[derive(Debug)]
pub(crate) enum Kind {
    Element { name: QualName, attributes: Vec<Attribute>, holds_html: bool },
    Text(String),
    Comment(String),
    Doctype(String),
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    parent: Option<usize>,
    pub(crate) children: Vec<usize>,
}

/// The nodes of a page; the first is its root.
#[derive(Debug)]
pub(crate) struct Twin {
    pub(crate) nodes: RefCell<Vec<Node>>,
    /// What the parser complained about, in order.
    pub(crate) errors: RefCell<Vec<String>>,
}

impl Default for Twin {
    fn default() -> Twin {
        let root = Node { kind: Kind::Doctype(String::new()), parent: None, children: Vec::new() };
        Twin { nodes: RefCell::new(vec![root]), errors: RefCell::default() }
    }
}

impl Twin {
    fn make(&self, kind: Kind) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { kind, parent: None, children: Vec::new() });
        nodes.len() - 1
    }

    fn place(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(child) => {
                let before = self.nodes.borrow()[parent].children.iter().position(|&id| id == child);
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

#[derive(Debug)]
pub(crate) struct Name<'a>(Ref<'a, QualName>);

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

    fn parse_error(&self, message: Cow<'static, str>) {
        self.errors.borrow_mut().push(message.into_owned());
    }

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].kind {
            Kind::Element { name, .. } => name,
            _ => unreachable!("only elements have names"),
        }))
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> usize {
        let holds_html = flags.mathml_annotation_xml_integration_point;
        self.make(Kind::Element { name, attributes, holds_html })
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.make(Kind::Comment(text.to_string()))
    }

    fn create_pi(&self, _: StrTendril, text: StrTendril) -> usize {
        self.make(Kind::Comment(text.to_string()))
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

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let text = if public.is_empty() && system.is_empty() {
            name.to_string()
        } else {
            format!("{name} \"{public}\" \"{system}\"")
        };
        let id = self.make(Kind::Doctype(text));
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

    fn add_attrs_if_missing(&self, target: &usize, new: Vec<Attribute>) {
        if let Kind::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target].kind {
            for attribute in new {
                if attributes.iter().all(|old| old.name != attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

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
        matches!(self.nodes.borrow()[*handle].kind, Kind::Element { holds_html: true, .. })
    }
}
