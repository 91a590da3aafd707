//! Finds the elements of an HTML page that CSS selectors match.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * A [`Selector`] is a list of selectors, as it precedes a brace in a style sheet.
//! * A [`ElementMatcher`] matches selectors with the elements of one page.
//!
//! Supported are selectors for structure and attributes: types, `#id`, `.class`, `[attribute]`, combinators,
//! `:nth-child()` and similar pseudo-classes, `:is()`, `:where()`, `:not()`, `:has()`, `:scope`. Pseudo-elements and
//! states like `:hover`, which exist only in a browser, are rejected. Quirks mode, in which class names match in
//! either case, is not supported.
//!
//! # Guarantees
//!
//! Any page can be matched. Time is linear in the page, times the parts of the selector, whatever they are: each simple
//! selector, combinator and bracket takes a fixed number of passes over the nodes of the page, and at most one over its
//! start tags. Memory is eight bytes for each node, and five more for each level of brackets.
//!
//! Parsing and matching recurse into selectors, but no deeper than [`Selector::MAX_DEPTH`]: a deeper
//! selector is an error. The depth of a page does not matter.
//!
//! # When to use something else
//!
//! To change elements while a page streams by, use `lol_html`. To ask about a single element of a large page, use
//! [`selectors`] itself.

mod error;
mod syntax;
mod depth;
mod selector;
mod evaluation;
mod matcher;

/// The crate whose trees the functions of this crate take.
pub use dom;

pub use crate::{error::Error, matcher::ElementMatcher, selector::Selector};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Error, Selector)>();
};
