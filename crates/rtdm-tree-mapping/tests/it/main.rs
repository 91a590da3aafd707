//! Tests of the public interface, in one binary.

mod naive;
mod trees;

mod classes;
mod hostile;
mod locate;
mod mapping;
mod template;

#[cfg(feature = "html")]
mod html;
