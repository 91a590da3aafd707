//! What users of the crate see. One binary, to link once.

mod bitmap;
mod dom;
mod limits;
mod markdown;
mod pages;
mod regions;
mod render;
mod snapshots;
