//! Renders an HTML page without some byte ranges: as HTML, text, Markdown, TEI or blocks.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`Regions`] is a set of bytes of the page, kept as ranges.
//! * [`html()`] gives a page: elements are removed only as a whole, ancestors
//!   stay.
//! * [`sanitized()`] writes a page anew, so that nothing in it runs, and nothing
//!   but images loads.
//! * [`text()`], [`markdown()`] and [`tei()`] give what a reader sees.
//! * [`blocks()`] gives the same piece by piece, removed pieces included.
//! * [`declare_utf8`] corrects the encoding that a rewritten page declares.
//!
//! The renderings take the page's tree, because the code that found the regions has already parsed the page.
//!
//! # Guarantees
//!
//! Any text is accepted as a page, with any regions. Every function is linear in the page and the regions, whatever
//! the nesting, and none is recursive. Only Markdown, TEI and blocks can fail, with [`Error::Work`]: they may take 4
//! Mi steps, and 16 more for each byte of the page. The limit is needed because a page states the address in its
//! `base` once, but each link repeats it. An address of more than 8 KiB is not written. A page from which nothing is
//! removed is borrowed: its bytes are the same. Cleaning a page without parse errors causes none, and the tree of the
//! result has the same visible text as [`text()`] gives for the regions, except for what text leaves out on purpose
//! and a browser does not. The tests check this with html5ever.

mod error;
mod work;

mod names;
mod cuts;
mod layout;
mod dropped;

mod charset;
mod address;
mod media;

mod pieces;
mod copies;
mod implied_ends;
mod plan;
mod html;
mod image_elements;

mod chunks;
mod invisible;
mod lines;
mod gone;
mod linear;
mod embedded;
mod verbatim;
mod text;

mod posts;

mod markdown;
mod sanitized;

mod blocks;

mod tei;

/// The crate of the trees that functions of this crate take.
pub use dom;

/// The bytes that functions of this crate remove: a type of `demold-cleaner`.
pub use cleaner::Regions;

pub use crate::{
    blocks::{Block, BlockKind, BlockLink, BlockPost, blocks, plain_blocks},
    charset::declare_utf8,
    error::Error,
    html::html,
    image_elements::image_elements,
    markdown::{MarkdownOptions, markdown, markdown_link, markdown_text},
    sanitized::sanitized,
    tei::{TeiHeader, plain_tei, tei},
    text::{start_of_text, text},
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Error>();
};
