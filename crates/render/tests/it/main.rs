//! What users of the crate see. One binary, to link once.

mod browser;
mod limits;
mod linear;
mod markdown;
mod pages;
mod render;
mod sanitized;
mod snapshots;
mod tei;
mod work;
