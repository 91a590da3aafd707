//! Byte-range regions of a page, and what is left of the page without them.

mod charset;
mod cuts;
mod html;
mod lines;
mod pieces;
mod plan;
mod quirks;
mod raw;
mod regions;
mod regions_serde;
mod rules;
mod stack;
mod text;
mod walls;

pub use crate::{charset::declare_utf8, html::html, raw::raw, regions::Regions, text::text};
