//! `demold.Samples`: a few pages of each site of a crawl.

use std::{fs::File, io, path::Path, sync::Mutex};

use pyo3::{prelude::*, types::PyBytes};

use crate::{error, page::Page};

type Drawing = corpus::Samples<fn() -> io::Result<File>>;

/// A page that was drawn, as `learn` and `clean` take it.
type Drawn<'py> = (Option<String>, Bound<'py, PyBytes>, Option<String>);

/// A sample of pages for each of many sites, drawn while they stream by.
///
/// The sample of a site is its pages whose decoded sources have the smallest
/// seeded hashes, without copies. It depends neither on the order of the pages
/// nor on their names or grouping, and is the same that the command draws.
///
/// Pages are held compressed: in memory up to a limit, and beyond it in a file.
///
/// Args:
///     pages_sampled: How many pages to draw from each site.
///     seed: The seed of the draw.
///     memory: How many bytes of compressed pages to hold in memory.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Samples {
    drawing: Mutex<Drawing>,
}

#[pymethods]
impl Samples {
    #[new]
    #[pyo3(signature = (pages_sampled = 24, seed = 0, *, memory = 268_435_456))]
    fn new(pages_sampled: usize, seed: u64, memory: usize) -> PyResult<Samples> {
        if pages_sampled == 0 {
            return Err(error::Error::new_err(
                "pages_sampled must be at least 1, got 0",
            ));
        }
        let drawing = Drawing::new(pages_sampled, seed, memory, tempfile::tempfile);
        Ok(Samples {
            drawing: Mutex::new(drawing),
        })
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
        let input = page.input();
        let place = corpus::Place {
            file: "".into(),
            at: corpus::At::Whole,
        };
        let page = corpus::Page {
            url: input.get_url().map(str::to_owned),
            charset: input.get_charset().map(str::to_owned),
            ..corpus::Page::new(place, input.bytes().to_vec())
        };
        self.locked(py, |drawing| drawing.offer(site, None, &page))
    }

    /// Return the sites, sorted, with the numbers of their pages.
    fn sites(&self, py: Python<'_>) -> PyResult<Vec<(String, u64)>> {
        self.locked(py, |drawing| {
            let sites = drawing.sites();
            Ok(sites
                .map(|(site, n_pages)| (site.to_owned(), n_pages))
                .collect())
        })
    }

    /// Take out a site: the number of its pages, and the sample.
    ///
    /// Raises:
    ///     KeyError: There was no page of that site.
    ///     OSError: The file cannot be read.
    fn take<'py>(&self, py: Python<'py>, site: &str) -> PyResult<(u64, Vec<Drawn<'py>>)> {
        let Some((n_pages, drawn)) = self.locked(py, |drawing| drawing.take(site))? else {
            return Err(pyo3::exceptions::PyKeyError::new_err(site.to_owned()));
        };
        let pages = drawn
            .into_iter()
            .map(|page| (page.url, PyBytes::new(py, &page.bytes), page.charset))
            .collect();
        Ok((n_pages, pages))
    }
}

impl Samples {
    fn locked<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Drawing) -> io::Result<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            // If it panics, nothing is done; it is never half done.
            let mut drawing = self
                .drawing
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            work(&mut drawing)
        })
        .map_err(|failure| error::from_io(failure, Path::new("a temporary file")))
    }
}
