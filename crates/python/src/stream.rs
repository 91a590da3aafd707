//! `demold.TemplateStream`.

use demold::Input;
use pyo3::{prelude::*, types::PyDict};

use crate::{error, page::Page, settings, template::Template};

/// Learns the template of a site from pages that come one by one.
///
/// No page is read again, and none is kept. The method "mine" needs all pages
/// at once, and cannot be used.
///
/// Args:
///     **settings: As for `learn`.
///
/// Raises:
///     demold.Error: A setting is invalid, or the method has no stream.
#[pyclass(module = "demold")]
pub(crate) struct TemplateStream {
    stream: demold::TemplateStream,
}

#[pymethods]
impl TemplateStream {
    #[new]
    #[pyo3(signature = (**settings))]
    fn new(settings: Option<&Bound<'_, PyDict>>) -> PyResult<TemplateStream> {
        let learner = settings::learner(settings)?;
        let stream = demold::TemplateStream::new(learner).map_err(|error| error::from_demold(&error))?;
        Ok(TemplateStream { stream })
    }

    /// Add a page.
    ///
    /// Args:
    ///     page: What `Template.clean` takes.
    ///
    /// Returns:
    ///     How well the template of the pages before it fits, from 0 to 1; None
    ///     for the first pages.
    ///
    /// Raises:
    ///     demold.Error: A limit is exceeded. The page is then left out.
    fn add(&mut self, py: Python<'_>, page: Page) -> PyResult<Option<f64>> {
        let stream = &mut self.stream;
        let added = py.detach(|| {
            let input: Input<'_> = page.input();
            stream.add(input)
        });
        added.map(|arrival| arrival.fit).map_err(|error| error::from_demold(&error))
    }

    /// Learn the template of the pages so far.
    ///
    /// Raises:
    ///     demold.Error: There are no pages, or a limit is exceeded.
    fn template(&self, py: Python<'_>) -> PyResult<Template> {
        py.detach(|| self.stream.site()).map(Template::of).map_err(|error| error::from_demold(&error))
    }

    /// Forget all pages. The next ones are learned from as if they were the
    /// first.
    fn restart(&mut self) -> PyResult<()> {
        self.stream.restart().map_err(|error| error::from_demold(&error))
    }

    /// The number of pages that were added.
    #[getter]
    fn pages(&self) -> usize {
        self.stream.pages()
    }

    /// Whether the last 16 pages fit less than half as well as the earlier ones
    /// did: the site looks different now.
    #[getter]
    fn has_drifted(&self) -> bool {
        self.stream.has_drifted()
    }

    fn __repr__(&self) -> String {
        let n = self.stream.pages();
        let s = if n == 1 { "" } else { "s" };
        format!("<demold.TemplateStream, {n} page{s}>")
    }
}
