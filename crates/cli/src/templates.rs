//! Templates in files, which other runs may be reading and writing, and what people are told of them.

mod summary;
mod saved;

pub(crate) use self::{
    saved::{begin, digest, load, load_set, save, write_all},
    summary::summary,
};
