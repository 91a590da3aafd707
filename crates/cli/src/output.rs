//! Where cleaned pages are written: to standard output, a file, or a tree of files.

mod about;
mod outlet;
mod single;
mod journal;
mod made;
mod tree;
mod sink;

#[cfg(feature = "crawl")]
pub(crate) use self::about::check_same;
pub(crate) use self::{
    outlet::{check, check_place, is_complete},
    single::{Checked, Single},
    sink::Sink,
    tree::Ready,
};
