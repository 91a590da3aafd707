//! Where cleaned pages go: standard output, a file, or a tree of files.

mod place;
mod journal;
#[cfg(feature = "parquet")]
mod table;
mod ready;
mod tree;
mod sink;

pub(crate) use self::{
    place::{Place, is_complete},
    ready::Ready,
    sink::Sink,
};
