//! `demold.Cleaned`: one page without its template.

use demold::Site;
use pyo3::{prelude::*, sync::PyOnceLock, types::PyString};
use self_cell::self_cell;

use crate::page::Page;

type Found<'a> = demold::Cleaned<'a>;

self_cell!(
    /// A page of Python's, and what was found in it, which borrows from it.
    pub(crate) struct CleanedPage {
        owner: Page,
        #[covariant]
        dependent: Found,
    }
);

/// Cleans a page. Touches nothing of Python's but the page's bytes.
pub(crate) fn clean(site: &Site, page: Page) -> Result<CleanedPage, demold::Error> {
    CleanedPage::try_new(page, |page| site.clean(page.input()))
}

/// A page without the template of its site.
///
/// What is rendered is rendered when it is first asked for, and kept.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Cleaned {
    page: CleanedPage,
    text: PyOnceLock<Py<PyString>>,
    html: PyOnceLock<Py<PyString>>,
    markdown: PyOnceLock<Py<PyString>>,
}

impl Cleaned {
    pub(crate) fn new(page: CleanedPage) -> Cleaned {
        Cleaned {
            page,
            text: PyOnceLock::new(),
            html: PyOnceLock::new(),
            markdown: PyOnceLock::new(),
        }
    }

    fn found(&self) -> &demold::Cleaned<'_> {
        self.page.borrow_dependent()
    }

    /// Renders the page once, with the interpreter free for others.
    fn once<'py>(
        &self,
        py: Python<'py>,
        rendered: &PyOnceLock<Py<PyString>>,
        render: impl FnOnce(&demold::Cleaned<'_>) -> String + Send,
    ) -> Bound<'py, PyString> {
        let text = rendered.get_or_init(py, || {
            let text = py.detach(|| render(self.found()));
            PyString::new(py, &text).unbind()
        });
        text.bind(py).clone()
    }
}

#[pymethods]
impl Cleaned {
    /// The visible text that is the page's own, each block on a line.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.once(py, &self.text, |found| found.text())
    }

    /// The page as HTML that is still a tree: an element goes only when
    /// everything in it goes.
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.once(py, &self.html, |found| found.html().into_owned())
    }

    /// The page as Markdown.
    #[getter]
    fn markdown<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.once(py, &self.markdown, |found| found.markdown())
    }

    /// Returns the page as Markdown, with or without links and images.
    #[pyo3(signature = (*, links = true, images = true))]
    fn to_markdown(&self, py: Python<'_>, links: bool, images: bool) -> String {
        let options = demold::MarkdownOptions::new().links(links).images(images);
        py.detach(|| self.found().markdown_with(&options))
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
    /// value says that the page is of another kind, or of another site.
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

    /// Whether as good as nothing is left of a page that had something.
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
    fn url(&self) -> Option<&str> {
        self.page.borrow_owner().input().get_url()
    }

    fn __repr__(&self) -> String {
        let url = self.url().map(|url| format!("{url}, ")).unwrap_or_default();
        let found = self.found();
        format!(
            "<demold.Cleaned {url}{:.1} % removed, fit {:.2}>",
            100.0 * found.removed_share(),
            found.fit()
        )
    }
}
