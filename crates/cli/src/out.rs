//! Where cleaned pages go: standard output, a file, or a tree of files.

mod place;
mod journal;
mod table;
mod sink;

pub(crate) use self::{
    place::Place,
    sink::{Ready, Sink},
};
