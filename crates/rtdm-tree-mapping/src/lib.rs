//! Templates from trees: what the trees of many pages share from the root down.

#![doc = include_str!("../README.md")]

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
    locate::{LocatedNodes, TreeLocator},
    mapper::Mapper,
    mapping::{EditOperation, Mapping},
    template::TreeTemplate,
    tree::{NodeNumber, Tree},
};
