//! Tests of the public API.

mod dump;
mod conformance;
mod tokens;
mod twin;
mod spans;
mod grammar;
mod hostile;
