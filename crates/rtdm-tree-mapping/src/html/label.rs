//! The labels of a page's nodes.

use std::ops::Range;

use dom::{Dom, Namespace, NodeId, NodeKind};
use tokenize::{Tag, Token, TokenKind};

use super::PageTree;
use crate::Tree;

/// The nodes of a page that take part in a mapping, in document order.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    nodes: Vec<NodeId>,
    depths: Vec<usize>,
    /// The forms of nodes without source text of their own: the document's is empty, that of an element that the standard
    /// implies is its bare start tag. All other nodes have the next of the page's tokens.
    forms: Vec<Option<String>>,
}

impl Outline {
    /// Selects the nodes that take part, and returns the source of each as a token.
    pub(super) fn of(dom: &Dom<'_>) -> (Outline, Vec<Token>) {
        let mut outline = Outline { nodes: Vec::new(), depths: Vec::new(), forms: Vec::new() };
        let mut tokens = Vec::with_capacity(dom.len());
        for node in dom.nodes().filter(|&node| !is_blank(dom, node)) {
            let form = match token(dom, node) {
                Some(token) => {
                    tokens.push(token);
                    None
                }
                None if dom.kind(node) == NodeKind::Element => Some(format!("<{}>", dom.tag(node).name())),
                None => Some(String::new()),
            };
            outline.nodes.push(node);
            outline.depths.push(dom.depth(node));
            outline.forms.push(form);
        }
        (outline, tokens)
    }

    /// Builds the tree from the symbols of the tokens, in their order.
    pub(super) fn label(self, symbols: &[u32], mut symbol: impl FnMut(&str) -> u32) -> PageTree {
        let mut symbols = symbols.iter();
        let labels = self.forms.iter().map(|form| match form {
            Some(form) => symbol(form),
            None => *symbols.next().expect("a symbol was made of each token"),
        });
        // Blank nodes are leaves, so that leaving them out changes the depth of no other node.
        let tree = Tree::new(self.depths.into_iter().zip(labels)).expect("a document is a root");
        PageTree { tree, nodes: self.nodes }
    }
}

/// Returns whether a node is a text that is empty or consists of white space.
fn is_blank(dom: &Dom<'_>, node: NodeId) -> bool {
    if !matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText) {
        return false;
    }
    let source = dom.raw(node).unwrap_or_default().trim_ascii_start();
    match source.as_bytes().first() {
        None => true,
        // A reference may stand for white space, and a NUL may stand for nothing. Other texts need not be decoded.
        Some(b'&' | 0) => dom.text(node).trim_ascii().is_empty(),
        Some(_) => false,
    }
}

/// Returns the source of a node as a token, if it has any.
fn token(dom: &Dom<'_>, node: NodeId) -> Option<Token> {
    let inside = || dom.parent(node).map_or(Tag::OTHER, |parent| dom.tag(parent));
    let (kind, tag) = match dom.kind(node) {
        NodeKind::Element => (TokenKind::StartTag, dom.tag(node)),
        NodeKind::Text => (TokenKind::Text, Tag::OTHER),
        NodeKind::RawText if is_foreign(dom, node) => (TokenKind::Cdata, Tag::OTHER),
        NodeKind::RawText => (TokenKind::RawText, inside()),
        NodeKind::Comment => (TokenKind::Comment, Tag::OTHER),
        NodeKind::Doctype => (TokenKind::Doctype, Tag::OTHER),
        _ => return None,
    };
    Some(Token::new(written(dom, node)?, kind, tag))
}

/// Returns whether the text of a node is a CDATA section. All other raw text is in HTML elements.
fn is_foreign(dom: &Dom<'_>, node: NodeId) -> bool {
    dom.parent(node).is_some_and(|parent| dom.namespace(parent) != Namespace::Html)
}

/// Returns the source range of a node: its start tag, or the whole of a text, comment or doctype.
pub(super) fn written(dom: &Dom<'_>, node: NodeId) -> Option<Range<usize>> {
    match dom.kind(node) {
        NodeKind::Document => None,
        NodeKind::Element => dom.start_tag(node),
        _ => Some(dom.extent(node)),
    }
}
