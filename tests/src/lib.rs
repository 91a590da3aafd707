//! End-to-end tests live in `tests/it`; this crate has no code of its own.

/// The README's library example is compiled and run as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
