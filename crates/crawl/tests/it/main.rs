//! The crawler against servers on the loopback interface.

mod server;
mod harness;
mod hostile;
mod lists;

mod politeness;
mod robots;
mod answers;
mod ranges;
mod addresses;
mod tls;
mod bounds;
mod budget;
mod archive;
mod resume;
mod previous;
