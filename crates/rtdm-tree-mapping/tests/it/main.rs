//! Tests of the public interface, in one binary.

mod naive;
mod trees;

mod classes;
mod hostile;
mod locate;
mod mapping;
mod snapshots;
mod template;

#[cfg(feature = "dom")]
mod dom;
#[cfg(feature = "dom")]
mod dom_twin;
#[cfg(feature = "dom")]
mod html;
