//! `demold.learn` and `demold.Template`.

use std::{fs, path::PathBuf};

use demold::{Input, Reading, Site};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyType},
};

use crate::{
    cleaned::{Cleaned, clean},
    cleaned_pages::{CleanedPages, Cleaner},
    error, files,
    overrides::{self, Selectors},
    page::{self, Page},
    rules::Rules,
    settings, threads,
};

/// Learn what the pages of one site share.
///
/// Args:
///     pages: The pages, of one site: an iterable of bytes, str, (url, bytes)
///         or (url, bytes, charset). Bytes are decoded as a browser does.
///     threads: How many threads to work on; one for each core if None.
///     method: How the template is found: "classify", "distill", "mine" or
///         "map".
///     profile: What the cleaned pages are for: "balanced", "data" (loses
///         nothing of a page's own) or "article" (only the main text). This
///         and the next belong to the method "classify".
///     headline: Whether the headline stays.
///     pages_sampled: How many pages to learn from, drawn by the seed; what
///         suits the method if None.
///     seed: The seed of the draw. Equal pages and settings give equal templates.
///     count_copies: Whether pages that show the same text count each for
///         itself.
///     paper: Whether to do exactly what the paper of the method says. This and
///         all that follows belongs to the methods "distill", "mine" and "map".
///     threshold: The share of the pages that must have something for it to be
///         template, for the methods "distill" and "map".
///     attributes: The attributes that two tags must share to be equal: "all",
///         "none", or a list of names.
///     mutable: Whether numbers, dates, times and addresses in texts are equal.
///     min_support: The number of pages that must have a token of the template,
///         whatever the threshold. This and the next belong to "distill".
///     prune: Which nodes are pruned: "results", or "inputs", the other reading
///         of the paper.
///     selection: Which repeated strings are template: "steady" or "paper". This
///         and all down to `min_removal` belong to "mine".
///     min_tokens: The least number of tokens of a string.
///     min_documents: The least number of pages that have a string.
///     drop_enclosed: Whether strings are dropped that stand only inside one
///         longer string.
///     words: Whether strings consist of the words of the pages' source, not of
///         tags and texts. The next three imply it.
///     token_pattern: A regular expression that matches a word.
///     patterns: Which words vary and count as equal: "thesis", "modern",
///         "none", or a list of regular expressions.
///     patterns_match: What of a word they must match: "whole" or "inside".
///     merge_gaps: Text of fewer characters than this between two removals is
///         removed too.
///     merge_beside: The least number of characters of both removals for that.
///     min_removal: The least number of characters that are removed in one
///         place.
///     leaf_updates: Whether a leaf of one page is not shared with an inner node
///         of another. This and the next belong to "map".
///     edit_costs: The costs of inserting, deleting and replacing a node.
///
/// Returns:
///     The template, ready to clean any page of the site.
///
/// Raises:
///     demold.Error: There are no pages, a setting is invalid, or a limit is
///         exceeded.
#[pyfunction]
#[pyo3(signature = (pages, *, threads = None, **settings))]
pub(crate) fn learn(
    pages: &Bound<'_, PyAny>,
    threads: Option<usize>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Template> {
    let learner = settings::learner(settings)?;
    let given: Vec<Page> = page::several(pages)?.map(|page| page?.extract()).collect::<PyResult<_>>()?;
    learned(pages.py(), &given, threads, |inputs| learner.learn(inputs))
}

/// Learn from exactly these pages, which were drawn from `available` by any
/// rule: what `learn` does after drawing.
///
/// The other arguments are those of `learn`.
#[pyfunction]
#[pyo3(signature = (sample, available, *, threads = None, **settings))]
pub(crate) fn learn_sample(
    sample: &Bound<'_, PyAny>,
    available: usize,
    threads: Option<usize>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Template> {
    let pages: Vec<Page> = page::several(sample)?.map(|page| page?.extract()).collect::<PyResult<_>>()?;
    // Exactly the given pages are used, whatever number suits the method. Without pages, learning reports the error.
    let learner = settings::learner(settings)?.pages(pages.len().max(1));
    learned(sample.py(), &pages, threads, |sample| learner.learn_sample(sample, available))
}

/// Take strings that many sites share out of their templates: common phrases,
/// which belong to the template of no site.
///
/// Args:
///     templates: The templates, one of each site. Those of other methods than
///         "mine" are returned as they are.
///     sites: How many sites make a string such a phrase. The command takes 3
///         with `--paper`.
///
/// Returns:
///     The templates without these strings, in the same order.
///
/// Raises:
///     demold.Error: `sites` is 0.
#[pyfunction]
#[pyo3(signature = (templates, sites = 3))]
pub(crate) fn drop_idioms(py: Python<'_>, templates: Vec<Py<Template>>, sites: usize) -> PyResult<Vec<Template>> {
    settings::check_sites(sites)?;
    let mut learned: Vec<Site> = templates.iter().map(|template| template.get().site.clone()).collect();
    py.detach(|| {
        let mut of_sites: Vec<Vec<&mut Site>> = learned.iter_mut().map(|site| vec![site]).collect();
        demold::drop_idioms(&mut of_sites, sites)
    })
    .map_err(error::from_demold)?;
    Ok(learned.into_iter().map(Template::of).collect())
}

/// Learns without the interpreter. The bytes of the pages stay where Python holds them.
fn learned(
    py: Python<'_>,
    pages: &[Page],
    n_threads: Option<usize>,
    learn: impl Fn(&[Input<'_>]) -> Result<Site, demold::Error> + Sync,
) -> PyResult<Template> {
    let threads = threads::start(n_threads)?;
    py.detach(|| {
        let inputs: Vec<Input<'_>> = pages.iter().map(Page::input).collect();
        threads.install(|| learn(&inputs))
    })
    .map(Template::of)
    .map_err(error::from_demold)
}

/// What the pages of a site share, ready to clean any page of it.
///
/// Made by `learn`, `load` or `from_bytes`. It does not change, can be used by
/// many threads at once, and can be pickled.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Template {
    site: Site,
}

impl Template {
    pub(crate) fn of(site: Site) -> Template {
        Template { site }
    }

    pub(crate) fn site(&self) -> &Site {
        &self.site
    }
}

#[pymethods]
impl Template {
    /// Find the template in a page and cut it out.
    ///
    /// Args:
    ///     page: bytes, str, (url, bytes) or (url, bytes, charset).
    ///     keep: A CSS selector, or several: the elements that they match stay,
    ///         whatever the template says.
    ///     drop: The same for elements to remove. If matches are nested, the
    ///         innermost counts.
    ///     only: The same for elements of which nothing else stays. If a page has
    ///         none, it is cleaned as without.
    ///     rules: Selectors for known sites, by the page's address.
    ///
    /// Raises:
    ///     demold.Error: A limit is exceeded, a selector is invalid, or this is no
    ///         text, but an address, the name of a file, or an image.
    #[pyo3(signature = (page, *, keep = None, drop = None, only = None, rules = None))]
    fn clean(
        &self,
        py: Python<'_>,
        page: Page,
        keep: Option<Selectors>,
        drop: Option<Selectors>,
        only: Option<Selectors>,
        rules: Option<&Bound<'_, Rules>>,
    ) -> PyResult<Cleaned> {
        let rules = overrides::of(keep, drop, only, rules.map(Bound::get))?;
        py.detach(|| clean(&self.site, page, &rules)).map(Cleaned::new).map_err(error::from_demold)
    }

    /// Clean pages in parallel and in order, a few ahead of what is asked for.
    ///
    /// The pages may be a generator of any length: at most eight pages per
    /// thread are held.
    ///
    /// Args:
    ///     pages: An iterable of what `clean` takes.
    ///     threads: How many threads to work on; one for each core if None.
    ///     keep: As for `clean`.
    ///     drop: As for `clean`.
    ///     only: As for `clean`.
    ///     rules: As for `clean`.
    #[pyo3(signature = (pages, threads = None, *, keep = None, drop = None, only = None, rules = None))]
    fn clean_many(
        &self,
        pages: &Bound<'_, PyAny>,
        threads: Option<usize>,
        keep: Option<Selectors>,
        drop: Option<Selectors>,
        only: Option<Selectors>,
        rules: Option<&Bound<'_, Rules>>,
    ) -> PyResult<CleanedPages> {
        let rules = overrides::of(keep, drop, only, rules.map(Bound::get))?;
        let pages = page::several(pages)?;
        Ok(CleanedPages::new(Cleaner::Site(self.site.clone()), rules, threads::start(threads)?, pages))
    }

    /// Write the template to a file, whole or not at all.
    ///
    /// The file is JSON that people can read, and that the command `demold`
    /// reads too.
    ///
    /// Raises:
    ///     OSError: The file cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| files::write_whole(&path, self.site.to_json().as_bytes()))
            .map_err(|error| error::from_io(error, &path))
    }

    /// Read a template from a file that `save` or the command wrote.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     demold.Error: It is damaged, not a template, or of a later version.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Template> {
        let json = py.detach(|| fs::read(&path)).map_err(|error| error::from_io(error, &path))?;
        read(py, &json)
    }

    /// Return what `save` would write.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let json = py.detach(|| self.site.to_json());
        PyBytes::new(py, json.as_bytes())
    }

    /// Make a template from what `to_bytes` returned.
    ///
    /// Raises:
    ///     demold.Error: It is damaged, not a template, or of a later version.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Template> {
        read(py, data)
    }

    /// Learn from exactly these pages, which `Samples` has drawn from `available`. Returns the template and the mean
    /// of its fit to them. Each page is read once.
    ///
    /// The other arguments are those of `learn`.
    #[staticmethod]
    #[pyo3(signature = (drawn, available, *, threads = None, **settings))]
    fn _of_drawn(
        py: Python<'_>,
        drawn: Vec<Page>,
        available: usize,
        threads: Option<usize>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Template, f64)> {
        let learner = settings::learner(settings)?;
        let threads = threads::start(threads)?;
        py.detach(|| {
            threads.install(|| {
                let pages: Vec<Reading<'_>> = (drawn.iter().map(|page| page.input().into())).collect();
                let site = learner.learn_drawn(&pages, available)?;
                let fits: Vec<f64> = pages.iter().map(|page| site.fit(page)).collect::<Result<_, _>>()?;
                Ok((Template { site }, fits.iter().sum::<f64>() / fits.len() as f64))
            })
        })
        .map_err(error::from_demold)
    }

    /// Return the template of a site about which nothing is known: it leaves
    /// pages unchanged.
    #[staticmethod]
    fn nothing() -> Template {
        Template { site: Site::nothing() }
    }

    /// How the template was found: "classify", "distill", "mine" or "map".
    #[getter]
    fn method(&self) -> &'static str {
        self.site.template().provenance().method.name()
    }

    /// The number of pages that were learned from.
    #[getter]
    fn pages(&self) -> usize {
        self.site.template().provenance().pages
    }

    /// The number of pages that these were drawn from.
    #[getter]
    fn available(&self) -> usize {
        self.site.template().provenance().available
    }

    /// The seed of the draw.
    #[getter]
    fn seed(&self) -> u64 {
        self.site.template().provenance().seed
    }

    /// Return a listing of the template for people.
    fn outline(&self, py: Python<'_>) -> String {
        py.detach(|| self.site.template().outline().to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = slf.get_type().getattr("from_bytes")?;
        Ok((make, (slf.get().to_bytes(slf.py()),)))
    }

    fn __repr__(&self) -> String {
        format!("<demold.Template {}>", self.site.template().summary())
    }
}

fn read(py: Python<'_>, json: &[u8]) -> PyResult<Template> {
    py.detach(|| Site::from_json_bytes(json)).map(Template::of).map_err(error::from_demold)
}
