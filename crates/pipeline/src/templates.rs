//! Pass one: from pages to templates, and from templates to files and back.

mod volume;
mod template_cache;
mod index;
mod set;
mod drawing;
mod learning;
mod saved;

pub use self::{
    learning::{Learning, MinedExpressions, Relearning, Survey},
    set::{Known, Templates, load_site},
    volume::Volume,
};
