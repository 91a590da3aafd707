//! Tests of the public API, in one binary.

mod config;
mod interner;
mod limits;
mod naive;
mod prop;
mod ties;
