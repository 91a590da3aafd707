//! html5ever's own parse, as a list of nodes.

use html5ever::{
    Attribute, ParseOpts, QualName, parse_document, tendril::TendrilSink as _, tokenizer::TokenizerOpts,
    tree_builder::TreeBuilderOpts,
};
use markup5ever_rcdom::{NodeData, RcDom};

#[derive(Debug)]
pub(crate) enum Kind {
    Element { name: QualName, attributes: Vec<Attribute> },
    Text(String),
    Comment(String),
    Doctype(String),
}

/// A node, and its children by their numbers. The content of a `template` is below the template itself.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) children: Vec<usize>,
}

/// The nodes of a page; the first is its root.
#[derive(Debug)]
pub(crate) struct Twin {
    pub(crate) nodes: Vec<Node>,
    /// What the parser complained about, in order.
    #[allow(dead_code, reason = "the tests of `render` ask for it")]
    pub(crate) errors: Vec<String>,
}

/// Parses a page, scripting off. A byte order mark is a character, as in a page that is decoded already.
pub(crate) fn parse(source: &str) -> Twin {
    let options = ParseOpts {
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
    };
    let dom = parse_document(RcDom::default(), options).one(source);
    let errors = dom.errors.take().into_iter().map(String::from).collect();
    let mut nodes: Vec<Node> = Vec::new();
    // Without recursion, since pages nest deep.
    let mut open = vec![(None, dom.document.clone())];
    while let Some((parent, handle)) = open.pop() {
        let id = nodes.len();
        if let Some(parent) = parent {
            let above: &mut Node = &mut nodes[parent];
            above.children.push(id);
        }
        let mut children = handle.children.borrow().clone();
        if let NodeData::Element { template_contents, .. } = &handle.data
            && let Some(contents) = &*template_contents.borrow()
        {
            children.extend(contents.children.borrow().iter().cloned());
        }
        nodes.push(Node { kind: kind(&handle.data), children: Vec::new() });
        open.extend(children.into_iter().rev().map(|child| (Some(id), child)));
    }
    Twin { nodes, errors }
}

fn kind(data: &NodeData) -> Kind {
    match data {
        NodeData::Document => Kind::Doctype(String::new()),
        NodeData::Doctype { name, public_id, system_id } if public_id.is_empty() && system_id.is_empty() => {
            Kind::Doctype(name.to_string())
        }
        NodeData::Doctype { name, public_id, system_id } => {
            Kind::Doctype(format!("{name} \"{public_id}\" \"{system_id}\""))
        }
        NodeData::Text { contents } => Kind::Text(contents.borrow().to_string()),
        NodeData::Comment { contents } | NodeData::ProcessingInstruction { contents, .. } => {
            Kind::Comment(contents.to_string())
        }
        NodeData::Element { name, attrs, .. } => {
            Kind::Element { name: name.clone(), attributes: attrs.borrow().clone() }
        }
    }
}
