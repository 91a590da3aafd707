//! Tests of the public interface, in one binary.

mod failures;
mod hostile;
mod kinds_of_pages;
mod prop;
mod sites;
mod situations;
mod snapshots;
