//! HTML pages as trees in which every node knows its bytes.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Dom`] is a page: its source, and its nodes in document order.
//! * [`NodeId`] is a node's number in that order, [`NodeKind`] what it is.
//! * [`Tag`] is the name of an element as a number; [`Namespace`] is the language that
//!   the name belongs to.
//! * [`Attribute`] is one attribute, spelled as in the source and decoded when asked
//!   for.
//! * [`Dom::equivalent_tag`], [`Dom::is_block`] and [`Dom::keeps_lines`] tell how it is laid out, by roles and styles too.
//! * [`visible`] is what a reader sees of it, and [`scan`] how its source is cut into tags, comments and text.
//! * [`decode_references`] decodes `&amp;` and its kin; [`references`] decodes one at a time.
//!
//! # Guarantees
//!
//! * Conformance: sections 13.2.5 and 13.2.6 of the standard, with scripting off. The cases of html5lib-tests check
//!   this, and so do comparisons with html5ever on generated pages. Parse errors are not reported.
//! * Any text is a page, and nothing panics. Nothing recurses. Time is linear in the page, and so is memory.
//! * Extents nest: an element's bytes hold its children's, except for those that a slot took from their place. Each byte of a tag, text or comment belongs to one node.
//!
//! # What differs from a browser's tree
//!
//! * A text node is one stretch of the source. Where a browser merges text around a tag that has no effect into one
//!   node, there are two nodes side by side here.
//! * The content of a `template` is below the template itself.
//! * Declarative shadow roots are composed: the content of their template stands in the host, which has no other
//!   children, and the host's own are in its slots. What is not shown so is below a `template` that has no tag.
//! * Scripting is off: nothing is run, `noscript` holds elements, and a `selectedcontent` stays empty.
//!
//! # Limits
//!
//! Each is beyond what real pages and the conformance tests need.
//!
//! * Open elements nest at most [`Dom::MAX_DEPTH`] deep, as in browsers; what is nested deeper becomes a row of
//!   siblings at that depth.
//! * The standard repeats formatting elements that are left open at the end of a block. Beyond 10,000 repetitions,
//!   plus one for eight tags of the page, or beyond 1 MiB of repeated start tags, plus the length of the page, such
//!   elements end with the block.
//! * Of formatting elements that are left open and differ from each other, only the
//!   last 128 are repeated.
//! * Nodes cover less than the first 4 GiB of a page.
//!
//! # Features
//!
//! * `counters`, off by default: counts what is read, for tests.
//!
//! # When to use something else
//!
//! To change a tree, or for a page that is still arriving, use `html5ever`; to rewrite pages without a tree,
//! `lol_html`.

#[cfg(test)]
mod cases;
#[cfg(feature = "counters")]
pub mod counters;
pub mod ascii;
pub mod near;
mod page_source;
mod tag;
pub mod references;
pub mod scan;
mod text;
mod foreign;
mod attributes;
mod doctype;
mod node;
pub mod style;
mod layout;
mod construction;
mod dom;
mod images;
pub mod visible;

pub use crate::{
    attributes::Attribute,
    doctype::Doctype,
    dom::{Dom, decode_protected},
    node::{Namespace, NodeId, NodeKind},
    page_source::PageSource,
    references::decode_references,
    tag::Tag,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Dom<'static>, Attribute<'static>)>();
};
