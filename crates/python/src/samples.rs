//! `demold.Samples`: a few pages of each site of a crawl.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex},
};

use demold::{DecodedPage, Fingerprint};
use pipeline::{Needed, PageForm, PageStore, Sampling, Staged};
use pyo3::{prelude::*, types::PyBytes};

use crate::{error, page::Page};

/// A page of the sample, in the form that `learn` and `clean` accept.
type Drawn<'py> = (Option<String>, Bound<'py, PyBytes>, Option<String>);

/// A page of the sample, and its fingerprint, so that it need not be read again when it is offered again. The fingerprint
/// is unknown for pages for which there was no room in memory.
type Marked = (formats::Page, Option<Fingerprint>);

/// The same for Python.
type DrawnAndMark<'py> = (Drawn<'py>, Option<Bound<'py, PyBytes>>);

/// A sample of pages for each of many sites, drawn while they stream by.
///
/// The sample of a site is its pages whose decoded sources have the smallest
/// seeded hashes, without copies. It depends neither on the order of the pages
/// nor on their names or grouping, and is the same that the command draws.
///
/// Pages are held in memory up to a limit, and beyond it compressed, in a file.
///
/// Args:
///     pages_sampled: How many pages to draw from each site.
///     seed: The seed of the draw.
///     memory: How many bytes of pages to hold in memory.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Samples {
    seed: u64,
    drawing: Mutex<pipeline::Samples>,
}

#[pymethods]
impl Samples {
    #[new]
    #[pyo3(signature = (pages_sampled = 24, seed = 0, *, memory = 268_435_456))]
    fn new(pages_sampled: usize, seed: u64, memory: usize) -> PyResult<Samples> {
        if pages_sampled == 0 {
            return Err(error::Error::new_err("pages_sampled must be at least 1, got 0"));
        }
        let sampling = Sampling { k: pages_sampled, seed, needed: Needed::Sources, ..Sampling::default() };
        let store = Arc::new(PageStore::new(memory));
        Ok(Samples { seed, drawing: Mutex::new(pipeline::Samples::new(sampling, store)) })
    }

    /// Count a page of a site, and hold it if it is drawn.
    ///
    /// Args:
    ///     site: The site, as `SiteGrouper` gives it.
    ///     page: As for `learn`. Of several pages that show the same text, one
    ///         is drawn.
    ///
    /// Raises:
    ///     OSError: The file cannot be written.
    fn offer(&self, py: Python<'_>, site: &str, page: Page) -> PyResult<()> {
        self.offered(py, site, &page, None)
    }

    /// Does the same as `offer`, with a page that `_take_marked` returned.
    fn _offer_marked(&self, py: Python<'_>, site: &str, page: Page, mark: Option<[u8; 16]>) -> PyResult<()> {
        self.offered(py, site, &page, mark.map(Fingerprint::from_bytes))
    }

    /// Return the sites, sorted, with the numbers of their pages.
    fn sites(&self, py: Python<'_>) -> PyResult<Vec<(String, u64)>> {
        self.locked(py, |drawing| {
            let sites = drawing.sites();
            Ok(sites.map(|(site, n_pages)| (site.to_owned(), n_pages)).collect())
        })
    }

    /// Take out a site: the number of its pages, and the sample.
    ///
    /// Raises:
    ///     KeyError: There was no page of that site.
    ///     OSError: The file cannot be read.
    fn take<'py>(&self, py: Python<'py>, site: &str) -> PyResult<(u64, Vec<Drawn<'py>>)> {
        let (n_pages, drawn) = self.taken(py, site)?;
        let pages = drawn.into_iter().map(|(page, _)| handed(py, page));
        Ok((n_pages, pages.collect()))
    }

    /// Does the same as `take`. Each page comes with its fingerprint, if it is known.
    fn _take_marked<'py>(&self, py: Python<'py>, site: &str) -> PyResult<(u64, Vec<DrawnAndMark<'py>>)> {
        let (n_pages, drawn) = self.taken(py, site)?;
        let pages = drawn.into_iter().map(|(page, mark)| {
            let mark = mark.map(|mark| PyBytes::new(py, &mark.to_bytes()));
            (handed(py, page), mark)
        });
        Ok((n_pages, pages.collect()))
    }
}

fn handed(py: Python<'_>, page: formats::Page) -> Drawn<'_> {
    (page.url, PyBytes::new(py, &page.bytes), page.charset)
}

impl Samples {
    fn offered(&self, py: Python<'_>, site: &str, page: &Page, mark: Option<Fingerprint>) -> PyResult<()> {
        let input = page.input();
        self.locked(py, |drawing| {
            // Most pages of large sites are not drawn, and the rank that decides this depends on the source alone.
            // Their visible text is never read.
            let mut decoded = None;
            if mark.is_none() && drawing.n_pages(site) > 0 {
                let source = DecodedPage::of(input);
                if drawing.n_wanted(site, [source.rank(self.seed)]) == 0 {
                    drawing.count(site);
                    return Ok(());
                }
                decoded = Some(source);
            }
            // The page comes from Python and not from a file, so that its place is empty.
            let place = formats::Place { file: "".into(), at: formats::At::Whole };
            let page = formats::Page {
                url: input.get_url().map(str::to_owned),
                charset: input.get_charset().map(str::to_owned),
                is_text: page.is_plain_text(),
                ..formats::Page::new(place, input.bytes().to_vec())
            };
            let mark = mark.or_else(|| decoded.map(|source| source.read().fingerprint()));
            let form = mark.map(|mark| PageForm::Source(page.clone().into(), Some(mark)));
            drawing.offer(site, Staged::from(form), &page)
        })
    }

    fn taken(&self, py: Python<'_>, site: &str) -> PyResult<(u64, Vec<Marked>)> {
        let read = |drawing: &mut pipeline::Samples| {
            let Some(sample) = drawing.take(site) else {
                return Ok(None);
            };
            let n_pages = sample.n_pages();
            let drawn = sample.read()?.into_iter();
            let sources = drawn.filter_map(|drawn| match drawn.form() {
                PageForm::Source(page, mark) => Some((formats::Page::clone(page), *mark)),
                PageForm::Parsed(_) => None,
            });
            Ok(Some((n_pages, sources.collect())))
        };
        self.locked(py, read)?.ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(site.to_owned()))
    }

    fn locked<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut pipeline::Samples) -> io::Result<T> + Send,
    ) -> PyResult<T> {
        // The lock is taken without the interpreter: the thread that holds it may be waiting for the disk.
        py.detach(|| {
            // Work that panics has changed nothing, so that a poisoned lock still guards a valid drawing.
            let mut drawing = self.drawing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            work(&mut drawing)
        })
        .map_err(|failure| error::from_io(failure, Path::new("a temporary file")))
    }
}
