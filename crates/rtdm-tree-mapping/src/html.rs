//! Pages as labelled trees, and the byte ranges of pages for nodes of these trees.
//!
//! The label of a node is the symbol of its form in a [`Vocabulary`]. The tokenizer's
//! [`Normalize`](tokenize::Normalize) defines when two nodes have the same label. All pages of a site are read with
//! one vocabulary. For templates, the label of a tag should be its name alone
//! ([`Attributes::None`](tokenize::Attributes::None)): if one class of `body` differs from page to page, nothing
//! below it can be shared. The paper does not say what a label is; tags with all attributes
//! ([`Attributes::All`](tokenize::Attributes::All)) are the other reading.
//!
//! The root of the mapped tree is the document. Below it are the doctype and the `html` element. Texts and comments
//! are leaves. Text that consists of white space does not become a node, because it is part of how a page is written,
//! not of its content.
//!
//! # Example
//!
//! ```
//! use dom::Dom;
//! use rtdm_tree_mapping::{Config, Tree, TreeLocator, html};
//! use tokenize::{Attributes, Normalize, Vocabulary};
//!
//! let sources = [
//!     "<body class=a><p>Shop news</p><p>Apples are cheap.</p>",
//!     "<body class=b><p>Shop news</p><p>Pears are out.</p>",
//! ];
//! let tokenizer = Normalize::new().attributes(Attributes::None).build();
//! let mut vocabulary = Vocabulary::new();
//! let pages = sources
//!     .map(|source| html::draft(&Dom::parse(source), &tokenizer)) // in parallel, if you like
//!     .map(|draft| draft.adopt(&mut vocabulary));
//! let trees: Vec<&Tree> = pages.iter().map(html::PageTree::tree).collect();
//! let locator = TreeLocator::new(Config::new().build()?.find_template(&trees)?.template);
//!
//! let dom = Dom::parse("<body><p>Shop news</p><p>Closed on Monday.</p>");
//! let page = html::read(&dom, &tokenizer, &vocabulary);
//! let located = locator.locate(page.tree());
//! let removed: Vec<&str> =
//!     page.template_ranges(&dom, &located).into_iter().map(|range| &dom.source()[range]).collect();
//! assert_eq!(removed, ["<body><p>Shop news</p><p>", "</p>"]);
//! # Ok::<(), rtdm_tree_mapping::Error>(())
//! ```

mod label;

use std::ops::Range;

use dom::Dom;
use tokenize::{Tokenizer, Vocabulary};

/// The crates whose trees and tokens the functions here take.
pub use {dom, tokenize};

use self::label::Outline;
use crate::{LocatedNodes, NodeNumber, Tree};

/// A page's tree whose labels do not yet belong to a vocabulary. Made by [`draft`].
///
/// Many threads can draft pages at once. [`PageDraft::adopt`] then takes the drafts one after another.
#[derive(Clone, Debug)]
#[must_use]
pub struct PageDraft {
    outline: Outline,
    symbols: tokenize::Draft,
}

/// A page's labelled tree, and for each of its nodes the node of the [`Dom`].
#[derive(Clone, Debug)]
pub struct PageTree {
    tree: Tree,
    nodes: Vec<dom::NodeId>,
}

/// Reads a page to learn from.
///
/// # Complexity
///
/// Linear in the page.
///
/// # Panics
///
/// Never.
pub fn draft(dom: &Dom<'_>, tokenizer: &Tokenizer) -> PageDraft {
    let (outline, tokens) = Outline::of(dom);
    PageDraft { outline, symbols: tokenizer.draft_tokens(dom.source(), tokens) }
}

/// Reads a page in which a template is to be located. Labels that are not in the vocabulary become
/// [`Vocabulary::UNKNOWN`], which no template has.
///
/// Otherwise the same as [`draft`].
pub fn read(dom: &Dom<'_>, tokenizer: &Tokenizer, vocabulary: &Vocabulary) -> PageTree {
    let (outline, tokens) = Outline::of(dom);
    let symbols = tokenizer.read_tokens(dom.source(), tokens, vocabulary);
    outline.label(symbols.symbols(), |form| vocabulary.get(form).unwrap_or(Vocabulary::UNKNOWN))
}

impl PageDraft {
    /// Adds the forms of the page to a vocabulary, and labels the tree with the vocabulary's symbols.
    ///
    /// Elements that the standard adds without a tag have the label of their bare start tag.
    ///
    /// # Complexity
    ///
    /// One look-up for each distinct form, and a pass over the tree.
    ///
    /// # Panics
    ///
    /// If the vocabulary gets more than `u32::MAX - 1` forms.
    pub fn adopt(self, vocabulary: &mut Vocabulary) -> PageTree {
        let symbols = vocabulary.adopt(self.symbols);
        self.outline.label(symbols.symbols(), |form| vocabulary.intern(form))
    }
}

impl PageTree {
    /// Returns the labelled tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node of the [`Dom`] for a node of the tree.
    ///
    /// # Panics
    ///
    /// If the tree has no such node.
    pub fn dom_node(&self, node: NodeNumber) -> dom::NodeId {
        self.nodes[node.index()]
    }

    /// Returns the byte ranges of the page that are template, sorted and disjoint: the texts, comments and doctype
    /// that are template, and the start and end tags of elements that are.
    ///
    /// An element can be template although something in it is not. Then its tags are among the ranges, and that part
    /// lies between them. White space between two nodes or tags belongs to the template if both of them do. Ranges
    /// that touch are joined.
    ///
    /// `dom` must be the one from which the page was read, and `located` must belong to the
    /// page's tree.
    ///
    /// # Complexity
    ///
    /// Sorts the ranges.
    ///
    /// # Panics
    ///
    /// If `located` belongs to a larger tree, or `dom` to a smaller page.
    pub fn template_ranges(&self, dom: &Dom<'_>, located: &LocatedNodes) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        for node in located.nodes().map(|node| self.dom_node(node)) {
            // A copy has the tags of another element, which decides about them.
            if !dom.is_copy(node) {
                ranges.extend(label::written(dom, node));
                ranges.extend(dom.end_tag(node));
            }
        }
        // Nested elements and their end tags come out of order.
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match joined.last_mut() {
                Some(last) if is_blank(dom, last.end, range.start) => {
                    last.end = last.end.max(range.end);
                }
                _ => joined.push(range),
            }
        }
        joined
    }
}

fn is_blank(dom: &Dom<'_>, start: usize, end: usize) -> bool {
    end <= start || dom.source()[start..end].trim_ascii().is_empty()
}
