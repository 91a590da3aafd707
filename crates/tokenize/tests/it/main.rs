//! The tests of the public API, in one binary.

mod allocations;
mod borders;
mod decoding;
mod hostile;
mod naive;
mod prop;
mod readers;
mod snapshots;
mod streamed;
mod symbols;
