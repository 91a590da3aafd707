//! `demold.extract`: one page, one call.

use demold::{
    Learner, Overrides,
    crates::{consensus, metadata::Metadata},
};
use pyo3::{
    prelude::*,
    pybacked::PyBackedStr,
    types::{PyDict, PyString},
};

use crate::{
    cleaned::{Cleaned, alone},
    error::Error,
    overrides::{self, Selectors},
    page::Page,
};

/// Extract a page's own content, judged by the page alone.
///
/// With more pages of the same site, `learn` does better, because it sees what
/// they share.
///
/// Args:
///     html: The page: bytes, which are decoded as a browser does, or str.
///     url: The page's address. It makes links absolute, and is in the record.
///     output: "text", "markdown", "html", or "record" for a dict of the text
///         and everything that is known about the page.
///     with_metadata: Whether text and Markdown begin with the page's metadata,
///         between lines of three hyphens (YAML). The record always has it.
///     profile: What it is for: "balanced", "data" (loses nothing of the
///         page's own) or "article" (only the main text).
///     links: Whether Markdown has links.
///     images: Whether Markdown has images.
///     headline: Whether the headline stays.
///     keep: A CSS selector, or several: the elements that they match stay.
///     drop: The same for elements to remove. If matches are nested, the
///         innermost counts.
///     charset: The charset that the server declared.
///
/// Returns:
///     A string, which is empty if there is nothing; for "record", a dict.
///
/// Raises:
///     demold.Error: A setting is invalid. Any bytes are a page.
#[pyfunction]
#[pyo3(signature = (
    html, url = None, *, output = "text", with_metadata = false, profile = "balanced", links = true, images = true,
    headline = true, keep = None, drop = None, charset = None
))]
#[expect(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    html: Page,
    url: Option<PyBackedStr>,
    output: &str,
    with_metadata: bool,
    profile: &str,
    links: bool,
    images: bool,
    headline: bool,
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    charset: Option<PyBackedStr>,
) -> PyResult<Bound<'py, PyAny>> {
    let profile = (profile.parse())
        .map_err(|unknown: demold::UnknownName| Error::new_err(unknown.to_string()))?;
    let overrides = overrides::of(keep, drop)?;
    let learner =
        Learner::new().consensus(consensus::Config::new().profile(profile).headline(headline));
    let page = html.with(url, charset);
    let cleaned = Cleaned::new(py.detach(|| alone(&learner, page, &overrides)));
    if with_metadata && output == "html" {
        return Err(Error::new_err(
            "with_metadata goes with text, markdown and record; HTML has a head of its own",
        ));
    }
    let head = match with_metadata && output != "record" {
        true => py.detach(|| front_matter(&cleaned.found().metadata())),
        false => String::new(),
    };
    let body: Bound<'py, PyString> = match output {
        "text" => cleaned.text(py)?,
        "html" => cleaned.html(py)?,
        "markdown" => PyString::new(py, &cleaned.to_markdown(py, links, images)?),
        "record" => {
            let record = cleaned.record(py, None, None, None, true, false)?;
            return Ok(record.into_any());
        }
        other => {
            return Err(Error::new_err(format!(
                "there is no output {other:?}; choose from text, markdown, html, record"
            )));
        }
    };
    match head.is_empty() {
        true => Ok(body.into_any()),
        false => PyString::new(py, &head).add(body),
    }
}

/// Return what a page says about itself: title, authors, dates, language and more.
///
/// Args:
///     html: The page: bytes, which are decoded as a browser does, or str.
///     url: The page's address. It makes links absolute.
///     charset: The charset that the server declared.
///
/// Returns:
///     A dict with every field; what is not known is None, or an empty list.
///     ``sources`` says where each value comes from.
#[pyfunction]
#[pyo3(signature = (html, url = None, *, charset = None))]
pub(crate) fn extract_metadata<'py>(
    py: Python<'py>,
    html: Page,
    url: Option<PyBackedStr>,
    charset: Option<PyBackedStr>,
) -> PyResult<Bound<'py, PyDict>> {
    let page = html.with(url, charset);
    let learner = Learner::new();
    let cleaned = py.detach(|| alone(&learner, page, &Overrides::new()));
    Cleaned::new(cleaned).metadata(py)
}

/// The metadata as YAML between lines of three hyphens. Strings are written as
/// JSON, which is also YAML.
fn front_matter(metadata: &Metadata) -> String {
    let mut head = String::from("---\n");
    let mut line = |name: &str, value: String| head.extend([name, ": ", &value, "\n"]);
    for (name, value) in [
        ("title", &metadata.title),
        ("published", &metadata.published),
        ("modified", &metadata.modified),
        ("description", &metadata.description),
        ("site_name", &metadata.site_name),
        ("language", &metadata.language),
        ("canonical_url", &metadata.canonical_url),
        ("image", &metadata.image),
        ("licence", &metadata.licence),
    ] {
        if let Some(value) = value {
            line(name, serde_json::Value::from(value.as_str()).to_string());
        }
    }
    for (name, values) in [
        ("authors", &metadata.authors),
        ("categories", &metadata.categories),
        ("tags", &metadata.tags),
    ] {
        if !values.is_empty() {
            line(name, serde_json::Value::from(values.as_slice()).to_string());
        }
    }
    head.push_str("---\n\n");
    head
}
