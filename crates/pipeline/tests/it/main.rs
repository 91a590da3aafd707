//! The public API, as its users meet it.

#[cfg(feature = "packed")]
mod reread;
mod samples;
