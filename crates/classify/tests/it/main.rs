//! Tests of the public interface, in one binary.

mod hostile;
mod pages;
mod prop;
mod sites;
mod situations;
mod snapshots;
