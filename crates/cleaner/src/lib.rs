//! Sets of byte ranges of a text, and the text without them.

#![doc = include_str!("../README.md")]

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
