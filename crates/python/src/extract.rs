//! `demold.extract`: one page, one call.

use demold::{Learner, crates::consensus};
use pyo3::{prelude::*, pybacked::PyBackedStr};

use crate::{
    cleaned::{Cleaned, alone},
    error::Error,
    overrides::{self, Selectors},
    page::Page,
};

/// Extract what is a page's own, judged by the page alone.
///
/// With more pages of the same site, `learn` finds more: it sees what they
/// share.
///
/// Args:
///     html: The page: bytes, which are decoded as a browser does, or str.
///     url: The page's address. It makes links absolute, and is in the record.
///     output: "text", "markdown", "html", or "record" for a dict of the text
///         and all that is known of the page.
///     profile: What it is for: "balanced", "data" (nothing of the page's own
///         is lost) or "article" (the main text alone).
///     links: Whether Markdown has links.
///     images: Whether Markdown has images.
///     headline: Whether the headline stays.
///     model: Whether to ask the built-in page model, and not rules only.
///     hints: Whether to heed tags, roles and class names that stand for side
///         matters.
///     keep: A CSS selector, or several: the elements that these match stay.
///     drop: Of elements that go. Of nested matches the innermost counts.
///     charset: The charset that the server declared.
///
/// Returns:
///     A string, which is empty if there is nothing; of "record", a dict.
///
/// Raises:
///     demold.Error: A setting makes no sense. Any bytes are a page.
#[pyfunction]
#[pyo3(signature = (
    html, url = None, *, output = "text", profile = "balanced", links = true, images = true,
    headline = true, model = true, hints = true, keep = None, drop = None, charset = None
))]
#[expect(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    html: Page,
    url: Option<PyBackedStr>,
    output: &str,
    profile: &str,
    links: bool,
    images: bool,
    headline: bool,
    model: bool,
    hints: bool,
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    charset: Option<PyBackedStr>,
) -> PyResult<Bound<'py, PyAny>> {
    let profile = (profile.parse())
        .map_err(|unknown: demold::UnknownName| Error::new_err(unknown.to_string()))?;
    let overrides = overrides::of(keep, drop)?;
    let learner = Learner::new().consensus(
        consensus::Learner::new()
            .profile(profile)
            .headline(headline)
            .page_model(model)
            .hints(hints),
    );
    let page = html.with(url, charset);
    let cleaned = Cleaned::new(py.detach(|| alone(&learner, page, &overrides)));
    match output {
        "text" => Ok(cleaned.text(py).into_any()),
        "html" => Ok(cleaned.html(py).into_any()),
        "markdown" => {
            let markdown = cleaned.to_markdown(py, links, images);
            Ok(markdown.into_pyobject(py)?.into_any())
        }
        "record" => Ok(cleaned.record(py, None, None, None)?.into_any()),
        other => Err(Error::new_err(format!(
            "there is no output {other:?}; there is text, markdown, html, record"
        ))),
    }
}
