//! What users of the crate see. One binary, to link once.

mod bitmap;
mod browser;
mod limits;
mod linear;
mod pages;
mod regions;
mod render;
mod sanitized;
mod snapshots;
mod tei;
mod work;
