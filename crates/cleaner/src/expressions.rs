//! Regular expressions of template text: written to a file, read from it, and
//! matched (thesis, sections 3.3 and 3.4).
//!
//! * [`Expressions`] is the list and its file. It is made of strings of tokens,
//!   each a [`Piece`], with a [`Separator`] between them.
//! * [`Config`] builds a [`Matcher`], whose regions are the union of all matches
//!   of all expressions, in linear time.
//! * [`plain`] cuts regions out of a page that is plain text.
//!
//! # Dialects
//!
//! The lines mean the same to the `regex` crate, PCRE and Python's `re`, as far
//! as the patterns given by the user do. What counts as white space beyond
//! ASCII is each one's own idea of `\s`. The expressions are anchored by what
//! they match, as the thesis's are: `(\s+|^)` before and `(\s+|$)` behind. So a
//! search for one match after the other misses the second of two neighbours,
//! which both want the space between them; a [`Matcher`] finds both.

mod automaton;
mod error;
mod line;
mod list;
mod literals;
mod matcher;
mod plain;
mod separator;
mod tokens;

pub use self::{
    error::Error,
    line::Piece,
    list::Expressions,
    matcher::{Config, Engine, Matcher},
    plain::plain,
    separator::Separator,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Error>();
    assert_shareable::<Expressions>();
    assert_shareable::<Matcher>();
};
