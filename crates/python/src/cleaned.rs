//! `demold.Cleaned`: one page without its template.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use demold::{Learner, Record, Rules, Site};
use expressions::Matcher;
use pipeline::Body;
use pyo3::{
    prelude::*,
    pybacked::PyBackedStr,
    sync::PyOnceLock,
    types::{PyDict, PyString, PyType},
};
use self_cell::self_cell;
use serde::Serialize;

use crate::{
    error::{self, Error},
    notebook,
    page::{Page, Parts},
    removal::Removal,
};

type Found<'a> = demold::Cleaned<'a>;

self_cell!(
    /// A page that Python holds, and what was found in it, which borrows from it.
    pub(crate) struct CleanedPage {
        owner: Page,
        #[covariant]
        dependent: Found,
    }
);

/// Cleans a page. It reads the page's bytes and touches nothing else that Python holds, so that the interpreter is
/// not needed.
pub(crate) fn clean(site: &Site, page: Page, rules: &Rules) -> Result<CleanedPage, demold::Error> {
    CleanedPage::try_new(page, |page| site.clean(page.input()).map(|found| found.ruled(rules)))
}

/// Cleans a page by its own evidence. The reasons for what is removed are found only with `explain`.
pub(crate) fn alone(learner: &Learner, page: Page, rules: &Rules, explain: bool) -> CleanedPage {
    CleanedPage::new(page, |page| learner.clean_alone(demold::Reading::of(page.input()).explain(explain)).ruled(rules))
}

/// Cleans a page by expressions.
pub(crate) fn by_expressions(matcher: &Matcher, page: Page) -> Result<CleanedPage, demold::Error> {
    CleanedPage::try_new(page, |page| Found::by_expressions(matcher, page.input()))
}

/// A page without the template of its site.
///
/// Renderings are made when they are first asked for, and kept.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Cleaned {
    page: CleanedPage,
    text: PyOnceLock<Py<PyString>>,
    html: PyOnceLock<Py<PyString>>,
    markdown: PyOnceLock<Py<PyString>>,
}

impl Cleaned {
    pub(crate) fn new(page: CleanedPage) -> Cleaned {
        Cleaned { page, text: PyOnceLock::new(), html: PyOnceLock::new(), markdown: PyOnceLock::new() }
    }

    pub(crate) fn found(&self) -> &demold::Cleaned<'_> {
        self.page.borrow_dependent()
    }

    fn restore(py: Python<'_>, page: Page, json: &str) -> PyResult<Cleaned> {
        py.detach(|| {
            let record: Record =
                serde_json::from_str(json).map_err(|error| Error::new_err(format!("this is not a record: {error}")))?;
            CleanedPage::try_new(page, |page| Found::restore(page.input(), &record))
                .map(Cleaned::new)
                .map_err(error::from_demold)
        })
    }

    /// Renders the page at the first call. Meanwhile other Python threads can run.
    fn once<'py>(
        &self,
        py: Python<'py>,
        rendered: &PyOnceLock<Py<PyString>>,
        render: impl FnOnce(&demold::Cleaned<'_>) -> Result<String, demold::Error> + Send,
    ) -> PyResult<Bound<'py, PyString>> {
        let text = rendered.get_or_try_init(py, || {
            // Rendering runs without the interpreter. If two threads render at once, the first result is kept.
            let text = py.detach(|| render(self.found())).map_err(error::from_demold)?;
            Ok::<_, PyErr>(PyString::new(py, &text).unbind())
            // An error is not stored, so that the next call tries again.
        });
        Ok(text?.bind(py).clone())
    }
}

/// The renderings that a record can have.
const OUTPUTS: &str = "text, html, markdown";

#[pymethods]
impl Cleaned {
    /// Combine a page and its record again, for when the record was kept without
    /// all renderings and the page is still at hand.
    ///
    /// Args:
    ///     page: The page, as it was passed to `Template.clean`.
    ///     record: What `record` returned, or a line of the command's JSON
    ///         Lines: as a dict, or as JSON.
    ///     plain_text: Whether the page is text without markup.
    ///
    /// Raises:
    ///     demold.Error: The record belongs to another page, or is not a record.
    #[classmethod]
    #[pyo3(signature = (page, record, *, plain_text = false))]
    fn from_record(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        page: Page,
        record: &Bound<'_, PyAny>,
        plain_text: bool,
    ) -> PyResult<Cleaned> {
        // A dict goes through JSON, so that it is checked by the same rules as a line of a file.
        let json: PyBackedStr = match record.cast::<PyString>() {
            Ok(json) => json.clone().try_into()?,
            Err(_) => py.import("json")?.call_method1("dumps", (record,))?.extract()?,
        };
        Cleaned::restore(py, page.plain_text(plain_text), &json)
    }

