//! Reads templates, and warns of those of another model.

use std::path::Path;

use demold::Site;
use pipeline::Templates;

use crate::terminal::one_line;

/// Reads a template file.
pub(crate) fn load(path: &Path) -> anyhow::Result<Site> {
    let site = pipeline::load_site(path)?;
    check_model(path, &site);
    Ok(site)
}

/// Reads a folder of templates.
pub(crate) fn load_set(folder: &Path) -> anyhow::Result<Templates> {
    Ok(Templates::load(folder, check_model)?)
}

/// Warns of a template that was learned with another model. It works with this one too, so this is no error.
pub(crate) fn check_model(path: &Path, site: &Site) {
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
}
