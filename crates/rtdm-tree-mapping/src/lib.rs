//! Templates from trees: what the trees of many pages share from the root down.
//!
//! A mapping describes how one labelled ordered tree is edited into another: which nodes they share, and which are
//! replaced, deleted and inserted. This crate finds the cheapest *restricted top-down* mapping, in which a node that
//! is deleted, inserted or replaced takes everything below it along. It overlays many trees in this way, keeps the
//! nodes that enough of them have, and locates these in further trees. The method is RTDM-TD by Vieira, da Silva,
//! Pinto, de Moura, Cavalcanti and Freire, "A fast and robust method for web page template detection and removal"
//! (CIKM 2006).
//!
//! # Example
//!
//! ```
//! use rtdm_tree_mapping::{Config, Labels, Tree, TreeBuilder};
//!
//! let mut labels = Labels::new();
//! let mut page = |article: &'static str| {
//!     let mut tree = TreeBuilder::new();
//!     tree.open(labels.intern("body"));
//!     tree.leaf(labels.intern("menu"));
//!     tree.open(labels.intern("p"));
//!     tree.leaf(labels.intern(article));
//!     tree.finish()
//! };
//! let pages = [page("one")?, page("two")?, page("three")?];
//!
//! let mapper = Config::new().build()?;
//! let found = mapper.find_template(&pages.iter().collect::<Vec<_>>())?;
//! let outline = found.template.outline(|label| (*labels.label(label).unwrap()).to_owned());
//! assert_eq!(outline, "3  body\n3    menu\n3    p\n");
//!
//! let located = mapper.locator(found.template).locate(&pages[0]);
//! let own: Vec<_> = pages[0].nodes().filter(|&node| !located.is_template(node)).collect();
//! assert_eq!(labels.label(pages[0].label(own[0])), Some(&"one"));
//! # Ok::<(), rtdm_tree_mapping::Error>(())
//! ```
//!
//! # Concepts
//!
//! - A [`Tree`] is a list of labels and parents in pre-order. A node is a number, [`NodeNumber`]. [`Labels`] assigns
//!   symbols to labels of any type.
//! - A [`Config`] holds the costs, the share of pages that makes a node template, and the limits. It builds a
//!   [`Mapper`].
//! - A [`Mapping`] is what [`Mapper::map`] returns: a cost, pairs of nodes, and [`EditOperation`]s.
//! - A [`TreeTemplate`] is a tree with the support of each node, learned by [`Mapper::find_template`]. It is plain data.
//! - A [`TreeLocator`] finds a template in pages, in one pass over each.
//! - [`html`] labels the trees of HTML pages, and turns located nodes into byte ranges.
//!
//! # Guarantees
//!
//! - Mappings are exact: no restricted top-down mapping that pairs the roots is cheaper. If several are best, a rule
//!   determines which one is returned. Identical subtrees are recognized by comparison, not by a hash alone.
//! - A mapping visits at most about two cells for each pair of nodes, and on pages of one site about one for tens to
//!   thousands of pairs. [`Config::max_cells`] limits it to a quarter of a second by default, and [`Config::memory`]
//!   to 128 MiB: lists of children need the memory of a few of their rows, and one number is stored for each pair of
//!   different subtrees with the same label. Beyond a limit, a page is skipped. Locating is linear, except for
//!   sorting siblings.
//! - Nothing recurses. Everything that can grow faster than its input has a limit in [`Config`].
//! - The same trees in the same order give the same result, on every machine.
//!
//! # When to use something else
//!
//! This is not the general edit distance of trees by Zhang and Shasha, in which a node may be removed while its
//! children stay, nor Selkow's distance, in which a label may be replaced while the nodes below it stay. For text without
//! structure, align sequences instead.
//!
//! # Features
//!
//! - `html` (off by default): the module [`html`], on `demold-dom` and `demold-tokenize`. Without it
//!   the crate knows nothing of HTML and depends on `demold-shuffle` alone, which draws samples.

mod error;
mod hash;
mod tree;
mod labels;
mod classes;
mod config;
mod sides;
mod costing;
mod mapping;
mod matrix;
mod backtrack;
mod mapper;
mod template;
mod merge;
mod find;
mod growing;
mod votes;
mod matching;
mod locate;

#[cfg(feature = "html")]
pub mod html;

pub use crate::{
    classes::Classes,
    config::Config,
    error::Error,
    find::{Found, Skip},
    growing::GrowingTemplate,
    labels::Labels,
    locate::{LocatedNodes, TreeLocator},
    mapper::Mapper,
    mapping::{EditOperation, Mapping},
    template::TreeTemplate,
    tree::{Children, NodeNumber, Tree, TreeBuilder},
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Tree, Mapper, Mapping, TreeTemplate, TreeLocator, GrowingTemplate, Error)>();
};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