    /// Return all of this as plain data, for the next program in line: the
    /// record that the command writes as a line of JSON.
    ///
    /// Args:
    ///     outputs: Which renderings to include: "text", "html", "markdown"; the
    ///         text if None.
    ///     site: The key of the page's site, if it is known.
    ///     copy_of: The address of the page that this is a copy of.
    ///     metadata: Whether to include what the page says about itself.
    ///     comments: Whether to include the comments, posts and answers on the page.
    ///     blocks: Whether to include the page piece by piece.
    #[pyo3(signature = (
        *, outputs = None, site = None, copy_of = None, metadata = true, comments = false, blocks = false
    ))]
    #[expect(clippy::too_many_arguments, reason = "in Python they have names")]
    pub(crate) fn record<'py>(
        &self,
        py: Python<'py>,
        outputs: Option<Vec<String>>,
        site: Option<String>,
        copy_of: Option<String>,
        metadata: bool,
        comments: bool,
        blocks: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let outputs = outputs.unwrap_or_else(|| vec!["text".to_owned()]);
        let body = |output: &String| {
            let known = output.parse::<Body>();
            known.map_err(|_| Error::new_err(format!("there is no output {output:?}; choose from {OUTPUTS}")))
        };
        let bodies: Vec<Body> = outputs.iter().map(body).collect::<PyResult<_>>()?;
        let render = |body: &Body| match body {
            Body::Text => self.text(py),
            Body::Html => self.html(py),
            Body::Markdown => self.markdown(py),
        };
        let renderings: Vec<Bound<'py, PyString>> = bodies.iter().map(render).collect::<PyResult<_>>()?;
        // The SimHash is that of the text.
        let text: Option<PyBackedStr> = self.text.get(py).map(|text| text.bind(py).clone().try_into()).transpose()?;
        let has_text = bodies.contains(&Body::Text);
        // What needs no Python is done without the interpreter.
        let record: Result<_, demold::Error> = py.detach(|| {
            let found = self.found();
            let mut record = found.about();
            record.metadata = metadata.then(|| found.metadata());
            record.simhash = text.as_ref().filter(|_| has_text).and_then(|text| demold::Record::simhash_of(text));
            let pieces = (comments || blocks).then(|| found.blocks()).transpose()?;
            record.comments = pieces.as_deref().filter(|_| comments).map(demold::Comment::all);
            record.blocks = pieces.filter(|_| blocks);
            Ok(record)
        });
        let mut record = record.map_err(error::from_demold)?;
        record.site = site;
        record.copy_of = copy_of;
        let record: Bound<'py, PyDict> = data(py, &record)?.cast_into()?;
        // Renderings are objects of Python already, so they need not go through JSON.
        for (body, rendering) in bodies.iter().zip(renderings) {
            record.set_item(body.name(), rendering)?;
        }
        Ok(record)
    }

    /// What the page says about itself, as a dict: title, authors, dates, language
    /// and more, and in ``sources`` where each comes from. The title is without
    /// what the titles of the site share.
    #[getter]
    pub(crate) fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metadata = py.detach(|| self.found().metadata());
        Ok(data(py, &metadata)?.cast_into()?)
    }

    /// The page piece by piece, as dicts: kind, bytes, text and links of every
    /// block, whether it stays, and if not, why.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let blocks = py.detach(|| self.found().blocks()).map_err(error::from_demold)?;
        data(py, &blocks)
    }

    /// The comments, posts and answers on the page, as dicts: number, author, date
    /// and text of each, and whether some of it stays.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let blocks = py.detach(|| self.found().blocks()).map_err(error::from_demold)?;
        data(py, &demold::Comment::all(&blocks))
    }

    /// Which parts were removed, and why, in page order.
    #[getter]
    fn removals(&self) -> Vec<Removal> {
        let removals = self.found().removals().iter();
        removals.map(Removal::from).collect()
    }

    /// The page with exactly the regions cut out, whatever that does to its
    /// elements.
    #[getter]
    fn raw(&self, py: Python<'_>) -> String {
        py.detach(|| self.found().raw().into_owned())
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        let url = self.url();
        py.detach(|| notebook::html(self.found(), url))
    }

    /// Pages are equal if their sources, their addresses and their regions are.
    fn __eq__(&self, other: &Cleaned) -> bool {
        let (one, two) = (self.found(), other.found());
        one.source() == two.source()
            && self.url() == other.url()
            && one.regions() == two.regions()
            && one.removals() == two.removals()
            && one.fit() == two.fit()
            && one.is_alone() == two.is_alone()
            && one.confidence() == two.confidence()
            && one.model() == two.model()
    }

    // Equal pages must have equal hashes. Address and source suffice, and are cheaper than the regions.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.url(), self.found().source()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Parts<'py>, String, bool))> {
        let make = slf.get_type().getattr("_restored")?;
        let cleaned = slf.get();
        let page = cleaned.page.borrow_owner();
        // A pickle holds the page and its record without renderings, which are made again when they are needed.
        let record = json(&cleaned.found().about())?;
        Ok((make, (page.parts(slf.py())?, record, page.is_plain_text())))
    }

    /// Returns the fields of the record that concern a single page, with lists as JSON, as a row of a table.
    fn _figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = self.found();
        let figures = PyDict::new(py);
        figures.set_item("removed_share", found.removed_share())?;
        figures.set_item("fit", found.fit())?;
        figures.set_item("alone", found.is_alone())?;
        figures.set_item("confidence", found.confidence())?;
        figures.set_item("model", found.model())?;
        figures.set_item("empty", py.detach(|| found.is_empty()))?;
        figures.set_item("regions", json(found.regions())?)?;
        figures.set_item("removals", json(found.removals())?)?;
        Ok(figures)
    }

    /// Restores a page from the result of `__reduce__`.
    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        page: Page,
        record: &str,
        plain_text: bool,
    ) -> PyResult<Cleaned> {
        Cleaned::restore(py, page.plain_text(plain_text), record)
    }

    /// The visible text of the page's own, each block on a line.
    #[getter]
    pub(crate) fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.once(py, &self.text, |found| Ok(found.text()))
    }

    /// The page as HTML that is still well nested: an element is removed only if
    /// everything in it is.
    #[getter]
    pub(crate) fn html<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.once(py, &self.html, |found| Ok(found.html().into_owned()))
    }

    /// The page as Markdown. A page that would become more than sixteen times as
    /// long (and 4 MiB) is an error.
    #[getter]
    fn markdown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.once(py, &self.markdown, |found| found.markdown())
    }

    /// Returns the page as Markdown, with or without links and images.
    #[pyo3(signature = (*, links = true, images = true))]
    pub(crate) fn to_markdown(&self, py: Python<'_>, links: bool, images: bool) -> PyResult<String> {
        let options = demold::MarkdownOptions::new().links(links).images(images);
        py.detach(|| self.found().markdown_with(&options)).map_err(error::from_demold)
    }

    /// The page as simple XML with the elements of trafilatura: metadata, headings,
    /// paragraphs, lists, tables, and the comments that were removed.
    ///
    /// Raises:
    ///     demold.Error: The page exceeds a limit.
    pub(crate) fn to_xml(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.found().xml()).map_err(error::from_demold)
    }

    /// Returns the page as a document of TEI P5, with its metadata in the header, and
    /// with or without links and images.
    #[pyo3(signature = (*, links = true, images = true))]
    pub(crate) fn to_tei(&self, py: Python<'_>, links: bool, images: bool) -> PyResult<String> {
        let options = demold::MarkdownOptions::new().links(links).images(images);
        py.detach(|| self.found().tei_with(&options)).map_err(error::from_demold)
    }

    /// The template's part of the page: sorted, disjoint pairs of start and
    /// end, in bytes of ``source.encode()``.
    #[getter]
    fn regions(&self) -> Vec<(usize, usize)> {
        let regions = self.found().regions().iter();
        regions.map(|region| (region.start, region.end)).collect()
    }

    /// The share of the page's bytes that is template, from 0 to 1.
    #[getter]
    fn removed_share(&self) -> f64 {
        self.found().removed_share()
    }

    /// How much of the template was found in the page, from 0 to 1. A low
    /// value means that the page is of another kind, or of another site.
    #[getter]
    fn fit(&self) -> f64 {
        self.found().fit()
    }

    /// Whether the page was judged by its own evidence alone: nothing is known of
    /// its site, or the site's template would have left nothing.
    #[getter]
    fn alone(&self) -> bool {
        self.found().is_alone()
    }

    /// How good the result is expected to be, from 0 to 1: the F1 of the words that
    /// stay. None for the methods of the papers, which expect nothing.
    #[getter]
    fn confidence(&self) -> Option<f64> {
        self.found().confidence()
    }

    /// The name of the trees that judged the page, or None.
    #[getter]
    fn model(&self) -> Option<&str> {
        self.found().model()
    }

    /// Whether almost nothing is left of a page that had something.
    #[getter]
    fn empty(&self) -> bool {
        self.found().is_empty()
    }

    /// The page as it was read: decoded, with nothing removed.
    #[getter]
    fn source(&self) -> &str {
        self.found().source()
    }

    /// The address that came with the page, or None.
    #[getter]
    pub(crate) fn url(&self) -> Option<&str> {
        self.page.borrow_owner().input().get_url()
    }

    fn __repr__(&self) -> String {
        let url = self.url().map(|url| format!("{url}, ")).unwrap_or_default();
        let found = self.found();
        format!("<demold.Cleaned {url}{:.1} % removed, fit {:.2}>", 100.0 * found.removed_share(), found.fit())
    }
}

fn json(data: &(impl Serialize + ?Sized)) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| Error::new_err(error.to_string()))
}

/// Converts serializable data to Python objects.
pub(crate) fn data<'py>(py: Python<'py>, data: &(impl Serialize + ?Sized)) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, data)?)
}
