//! What users of the crate see. One binary, to link once.

mod authors;
mod dates;
mod snapshots;
