//! Restricted top-down mapping of labelled ordered trees, templates from it, and HTML trees with byte spans.

#[cfg(feature = "dom")]
pub mod dom;
