//! Tests of the public interface, in one binary.

mod naive;
mod trees;

mod classes;
mod hostile;
mod mapping;
mod template;

#[cfg(feature = "dom")]
mod dom;
#[cfg(feature = "dom")]
mod dom_twin;
