//! Tests of the public API, in one binary.

mod cases;
mod growing;
mod naive;
mod prop;
