//! What a dry run says.

use pipeline::Survey;

use crate::{pages::Inputs, terminal::count};

/// Returns lines about what would be read and learned. If templates are given, they say that nothing is learned.
pub(super) fn lines(survey: &Survey, inputs: &Inputs, are_given: bool) -> String {
    let learned = if are_given {
        "nothing, since templates or expressions are given".to_owned()
    } else {
        format!(
            "{}; {} alone; {} too small",
            count(survey.n_learned, "template"),
            count(survey.n_alone, "page"),
            count(survey.n_small, "site")
        )
    };
    let (pages, sites) = (count(survey.n_pages, "page"), count(survey.n_sites, "site"));
    let read = inputs.summary();
    format!("read:  {read}\n       {pages} of {sites}\nlearn: {learned}\n")
}
