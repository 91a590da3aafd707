//! Where cleaned pages go: standard output, a file, or a tree of files.

mod outlet;
mod single;
mod journal;
#[cfg(feature = "parquet")]
mod table;
mod ready;
mod tree;
mod sink;

pub(crate) use self::{
    outlet::{check, is_complete},
    ready::Ready,
    single::{check_single, write_single},
    sink::Sink,
};
