//! What users of the crate see. One binary, to link once.

mod bitmap;
mod regions;
