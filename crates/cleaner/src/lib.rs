//! Sets of byte ranges of a text, and the text without them.
//!
//! Every method of finding a site's template results in byte ranges of a page. This crate combines such ranges,
//! smooths them by two heuristics, and cuts them out. It knows nothing of HTML: `demold-render` writes a page, or
//! Markdown, from a tree without some ranges.
//!
//! # Example
//!
//! ```
//! use cleaner::Regions;
//!
//! let source = "Home | News | Tides | High and low | Imprint";
//! let menu = Regions::from_ranges([0..6, 7..14]);
//! let footer = Regions::from_ranges([34..44]);
//! let template = menu.union(&footer).merge_gaps(source, 2, 0);
//! assert_eq!(template.iter().collect::<Vec<_>>(), [0..14, 34..44]);
//! assert_eq!(cleaner::cut(source, &template), "Tides | High and low");
//! ```
//!
//! # Concepts
//!
//! * [`Regions`] is a set of bytes, stored as ranges. It has union, intersection, complement, and two heuristics that
//!   smooth it: short gaps between ranges are removed too, and short ranges are dropped (Foschini 2007, section 3.4).
//! * [`cut`] removes a set from a text. [`cuts`] returns the ranges that it removes, narrowed to whole characters.
//! * [`pair`] writes one range as `[start, end]` with serde.
//!
//! # Guarantees
//!
//! Every operation on sets is linear in their ranges, except for sorting ranges that come unordered. Nothing panics,
//! for any ranges.
//!
//! # When to use something else
//!
//! For sets of ranges that grow and shrink one by one, use `rangemap`. For sets of numbers without long runs, use
//! `roaring`.

mod cut;
mod plain;
pub mod pair;
mod regions;

pub use crate::{
    cut::{cut, cuts},
    plain::plain,
    regions::Regions,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
