//! What people are told of the templates of a site.

use pipeline::{LearnedSite, NoTemplate};

use crate::{pages, terminal::count};

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
