//! Pages as labelled trees, and what was found in the trees as byte ranges of the pages.
//!
//! The label of a node is the symbol of its token in a [`Vocabulary`]: what two nodes must share to
//! have one label is what the tokenizer's [`Normalize`](tokenize::Normalize) says. The pages of a
//! site are read with one vocabulary. For templates, tags should be their names alone
//! ([`Attributes::None`](tokenize::Attributes::None)), since one class on `body` that differs from
//! page to page leaves nothing below it to be shared. With all attributes
//! ([`Attributes::All`](tokenize::Attributes::All)) labels are the paper's.
//!
//! # Example
//!
//! ```
//! use rtdm_tree_mapping::{Config, Tree, dom::Dom, html};
//! use tokenize::{Attributes, Normalize, Vocabulary};
//!
//! let sources = [
//!     "<body class=a><p>Shop news</p><p>Apples are cheap.</p>",
//!     "<body class=b><p>Shop news</p><p>Pears are out.</p>",
//! ];
//! let tokenizer = Normalize::new().attributes(Attributes::None).build();
//! let mut vocabulary = Vocabulary::new();
//! let pages: Vec<Tree> = sources
//!     .iter()
//!     .map(|source| {
//!         let page = vocabulary.adopt(tokenizer.draft(source));
//!         html::learn_tree(&Dom::from_tokens(source, page.tokens()), &page, &mut vocabulary)
//!     })
//!     .collect();
//! let mapper = Config::new().build()?;
//! let found = mapper.find_template(&pages.iter().collect::<Vec<_>>())?;
//! let locator = mapper.locator(found.template);
//!
//! let source = "<body><p>Shop news</p><p>Closed on Monday.</p>";
//! let page = tokenizer.read(source, &vocabulary);
//! let dom = Dom::from_tokens(source, page.tokens());
//! let located = locator.locate(&html::read_tree(&dom, &page, &vocabulary));
//! let removed: Vec<&str> =
//!     html::template_ranges(&dom, &located).into_iter().map(|range| &source[range]).collect();
//! assert_eq!(removed, ["<body><p>Shop news</p><p>", "</p>"]);
//! # Ok::<(), rtdm_tree_mapping::Error>(())
//! ```

use std::ops::Range;

use tokenize::{Page, Token, Vocabulary};

use crate::Located;
use crate::dom::{self, Dom, NodeKind};
use crate::tree::{NodeId, Tree, TreeBuilder};

/// The form of the document itself, which no token has.
const DOCUMENT: &str = "";

/// Returns the tree of a page to learn from. Elements that the page implies without a tag get the
/// label of their bare start tag, which is added to the vocabulary if it is new.
///
/// Nodes have the same numbers in the tree and in the `Dom`: the tree's root is the document, below
/// it are the doctype and the `html` element, and comments are leaves like texts.
///
/// `page` must be the one that the `Dom` was built from, and its symbols must be the vocabulary's.
///
/// # Complexity
///
/// Linear in the number of nodes; a look-up among the tokens for nodes out of source order.
///
/// # Panics
///
/// Never.
pub fn learn_tree(dom: &Dom<'_>, page: &Page, vocabulary: &mut Vocabulary) -> Tree {
    label(dom, page, |form| vocabulary.intern(form))
}

/// Returns the tree of a page to find a template in. Labels that the vocabulary does not have
/// are [`Vocabulary::UNKNOWN`], which no template has.
///
/// Otherwise as [`learn_tree`].
pub fn read_tree(dom: &Dom<'_>, page: &Page, vocabulary: &Vocabulary) -> Tree {
    label(dom, page, |form| {
        vocabulary.get(form).unwrap_or(Vocabulary::UNKNOWN)
    })
}

fn label(dom: &Dom<'_>, page: &Page, mut symbol: impl FnMut(&str) -> u32) -> Tree {
    let tokens = page.tokens();
    let mut builder = TreeBuilder::with_capacity(dom.len());
    let mut next = 0;
    for node in dom.nodes() {
        while dom.depth(node) < builder.depth() {
            builder.close();
        }
        // Most nodes stand in the order of their tokens.
        let start = written(dom, node).map(|range| range.start);
        let token = start.and_then(|start| match tokens.get(next) {
            Some(token) if token.start() == start => Some(next),
            _ => tokens.binary_search_by_key(&start, Token::start).ok(),
        });
        let label = match token {
            Some(token) => {
                next = token + 1;
                page.symbols()[token]
            }
            None if dom.kind(node) == NodeKind::Element => symbol(&format!("<{}>", dom.name(node))),
            None => symbol(DOCUMENT),
        };
        // An end tag's token is of no node.
        while tokens
            .get(next)
            .is_some_and(|token| token.kind() == tokenize::Kind::EndTag)
        {
            next += 1;
        }
        builder.open(label);
    }
    builder.finish().expect("a document is a root")
}

/// Returns the byte ranges of a page that are template, sorted and disjoint: the texts, comments
/// and doctype that are, and the start tags and end tags of the elements that are.
///
/// An element can be template while something in it is not; then its tags are among the ranges and
/// that part lies between them. White space between two tokens belongs to the template when both
/// tokens do. Ranges that touch are one.
///
/// `located` must be of the tree that [`read_tree`] or [`learn_tree`] made of this `Dom`.
///
/// # Complexity
///
/// Sorts the ranges.
///
/// # Panics
///
/// If `located` is of a tree with fewer nodes.
pub fn template_ranges(dom: &Dom<'_>, located: &Located) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for (index, node) in dom.nodes().enumerate() {
        let is_template = NodeId::new(index).is_some_and(|id| located.is_template(id));
        // The tag of a copied element is the original's to remove.
        if is_template && !dom.is_copy(node) {
            ranges.extend(written(dom, node));
            ranges.extend(dom.end_tag(node));
        }
    }
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last) if is_blank(dom, last.end, range.start) => {
                last.end = last.end.max(range.end)
            }
            _ => joined.push(range),
        }
    }
    joined
}

fn is_blank(dom: &Dom<'_>, start: usize, end: usize) -> bool {
    end <= start || dom.source()[start..end].trim_ascii().is_empty()
}

/// The token that made a node: its start tag, or all of a text, comment or doctype.
fn written(dom: &Dom<'_>, node: dom::NodeId) -> Option<Range<usize>> {
    match dom.kind(node) {
        NodeKind::Document => None,
        NodeKind::Element => dom.start_tag(node),
        _ => Some(dom.extent(node)),
    }
}
