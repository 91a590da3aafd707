//! `demold.extract`: one page, one call; and `extract_many` for pages that have nothing in common.

use std::sync::Arc;

use demold::Learner;
use pipeline::Format;
use pyo3::{
    prelude::*,
    pybacked::PyBackedStr,
    types::{PyDict, PyString},
};

use crate::{
    cleaned::{Cleaned, alone},
    cleaned_pages::{CleanedPages, Cleaner},
    error::{self, Error},
    overrides::{self, Selectors},
    page::{self, Page, PageOrName},
    rules::Rules,
    threads, trafilatura,
};

/// Extract a page's own content, judged by the page alone.
///
/// With more pages of the same site, `learn` does better, because it sees what
/// they share.
///
/// Args:
///     html: The page: bytes, which are decoded as a browser does, or str; or
///         what holds one of these: memoryview, a pathlib.Path of a file, a tree
///         of lxml, a scalar of Arrow. An address is refused: nothing is fetched.
///     url: The page's address. It makes links absolute, and is in the record.
///     output: "text" or "txt", "markdown" or "md", "html", "tei", "xml", or "record" for
///         a dict of the text and everything that is known about the page.
///     with_metadata: Whether text and Markdown begin with the page's metadata,
///         between lines of three hyphens (YAML), as with the command's `--front-matter`.
///         The record always has it.
///     profile: What it is for: "balanced", "data" (loses nothing of the
///         page's own) or "article" (only the main text).
///     links: Whether Markdown and TEI have links.
///     images: Whether Markdown and TEI have images.
///     headline: Whether the headline stays.
///     keep: A CSS selector, or several: the elements that they match stay.
///     drop: The same for elements to remove. If matches are nested, the
///         innermost counts.
///     only: The same for elements of which nothing else stays. If the page has
///         none, it is cleaned as without.
///     rules: Selectors for known sites, by the page's address.
///     render: A function that is given the address that is passed in place of the page,
///         and returns the page, such as one that asks a browser.
///     charset: The charset that the server declared.
///     target_language: The code of a language, such as "de" or "de-AT", or its
///         English name: of a page that is not known to be in it, nothing is returned.
///     only_with_metadata: Whether nothing is returned of a page without a
///         title, a date or an address.
///
/// Returns:
///     A string, which is empty if there is nothing; for "record", a dict, which
///     is empty if the page is not of the language or lacks the metadata.
///
/// Raises:
///     demold.Error: A setting is invalid, or this is an address, the name of a
///         file, or not text. Any text is a page, in whatever encoding.
///     TypeError: This is no page; or the argument is one of trafilatura's, and
///         the message says what it is called here.
#[pyfunction]
#[pyo3(signature = (
    html, url = None, *, output = "text", with_metadata = false, profile = "balanced", links = true, images = true,
    headline = true, keep = None, drop = None, only = None, rules = None, render = None, charset = None,
    target_language = None, only_with_metadata = false, **others
))]
#[expect(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    html: PageOrName,
    url: Option<PyBackedStr>,
    output: &str,
    with_metadata: bool,
    profile: &str,
    links: bool,
    images: bool,
    headline: bool,
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    only: Option<Selectors>,
    rules: Option<&Bound<'py, Rules>>,
    render: Option<&Bound<'py, PyAny>>,
    charset: Option<PyBackedStr>,
    target_language: Option<&str>,
    only_with_metadata: bool,
    others: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    // Unknown arguments come first, so that their message is not hidden by that of another mistake.
    trafilatura::refuse("extract", others)?;
    let learner = learner(profile, headline)?;
    let rules = overrides::of(keep, drop, only, rules.map(Bound::get))?;
    let page = match render {
        Some(render) => html.rendered(render)?,
        None => html.page()?,
    };
    let page = page.with(url, charset);
    let format = format_of(output)?;
    let is_record = format == Format::Jsonl;
    let cleaned = Cleaned::new(py.detach(|| alone(&learner, page, &rules, is_record)));
    if with_metadata && matches!(format, Format::Html | Format::Tei | Format::Xml) {
        return Err(Error::new_err(
            "with_metadata goes with text, markdown and record; HTML, TEI and XML have a head of their own",
        ));
    }
    let language = target_language.map(demold::parse_language).transpose();
    let language = language.map_err(|unknown| Error::new_err(unknown.to_string()))?;
    let wanted = Wanted { language, complete: only_with_metadata };
    // A page that is not wanted is not rendered.
    if !py.detach(|| wanted.has(cleaned.found(), cleaned.url())) {
        return Ok(if is_record { PyDict::new(py).into_any() } else { PyString::new(py, "").into_any() });
    }
    let body: Bound<'py, PyString> = match format {
        Format::Text => cleaned.text(py)?,
        Format::Html => cleaned.html(py)?,
        Format::Markdown => PyString::new(py, &cleaned.to_markdown(py, links, images)?),
        Format::Tei => PyString::new(py, &cleaned.to_tei(py, links, images)?),
        Format::Xml => PyString::new(py, &cleaned.to_xml(py)?),
        _ => {
            let record = cleaned.record(py, None, None, None, true, false, false)?;
            return Ok(record.into_any());
        }
    };
    if !with_metadata {
        return Ok(body.into_any());
    }
    let head = py.detach(|| pipeline::front_matter(cleaned.found())).map_err(error::from_pipeline)?;
    // The body is a Python string already, so that joining it there saves a conversion.
    PyString::new(py, &head).add(body)
}

