//! `demold.learn_expressions` and `demold.Expressions`.

use std::{fs, path::PathBuf};

use demold::{Input, Reading};
use expressions::Matcher;
use pyo3::{
    prelude::*,
    types::{PyDict, PyType},
};

use crate::{
    cleaned::{Cleaned, by_expressions},
    error, files,
    page::{self, Page},
    settings, threads,
};

/// Mine regular expressions for what the pages of one site share, as the
/// command does with `learn --export`.
///
/// Args:
///     pages: As for `learn`.
///     plain_text: Whether the pages are text without markup.
///     threads: How many threads to work on; one for each core if None.
///     **settings: As for `learn` with the method "mine", except for those that
///         have no effect here: expressions consist of words of the source, and
///         gaps and islands are for `Expressions.clean`.
///
/// Raises:
///     demold.Error: There are no pages, a setting is invalid or has no effect,
///         or a limit is exceeded.
#[pyfunction]
#[pyo3(signature = (pages, *, plain_text = false, threads = None, **settings))]
pub(crate) fn learn_expressions(
    pages: &Bound<'_, PyAny>,
    plain_text: bool,
    threads: Option<usize>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Expressions> {
    let py = pages.py();
    let settings = match settings {
        Some(settings) => settings.copy()?,
        None => PyDict::new(py),
    };
    // Expressions are mined, while the default of the settings is another method.
    if !settings.contains("method")? {
        settings.set_item("method", "mine")?;
    }
    let learner = settings::miner(&settings)?;
    // The pages must be converted before the interpreter is released.
    let given: Vec<Page> = page::several(pages)?
        .map(|page| Ok(page?.extract::<Page>()?.plain_text(plain_text)))
        .collect::<PyResult<_>>()?;
    let threads = threads::start(threads)?;
    py.detach(|| {
        let inputs: Vec<Input<'_>> = given.iter().map(Page::input).collect();
        let mined = threads.install(|| {
            let drawn = learner.read_drawn(&inputs).into_iter();
            let drawn: Vec<Reading<'_>> = drawn.map(|(_, page)| page).collect();
            learner.expressions(&drawn)
        });
        mined.and_then(Expressions::of)
    })
    .map_err(error::from_demold)
}

/// Take expressions that many sites share out of their lists: common phrases,
/// which belong to the template of no site.
///
/// Args:
///     expressions: Those of each site.
///     sites: How many sites make an expression such a phrase. The command
///         takes 3 with `--paper`.
///
/// Returns:
///     The lists without these expressions, in the same order.
///
/// Raises:
///     demold.Error: `sites` is 0.
#[pyfunction]
#[pyo3(signature = (expressions, sites = 3))]
pub(crate) fn drop_expression_idioms(
    py: Python<'_>,
    expressions: Vec<Py<Expressions>>,
    sites: usize,
) -> PyResult<Vec<Expressions>> {
    settings::check_sites(sites)?;
    let mut lists: Vec<_> = expressions.iter().map(|expressions| expressions.get().list.clone()).collect();
    py.detach(|| {
        demold::drop_expression_idioms(&mut lists, sites);
        lists.into_iter().map(Expressions::of).collect::<Result<_, _>>()
    })
    .map_err(error::from_demold)
}

/// Regular expressions for what the pages of one site share.
///
/// Made by `learn_expressions` or `load`.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Expressions {
    list: expressions::Expressions,
    matcher: Matcher,
}

impl Expressions {
    fn of(list: expressions::Expressions) -> Result<Expressions, demold::Error> {
        let matcher = expressions::Config::new().build(&list).map_err(demold::Error::Expressions)?;
        Ok(Expressions { list, matcher })
    }

    fn read(py: Python<'_>, file: &str) -> PyResult<Expressions> {
        py.detach(|| {
            let list = expressions::Expressions::from_file(file);
            list.map_err(demold::Error::Expressions).and_then(Expressions::of)
        })
        .map_err(error::from_demold)
    }
}

#[pymethods]
impl Expressions {
    /// Remove from a page what any of the expressions matches.
    ///
    /// Args:
    ///     page: bytes, str, (url, bytes) or (url, bytes, charset).
    ///     plain_text: Whether the page is text without markup.
    ///     merge_gaps: Text of fewer characters than this between two removals is
    ///         removed too.
    ///     merge_beside: The least number of characters of both removals for that.
    ///     min_removal: The least number of characters that are removed in one
    ///         place.
    ///     paper: Whether separators beside a match count for it, and not for the
    ///         gap, as the thesis prints its expressions.
    ///
    /// Raises:
    ///     demold.Error: A limit is exceeded, or a setting has no effect.
    #[pyo3(signature = (
        page, *, plain_text = false, merge_gaps = 0, merge_beside = 0, min_removal = 0, paper = false
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn clean(
        &self,
        py: Python<'_>,
        page: Page,
        plain_text: bool,
        merge_gaps: usize,
        merge_beside: usize,
        min_removal: usize,
        paper: bool,
    ) -> PyResult<Cleaned> {
        settings::check_gaps(merge_gaps, merge_beside)?;
        let config = expressions::Config::new()
            .merge_gaps(merge_gaps)
            .merge_beside(merge_beside)
            .drop_islands(min_removal)
            .consume_separators(paper);
        let matcher = self.matcher.finishing(&config);
        py.detach(|| by_expressions(&matcher, page.plain_text(plain_text)))
            .map(Cleaned::new)
            .map_err(error::from_demold)
    }

    /// The expressions.
    #[getter]
    fn lines(&self) -> Vec<String> {
        self.list.lines().to_vec()
    }

    /// Write the expressions to a file, one per line, whole or not at all.
    ///
    /// Raises:
    ///     OSError: The file cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| files::write_whole(&path, self.list.to_file("").as_bytes()))
            .map_err(|error| error::from_io(error, &path))
    }

    /// Read expressions from a file that `save` or the command wrote.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     demold.Error: There is no expression in it, or one that cannot be read.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Expressions> {
        let file = py.detach(|| fs::read_to_string(&path)).map_err(|error| error::from_io(error, &path))?;
        Expressions::read(py, &file)
    }

    fn __len__(&self) -> usize {
        self.list.lines().len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = slf.get_type().getattr("_restored")?;
        Ok((make, (slf.get().list.to_file(""),)))
    }

    /// Restores the expressions from the result of `__reduce__`.
    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, py: Python<'_>, file: &str) -> PyResult<Expressions> {
        Expressions::read(py, file)
    }

    fn __repr__(&self) -> String {
        let n = self.list.lines().len();
        let s = if n == 1 { "" } else { "s" };
        format!("<demold.Expressions, {n} expression{s}>")
    }
}
