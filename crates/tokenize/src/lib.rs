//! Turns the bytes of an HTML page into decoded source, tokens with byte spans,
//! and interned symbols.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`NoPage`] names what is given in place of a page, such as an address or an image.
//! * [`decode`] makes a [`Source`]: the page's text, which is borrowed if it was UTF-8.
//! * [`scan`] splits the text into [`Token`]s. Each has a [`TokenKind`], a [`Tag`] and a byte range. Bytes between tokens
//!   are *gaps*. Rendering starts from here.
//! * [`Normalize`] defines when two tokens are equal, and builds a [`Tokenizer`].
//! * [`Vocabulary`] numbers the forms of a site. A [`Draft`] is a page that is not yet added to a vocabulary; a
//!   [`TokenizedPage`] has the numbers of the vocabulary.
//! * [`tag_name`], [`dom::Attribute::of_tag`] and [`decode_references`] read the parts of a token.
//!
//! # Guarantees
//!
//! * Every sequence of bytes is a page: broken tags, NUL, incomplete characters, a hundred thousand nested tags. No
//!   function fails or panics because of a page.
//! * Time and memory are linear in the page.
//! * Tokens and gaps together are the source, byte for byte.
//! * The same pages in the same order give the same symbols, on every machine and with any number of threads.
//! * Text and tags are distinguished as `html5ever` does: tokens are read from the page's tree.
//!
//! # When to use something else
//!
//! For a tree, use `html5ever`; to change pages as they stream by, use `lol_html`. To compare pages word by word, split
//! the text of [`TokenKind::Text`] tokens.
//!
//! # Features
//!
//! * `counters`, off by default: counts what is read, for tests.

// Bytes that are no page.
mod no_page;

// Bytes to text.
mod decode;
mod prescan;
mod source;
mod origin;

// Text to its number.
mod fingerprint;

// Text to tokens.
mod token;
mod tree;

// Tokens to forms.
mod form;
mod mutable;
mod normalize;
mod text;

// Forms to symbols.
mod page;
mod recent;
mod tokenizer;
mod vocabulary;

/// The trees and the scanner that this crate builds on.
pub use dom;

pub use dom::{Tag, decode_references};

pub use crate::{
    decode::{decode, decode_shared},
    fingerprint::Fingerprint,
    no_page::{NoPage, begins_like_a_page, is_address},
    normalize::{Attributes, Normalize},
    page::{Draft, TokenizedPage},
    source::Source,
    token::{Token, TokenKind, tag_name},
    tokenizer::Tokenizer,
    tree::{scan, tokens},
    vocabulary::Vocabulary,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Draft, Normalize, TokenizedPage, Source<'static>, Token, Tokenizer, Vocabulary)>();
};
