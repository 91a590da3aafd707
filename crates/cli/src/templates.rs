//! Templates in files, and what people are told of them.

mod summary;
mod loaded;

pub(crate) use self::{
    loaded::{check_model, load, load_set},
    summary::summary,
};
