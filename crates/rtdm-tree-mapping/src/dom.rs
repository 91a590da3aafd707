//! The tree of an HTML page, every node with the byte ranges of the page that it came from.
//!
//! The tree is the one that the HTML standard's tree construction builds, so misnested tables,
//! unclosed paragraphs and implied elements come out as in a browser. html5ever does the
//! construction; it is driven by [`tokenize`]'s tokens, which know where they stand in the source,
//! and so every node does too.
//!
//! # Example
//!
//! ```
//! use rtdm_tree_mapping::dom::Dom;
//!
//! let source = "<ul class=menu><li>One<li>Two</ul>";
//! let dom = Dom::parse(source);
//! let items: Vec<&str> = dom
//!     .nodes()
//!     .filter(|&node| dom.tag(node) == tokenize::Tag::LI)
//!     .map(|node| &source[dom.extent(node)])
//!     .collect();
//! assert_eq!(items, ["<li>One", "<li>Two"]);
//! ```
//!
//! # What differs from a browser's tree
//!
//! * Text of white space alone makes no node, and the text of one token is one node: neighbours
//!   are not merged.
//! * The content of a `template` stands under the template itself.
//! * The attributes of a second `html` or `body` tag are not added to the first's.
//! * Elements nest at most [`Dom::MAX_DEPTH`] deep. What is nested deeper becomes a row of siblings
//!   at that depth, each with its own text, as browsers do it.
//! * A page that makes the standard's "reconstruct the active formatting elements" multiply nodes
//!   (more such copies than tokens) gets no further copies: its formatting elements end where
//!   their paragraph ends.

mod builder;
mod doctype;
mod draft;
mod flatten;
mod names;
mod node;
mod sink;

pub use self::node::{Dom, Namespace, NodeId, NodeKind};
