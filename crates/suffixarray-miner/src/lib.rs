//! Finds the strings that a collection of documents repeats, and selects those that form its template. This is the
//! method of Luca Foschini's thesis, "A fast and parameter-free template detection method for web pages and online
//! newspapers" (2007). The crate knows nothing of HTML.

#![doc = include_str!("../README.md")]

//! # Another example
//!
//! Three articles come from one source. The strings that they share are found, and located in a new page.
//!
//! ```
//! use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, StringLocator, Patterns, Selection};
//!
//! let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
//! let corpus: Corpus = [
//!     "Posted on: Monday, 5th March Prices rose again. Please login to reply",
//!     "Posted on: Friday, 9th March Snow has come late. Please login to reply",
//!     "Posted on: Sunday, 1st April The team lost twice. Please login to reply",
//! ]
//! .iter()
//! .map(|page| lexicon.read(page))
//! .collect();
//!
//! let miner = Config::new().selection(Selection::paper()).build()?;
//! let mined = miner.mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |_| {})?;
//! let locator = StringLocator::new(mined.strings().iter().map(|string| &string.symbols[..]))?;
//!
//! let page = "Posted on: Tuesday, 22nd May Nobody knew why. Please login to reply";
//! let (tokens, symbols) = lexicon.look_up(page);
//! let found = locator.locate(&symbols).into_iter();
//! let found: Vec<_> = found.map(|at| &page[tokens[at.start].start..tokens[at.end - 1].end]).collect();
//! assert_eq!(found, ["Posted on: Tuesday, 22nd May", "Please login to reply"]);
//! # Ok::<(), suffixarray_miner::Error>(())
//! ```
//!
//! # Concepts
//!
//! * A *symbol* is a `u32` that stands for a token. Symbols come from any tokenizer, or from text: [`Lexer`] splits
//!   text into tokens, [`Patterns`] define which tokens are mutable and count as equal, and [`Lexicon`] assigns the
//!   symbols. [`UNKNOWN`] equals nothing.
//! * [`Corpus`] holds the symbols of the documents.
//! * [`Selection`] defines which strings count as template: [`Selection::paper`] is the rule of the thesis, with its
//!   bimodal [`CutOff`]; [`Selection::steady`] is our own rule, and the default.
//! * [`Config`] builds a [`Miner`], which returns [`Mined`]: the strings, their [`Histogram`], and the cut that was
//!   made.
//! * [`StringLocator`] finds mined strings in pages, and [`idioms`] finds those that several sites share.
//! * [`Sieve`] and [`Index::shared_by_groups`] find the longest strings that many sites share, in collections that
//!   are too large for an index.
//!
//! # Guarantees
//!
//! O(n log n) time for `n` tokens, and nearly linear in practice: a megabyte out of 100 takes 1.54 times as long as one
//! out of 25, and one out of 220 takes 1.77 times as long, because caches hold a smaller share of the data (`cargo
//! xtask bench mine` measures the times). More tokens than
//! [`Config::MAX_TOKENS`] are an error. The same documents give the same strings in the same order, on every machine.
//!
//! # Which suffix array
//!
//! Two crates were measured on the symbols of real pages, with one thread:
//!
//! | pages | words | `libsais` | `suffix` |
//! |---|---|---|---|
//! | 10 MB | 0.68 M | 0.06 s | 0.36 s |
//! | 200 MB | 14.5 M | 2.4 s | 45 s |
//!
//! The machine was shared, so only the ratio matters.
//!
//! So `libsais` sorts by default. The crate `suffix` is pure Rust and sorts the symbols as
//! characters. It is used if the feature `libsais` is off, for users without a C compiler. Tests check that both give
//! the same result.
//!
//! # Features
//!
//! * `libsais`, on by default: sorts suffixes with `libsais`, which needs a C
//!   compiler. Without it the crate is pure Rust.

// From text to symbols.
mod inside;
mod lexer;
mod lexicon;
mod patterns;
mod spelling;

// From symbols to the frequencies of all maximal strings.
mod corpus;
mod index;
mod lcp;
mod repeats;
mod enclosed;
mod suffix_array;

// From those to the strings that are template.
mod config;
mod error;
mod histogram;
mod miner;
mod selection;

// What many documents share, in collections that are too large for an index.
mod sieve;
mod shared;

// What is done with the results.
mod idioms;
mod locator;

pub use crate::{
    config::Config,
    corpus::Corpus,
    error::Error,
    histogram::{Chosen, Histogram},
    idioms::idioms,
    index::{Index, Occurrence, Stage},
    lexer::Lexer,
    lexicon::{Lexicon, Word},
    locator::StringLocator,
    miner::{Mined, MinedString, Miner},
    patterns::Patterns,
    selection::{CutOff, Selection},
    shared::Shared,
    sieve::Sieve,
    spelling::{Spelling, WordPart},
};

/// The symbol of a token that is in no vocabulary. It equals no other token, not even another one with this symbol.
pub const UNKNOWN: u32 = u32::MAX;
