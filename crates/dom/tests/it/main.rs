//! Tests of the public API.

#![expect(clippy::print_stderr, reason = "conformance says how many cases it ran")]

#[path = "../../src/cases.rs"]
mod cases;
mod dump;
mod conformance;
mod tokens;
mod twin;
mod shadow;
mod spans;
mod grammar;
mod hostile;
mod xhtml;
