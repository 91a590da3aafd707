//! Tests of the public interface, in one binary.

mod failures;
mod hostile;
mod prop;
mod sites;
mod situations;
mod snapshots;
