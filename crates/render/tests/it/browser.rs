//! html5ever's tree of a page, as the oracle of what a browser makes of it.

use std::{borrow::Cow, cell::RefCell, rc::Rc};

use html5ever::{
    Attribute, ExpandedName, ParseOpts, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    parse_document,
    tendril::{StrTendril, TendrilSink},
};

/// What is not visible, and what breaks lines: the lists that the text of a
/// page is defined by, spelled out once more.
const HIDDEN: &[&str] = &[
    "script", "style", "template", "head", "title", "iframe", "noframes", "noembed", "svg", "canvas", "audio", "video",
    "datalist", "textarea",
];
const BLOCK: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "select",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// A parsed page.
pub(crate) struct Browser {
    nodes: Vec<Node>,
    /// What the parser complained about, in order.
    pub(crate) errors: Vec<String>,
}

enum Data {
    Document,
    Element(Rc<QualName>),
    Text(String),
    Other,
}

struct Node {
    data: Data,
    parent: Option<usize>,
    children: Vec<usize>,
}

impl Browser {
    pub(crate) fn parse(html: &str) -> Browser {
        let sink = Sink::default();
        sink.create(Data::Document);
        let mut options = ParseOpts::default();
        options.tree_builder.scripting_enabled = false;
        parse_document(sink, options).one(html)
    }

    /// The visible text: blocks on lines of their own, white space collapsed.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut text = String::new();
        let mut stack = vec![(0, false)];
        while let Some((at, ended)) = stack.pop() {
            let node = &self.nodes[at];
            let name = match &node.data {
                Data::Text(found) => {
                    text.push_str(found);
                    continue;
                }
                Data::Element(name) => &*name.local,
                Data::Document => "",
                Data::Other => continue,
            };
            if HIDDEN.contains(&name) {
                continue;
            }
            if BLOCK.contains(&name) {
                text.push('\u{1}');
                if ended {
                    continue;
                }
                stack.push((at, true));
            }
            stack.extend(node.children.iter().rev().map(|&child| (child, false)));
        }
        let lines = text.split('\u{1}').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// The elements that tags made or the parser implied, nested: a way to
    /// compare trees.
    pub(crate) fn outline(&self) -> String {
        let mut out = String::new();
        let mut stack = vec![(0, false)];
        while let Some((at, ended)) = stack.pop() {
            let node = &self.nodes[at];
            if ended {
                out.push(')');
                continue;
            }
            if let Data::Element(name) = &node.data {
                out.extend(["(", &*name.local]);
                stack.push((at, true));
            }
            stack.extend(node.children.iter().rev().map(|&child| (child, false)));
        }
        out
    }
}

/// A node's number and, for elements, its name.
#[derive(Clone)]
struct Handle {
    at: usize,
    name: Option<Rc<QualName>>,
}

#[derive(Default)]
struct Sink {
    nodes: RefCell<Vec<Node>>,
    errors: RefCell<Vec<String>>,
}

impl Sink {
    fn create(&self, data: Data) -> Handle {
        let name = if let Data::Element(name) = &data { Some(name.clone()) } else { None };
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { data, parent: None, children: Vec::new() });
        Handle { at: nodes.len() - 1, name }
    }

    fn insert(&self, parent: usize, at: usize, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(child) => child.at,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before = at.checked_sub(1).map(|at| nodes[parent].children[at]);
                if let Some(before) = before
                    && let Data::Text(held) = &mut nodes[before].data
                {
                    held.push_str(&text);
                    return;
                }
                drop(nodes);
                self.create(Data::Text(text.to_string())).at
            }
        };
        self.detach(child);
        let mut nodes = self.nodes.borrow_mut();
        nodes[child].parent = Some(parent);
        nodes[parent].children.insert(at, child);
    }

    fn detach(&self, child: usize) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[child].parent.take() {
            nodes[parent].children.retain(|&held| held != child);
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Browser;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Browser {
        Browser { nodes: self.nodes.into_inner(), errors: self.errors.into_inner() }
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.errors.borrow_mut().push(message.into_owned());
    }

    fn get_document(&self) -> Handle {
        Handle { at: 0, name: None }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.as_ref().expect("only elements are asked for their names").expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Handle {
        self.create(Data::Element(Rc::new(name)))
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.create(Data::Other)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.create(Data::Other)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let end = self.nodes.borrow()[parent.at].children.len();
        self.insert(parent.at, end, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        if self.nodes.borrow()[element.at].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.at == y.at
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &new_node {
            self.detach(node.at);
        }
        let parent = self.nodes.borrow()[sibling.at].parent.expect("a sibling has a parent");
        let at = self.nodes.borrow()[parent].children.iter().position(|&child| child == sibling.at);
        self.insert(parent, at.expect("a child is among its parent's children"), new_node);
    }

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.at);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[node.at].children);
        for &child in &children {
            nodes[child].parent = Some(new_parent.at);
        }
        nodes[new_parent.at].children.extend(children);
    }
}

#[test]
fn the_oracle_reads_pages() {
    let page = Browser::parse("<!doctype html><title>x</title><p>a &amp; b<table><tr><td>c<td> d\n e</table>f");
    assert_eq!(page.lines(), ["a & b", "c", "d e", "f"]);
    assert_eq!(page.outline(), "(html(head(title))(body(p)(table(tbody(tr(td)(td))))))");
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    assert_eq!(Browser::parse("<p></b>").errors.len(), 2);
}
