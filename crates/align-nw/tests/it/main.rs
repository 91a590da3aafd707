//! Tests of the public API, in one binary.

mod config;
mod limits;
mod naive;
mod prop;
mod ties;
