//! The tests of the public API, in one binary.

mod allocations;
mod borders;
mod decoding;
mod hostile;
mod noscript;
mod pages;
mod prop;
mod snapshots;
mod streamed;
mod symbols;
