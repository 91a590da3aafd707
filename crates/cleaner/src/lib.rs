//! Byte-range regions of a page, and what is left of the page without them.

mod regions;
mod regions_serde;

pub use crate::regions::Regions;
