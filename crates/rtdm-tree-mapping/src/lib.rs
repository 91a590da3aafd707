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
//! use rtdm_tree_mapping::{Config, Tree, TreeLocator};
//!
//! // Three pages `body(menu p(text))`, as the depths and labels of their nodes.
//! let (body, menu, p) = (0, 1, 2);
//! let page = |text| Tree::new([(0, body), (1, menu), (1, p), (2, text)]);
//! let pages = [page(7)?, page(8)?, page(9)?];
//!
//! let mapper = Config::new().build()?;
//! let found = mapper.find_template(&pages.iter().collect::<Vec<_>>())?;
//! assert_eq!(found.template.tree().labels(), [body, menu, p]);
//! assert_eq!(found.template.supports(), [3, 3, 3]);
//!
//! let located = TreeLocator::new(found.template).locate(&pages[0]);
//! let own: Vec<_> = pages[0].nodes().filter(|&node| !located.is_template(node)).collect();
//! assert_eq!(pages[0].label(own[0]), 7);
//! # Ok::<(), rtdm_tree_mapping::Error>(())
//! ```
//!
//! # Concepts
//!
//! - A [`Tree`] is a list of labels and depths in pre-order. A node is a number, [`NodeNumber`].
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
//!   to 128 MiB: lists of children on the chosen path need a byte for each pair of them, and one number is stored for
//!   each pair of different subtrees with the same label. Beyond a limit, a page is skipped. Locating is linear, except for
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
//!   the crate knows nothing of HTML.

mod error;
mod tree;
mod classes;
mod config;
mod sides;
mod costing;
mod mapping;
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
    locate::{LocatedNodes, TreeLocator},
    mapper::Mapper,
    mapping::{EditOperation, Mapping},
    template::TreeTemplate,
    tree::{NodeNumber, Tree},
};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
