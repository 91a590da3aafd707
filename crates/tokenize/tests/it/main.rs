//! The tests of the public API, in one binary.

mod allocations;
mod borders;
mod decoding;
mod hostile;
mod prop;
mod snapshots;
mod symbols;
