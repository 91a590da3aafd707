//! Where cleaned pages are written: to a stream, a file, or a tree of files.

mod identity;
mod outlet;
mod journal;
mod tree;
mod sink;

pub use self::{
    identity::Identity,
    outlet::{Misnamed, Outlet, Writing},
    sink::Sink,
    tree::Ready,
};
