//! `demold.learn` and `demold.Template`.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use demold::{Input, Learner, Method, Profile, Site};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyType},
};

use crate::{
    cleaned::{Cleaned, clean},
    cleaned_pages::CleanedPages,
    error,
    page::{self, Page},
    threads,
};

/// Learn what the pages of one site share.
///
/// Args:
///     pages: The pages, of one site: an iterable of bytes, str, (url, bytes)
///         or (url, bytes, charset). Bytes are decoded as a browser does.
///     method: How the template is found: "consensus", "distill", "mine" or
///         "map".
///     profile: What the cleaned pages are for: "balanced", "data" (nothing of
///         a page's own is lost) or "article" (the main text alone). Of the
///         method "consensus" only.
///     pages_sampled: How many pages to look at, drawn by the seed.
///     seed: Of the draw. Equal pages and settings give equal templates.
///     threads: How many threads to work on; one for each core if None.
///
/// Returns:
///     The template, ready to clean any page of the site.
///
/// Raises:
///     demold.Error: There is no page, no such method, or a limit is exceeded.
#[pyfunction]
#[pyo3(signature = (
    pages, *, method = "consensus", profile = "balanced", pages_sampled = 24, seed = 0,
    threads = None
))]
pub(crate) fn learn(
    pages: &Bound<'_, PyAny>,
    method: &str,
    profile: &str,
    pages_sampled: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Template> {
    let learner = learner(method, profile, pages_sampled, seed)?;
    let given: Vec<Page> = page::several(pages)?
        .map(|page| page?.extract())
        .collect::<PyResult<_>>()?;
    let threads = threads::start(threads)?;
    pages
        .py()
        .detach(|| {
            let inputs: Vec<Input<'_>> = given.iter().map(Page::input).collect();
            threads.install(|| learner.learn(&inputs))
        })
        .map(|site| Template { site })
        .map_err(|error| error::from_demold(&error))
}

/// Learn from just these pages, which were drawn from `available` by whatever
/// rule: what `learn` does once it has drawn.
///
/// The arguments are those of `learn`.
#[pyfunction]
#[pyo3(signature = (
    sample, available, *, method = "consensus", profile = "balanced", seed = 0, threads = None
))]
pub(crate) fn learn_sample(
    sample: &Bound<'_, PyAny>,
    available: usize,
    method: &str,
    profile: &str,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Template> {
    let pages: Vec<Page> = page::several(sample)?
        .map(|page| page?.extract())
        .collect::<PyResult<_>>()?;
    let learner = learner(method, profile, pages.len().max(1), seed)?;
    from_sample(sample.py(), &learner, &pages, available, threads)
}

fn learner(method: &str, profile: &str, n_pages: usize, seed: u64) -> PyResult<Learner> {
    let method: Method = method.parse().map_err(|error| error::from_demold(&error))?;
    let profile: Profile = profile
        .parse()
        .map_err(|unknown: demold::UnknownName| error::Error::new_err(unknown.to_string()))?;
    if method != Method::Consensus && profile != Profile::default() {
        return Err(error::Error::new_err(format!(
            "the method {method} has no profiles; leave profile out"
        )));
    }
    if n_pages == 0 {
        return Err(error::Error::new_err(
            "pages_sampled must be at least 1, got 0",
        ));
    }
    let consensus = demold::crates::consensus::Learner::new().profile(profile);
    Ok(Learner::new()
        .method(method)
        .pages(n_pages)
        .seed(seed)
        .consensus(consensus))
}

fn from_sample(
    py: Python<'_>,
    learner: &Learner,
    sample: &[Page],
    n_available: usize,
    n_threads: Option<usize>,
) -> PyResult<Template> {
    let threads = threads::start(n_threads)?;
    py.detach(|| {
        let sample: Vec<Input<'_>> = sample.iter().map(Page::input).collect();
        threads.install(|| learner.learn_sample(&sample, n_available))
    })
    .map(|site| Template { site })
    .map_err(|error| error::from_demold(&error))
}

/// What the pages of a site share, ready to clean any page of it.
///
/// Made by `learn`, `load` or `from_bytes`. It does not change, can be used by
/// many threads at once, and can be pickled.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Template {
    site: Site,
}

#[pymethods]
impl Template {
    /// Find the template in a page and cut it out.
    ///
    /// Args:
    ///     page: bytes, str, (url, bytes) or (url, bytes, charset).
    ///
    /// Raises:
    ///     demold.Error: A limit is exceeded. Any bytes are a page.
    fn clean(&self, py: Python<'_>, page: Page) -> PyResult<Cleaned> {
        py.detach(|| clean(&self.site, page))
            .map(Cleaned::new)
            .map_err(|error| error::from_demold(&error))
    }

    /// Clean pages side by side, in order, a few ahead of what is asked for.
    ///
    /// The pages may be a generator of any length: never more than eight pages
    /// a thread are held.
    ///
    /// Args:
    ///     pages: An iterable of what `clean` takes.
    ///     threads: How many threads to work on; one for each core if None.
    #[pyo3(signature = (pages, threads = None))]
    fn clean_many(
        &self,
        pages: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<CleanedPages> {
        let pages = page::several(pages)?;
        Ok(CleanedPages::new(
            self.site.clone(),
            threads::start(threads)?,
            pages,
        ))
    }

    /// Write the template to a file, whole or not at all.
    ///
    /// The file is JSON that people can read, and that the command `demold`
    /// reads too.
    ///
    /// Raises:
    ///     OSError: The file cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| write_whole(&path, self.site.to_json().as_bytes()))
            .map_err(|error| error::from_io(error, &path))
    }

    /// Read a template from a file that `save` or the command wrote.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     demold.Error: It is damaged, no template, or of a later version.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Template> {
        let json = py
            .detach(|| fs::read(&path))
            .map_err(|error| error::from_io(error, &path))?;
        read(py, &json)
    }

    /// Return what `save` would write.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let json = py.detach(|| self.site.to_json());
        PyBytes::new(py, json.as_bytes())
    }

    /// Make a template of what `to_bytes` returned.
    ///
    /// Raises:
    ///     demold.Error: It is damaged, no template, or of a later version.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Template> {
        read(py, data)
    }

    /// How the template was found: "consensus", "distill", "mine" or "map".
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

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = slf.get_type().getattr("from_bytes")?;
        Ok((make, (slf.get().to_bytes(slf.py()),)))
    }

    fn __repr__(&self) -> String {
        format!("<demold.Template {}>", self.site.template().summary())
    }
}

fn read(py: Python<'_>, json: &[u8]) -> PyResult<Template> {
    py.detach(|| Site::from_json_bytes(json))
        .map(|site| Template { site })
        .map_err(|error| error::from_demold(&error))
}

/// Writes beside `path` and renames, so that nobody ever sees half a file.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".demold-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The process's umask still applies to this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
