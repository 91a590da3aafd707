//! Argument names of trafilatura. Each is either an argument here too, or has an error message that names the
//! counterpart.

use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

/// Names of trafilatura, and what to write here instead.
const NAMES: &[(&str, &str)] = &[
    ("filecontent", "pass the page first, without a name"),
    ("output_format", "write output=\"text\", \"markdown\", \"html\" or \"record\""),
    ("favor_precision", "write profile=\"article\""),
    ("favor_recall", "write profile=\"data\""),
    (
        "include_comments",
        "they go from articles and stay in forums; drop=\".comments\" or keep=\".comments\" decides it",
    ),
    ("include_tables", "tables stay; write drop=\"table\" to leave them out"),
    ("include_links", "write links=True or links=False, of Markdown"),
    ("include_images", "write images=True or images=False, of Markdown"),
    ("include_formatting", "write output=\"markdown\" or output=\"html\""),
    ("prune_xpath", "write drop=..., a CSS selector or a list of them: \"//div[@class='ad']\" is \"div.ad\""),
    (
        "deduplicate",
        "nothing is remembered from call to call; demold.clean_site removes what the pages of a site share, and the \
         command's --dedup leaves out copies",
    ),
    ("fast", "leave it out: there is one procedure"),
    ("no_fallback", "leave it out: there is one procedure"),
    ("max_tree_size", "leave it out: pages of any size are read in linear time"),
    ("author_blacklist", "filter demold.extract_metadata(page)[\"authors\"]"),
    ("url_blacklist", "filter addresses before the call"),
    ("date_extraction_params", "leave it out; demold.extract_metadata(page) says where each date comes from"),
    ("record_id", "put it beside the record yourself"),
    ("tei_validation", "leave it out: output=\"tei\" is always valid TEI P5"),
    ("settingsfile", "there is none: every setting is an argument"),
    ("config", "there is none: every setting is an argument"),
    ("options", "there are none: every setting is an argument"),
];

/// Refuses arguments that `function` does not have.
///
/// # Errors
///
/// `TypeError`, as for any unknown argument. If the name is trafilatura's, the message names the counterpart.
pub(crate) fn refuse(function: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    // One wrong name is reported at a time, as Python does.
    let Some((name, _)) = given.and_then(|given| given.iter().next()) else {
        return Ok(());
    };
    let name: String = name.extract()?;
    let mut message = format!("{function}() got an unexpected keyword argument '{name}'");
    if let Some((_, ours)) = NAMES.iter().find(|(theirs, _)| *theirs == name) {
        message = format!("{message}, which is trafilatura's: {ours}");
    }
    Err(PyTypeError::new_err(message))
}
