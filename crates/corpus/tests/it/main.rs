//! The public API, as its users meet it.

mod damaged;
mod roundtrip;
mod support;
