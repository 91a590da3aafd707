//! From pages to templates, and from templates to files and back.

mod volume;
mod template_cache;
mod index;
mod set;
mod readings;
mod drawing;
mod learning;

use std::path::Path;

use anyhow::Context as _;
use demold::Site;

use crate::{files, terminal::one_line};

pub(crate) use self::{
    index::Why,
    learning::{Learning, Relearning, Survey},
    readings::{Readings, input},
    set::{Known, Templates},
};

/// Reads a template file.
pub(crate) fn load(path: &Path) -> anyhow::Result<Site> {
    let failed = || format!("cannot use the template {}", path.display());
    let bytes = files::read_limited(path, files::MOST_LEARNED).with_context(failed)?;
    let site = Site::from_json_bytes(&bytes).with_context(failed)?;
    // A template works with another model too, so this is a warning and not an error.
    if let Some(model) = site.template().learned_with()
        && model != demold::model()
    {
        warn!(
            "another model",
            "{} was learned when pages were judged by the model {}, and now it is {}: pages may come out otherwise",
            path.display(),
            one_line(&model),
            demold::model()
        );
    }
    Ok(site)
}
