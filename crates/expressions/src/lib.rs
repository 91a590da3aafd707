//! Regular expressions for template text: written to a file, read from it, and
//! all matched in linear time.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Expressions`] is a list of expressions, which is stored in a file. It is made from strings of tokens. Each
//!   token is a [`Piece`], with a [`Separator`] between two of them.
//! * [`Config`] builds a [`Matcher`], whose regions are the union of all matches of all expressions.
//! * [`plain`] removes regions from plain text. To remove them from HTML, use `cleaner`; they are its [`Regions`].
//!
//! # Dialects
//!
//! The lines mean the same to the `regex` crate, PCRE and Python's `re`, provided that the patterns given by the user
//! do. The dialects differ only in which white space beyond ASCII `\s` matches. The expressions are anchored by what
//! they match, like those of the thesis: `(\s+|^)` before and `(\s+|$)` after. A search for one match after another
//! therefore misses the second of two neighbours, because both need the space between them. A [`Matcher`] finds both.
//!
//! # Guarantees
//!
//! Matching is linear in the page for a given set of expressions, and the memory of all expressions together has a
//! limit. The order of the expressions does not matter. Any text is a valid page, and nothing panics.

mod error;
mod separator;
mod line;
mod list;
mod tokens;
mod automaton;
mod matcher;

/// What matches cover, with its union, intersection and complement, and what cuts it out of plain text: of
/// `demold-cleaner`.
pub use cleaner::{Regions, plain};

pub use crate::{
    error::Error,
    line::Piece,
    list::Expressions,
    matcher::{Config, Matcher},
    separator::Separator,
};
