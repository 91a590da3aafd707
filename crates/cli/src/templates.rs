//! Templates in files, and what people are told of them.

use std::path::Path;

use demold::Site;
use pipeline::{LearnedSite, NoTemplate, Templates};

use crate::{
    pages,
    terminal::{count, one_line},
};

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

/// Returns a line about a site.
pub(crate) fn summary(site: &LearnedSite) -> String {
    let pages = count(usize::try_from(site.n_pages).unwrap_or(usize::MAX), "page");
    let what = match (&site.only, site.n_templates, site.why) {
        (Some(site), ..) => site.template().summary(),
        (None, 0, Some(NoTemplate::Few)) => "too few to learn from".to_owned(),
        (None, 0, Some(NoTemplate::Failed)) => "which cannot be learned by this method".to_owned(),
        (None, 0, _) => "alone, and judged by its own evidence".to_owned(),
        (None, n_templates, _) => count(n_templates, "template"),
    };
    format!("{}: {pages}, {what}", pages::shown(&site.key))
}
