//! Tests of the public API, in one binary.

mod cases;
mod naive;
mod prop;
