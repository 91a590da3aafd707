//! Tests of the public interface, in one binary.
#[cfg(feature = "dom")]
mod dom;
#[cfg(feature = "dom")]
mod dom_twin;
