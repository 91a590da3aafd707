//! Byte-range regions of a page, and what is left of the page without them.

mod charset;
mod cuts;
pub mod expressions;
mod html;
mod lines;
mod markdown;
mod pieces;
mod plan;
mod quirks;
mod raw;
mod record;
mod reduce;
mod regions;
mod regions_serde;
mod rules;
mod spans;
mod stack;
mod tables;
mod text;
mod verbatim;
mod walls;

pub use crate::{
    charset::declare_utf8, html::html, markdown::markdown, raw::raw, record::Record,
    regions::Regions, text::text,
};
