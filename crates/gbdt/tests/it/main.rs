//! Tests of the public interface.

mod naive;
mod prop;