/// Extract the own content of many pages, each judged by itself, in parallel and
/// in order.
///
/// The pages need not have anything in common, and may be a generator of any
/// length: at most eight pages per thread are held.
///
/// Args:
///     pages: An iterable of bytes, str, (url, bytes) or (url, bytes, charset).
///     threads: How many threads to work on; one for each core if None.
///     profile: As for `extract`.
///     headline: As for `extract`.
///     keep: As for `extract`.
///     drop: As for `extract`.
///     only: As for `extract`.
///     rules: As for `extract`.
#[pyfunction]
#[pyo3(signature = (
    pages, threads = None, *, profile = "balanced", headline = true, keep = None, drop = None, only = None, rules = None
))]
#[expect(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn extract_many(
    pages: &Bound<'_, PyAny>,
    threads: Option<usize>,
    profile: &str,
    headline: bool,
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    only: Option<Selectors>,
    rules: Option<&Bound<'_, Rules>>,
) -> PyResult<CleanedPages> {
    let learner = learner(profile, headline)?;
    let rules = overrides::of(keep, drop, only, rules.map(Bound::get))?;
    let pages = page::several(pages)?;
    Ok(CleanedPages::new(Cleaner::Alone(Arc::new(learner)), rules, threads::start(threads)?, pages))
}

/// Returns the settings by which pages are judged alone.
fn learner(profile: &str, headline: bool) -> PyResult<Learner> {
    let profile = (profile.parse()).map_err(|unknown: demold::UnknownName| Error::new_err(unknown.to_string()))?;
    Ok(Learner::new().classify(classify::Config::new().profile(profile).headline(headline)))
}

/// The forms in which a page can be returned.
const OUTPUTS: &[&str] = &["text", "markdown", "html", "tei", "xml", "record"];

/// Returns the form that an output has; a record is what the command writes as a line of JSON.
fn format_of(output: &str) -> PyResult<Format> {
    let found = if output == "record" { Ok(Format::Jsonl) } else { output.parse() };
    let is_known = |format: &Format| OUTPUTS.contains(&format.name()) || *format == Format::Jsonl;
    found
        .ok()
        .filter(is_known)
        .ok_or_else(|| Error::new_err(format!("there is no output {output:?}; choose from {}", OUTPUTS.join(", "))))
}

/// The conditions under which a page is returned.
struct Wanted {
    /// The code that metadata has for the language.
    language: Option<String>,
    /// Whether only pages with a title, a date and an address are returned.
    complete: bool,
}

impl Wanted {
    fn has(&self, cleaned: &demold::Cleaned<'_>, url: Option<&str>) -> bool {
        // Without conditions the metadata need not be read.
        if self.language.is_none() && !self.complete {
            return true;
        }
        let metadata = cleaned.metadata();
        let spoken = self.language.is_none() || self.language == metadata.language;
        let complete = metadata.title.is_some()
            && (metadata.published.is_some() || metadata.modified.is_some())
            && (url.is_some() || metadata.canonical_url.is_some());
        spoken && (complete || !self.complete)
    }
}

/// Return what a page says about itself: title, authors, dates, language and more.
///
/// Args:
///     html: The page, as for ``extract``.
///     url: The page's address. It makes links absolute.
///     charset: The charset that the server declared.
///
/// Returns:
///     A dict with every field; what is not known is None, or an empty list.
///     ``sources`` says where each value comes from.
///
/// Raises:
///     demold.Error: This is an address, the name of a file, or not text.
#[pyfunction]
#[pyo3(signature = (html, url = None, *, charset = None, **others))]
pub(crate) fn extract_metadata<'py>(
    py: Python<'py>,
    html: Page,
    url: Option<PyBackedStr>,
    charset: Option<PyBackedStr>,
    others: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    trafilatura::refuse("extract_metadata", others)?;
    let page = html.with(url, charset);
    let learner = Learner::new();
    let cleaned = py.detach(|| alone(&learner, page, &demold::Rules::default(), false));
    Cleaned::new(cleaned).metadata(py)
}
