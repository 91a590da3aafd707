//! Pages of WARC files.

use std::io::{self, Read};

use formats::{ReaderOptions, WarcPages};
use pyo3::{prelude::*, types::PyBytes};

use crate::error::Error;

/// A page: address, source, charset, date. If something is damaged, the last field has the error.
type Row<'py> = (Option<String>, Option<Bound<'py, PyBytes>>, Option<String>, Option<String>, Option<String>);

/// A Python file object, read in pieces.
struct PythonFile {
    file: Py<PyAny>,
}

/// The most bytes that are read from the file at once, whatever the reader asks for. Chosen: by eye.
const PIECE: usize = 1 << 18;

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The reader runs without the interpreter, and takes it only for this call.
        Python::attach(|py| {
            let n_wanted = buffer.len().min(PIECE);
            let piece = self.file.call_method1(py, "read", (n_wanted,))?;
            let piece: &[u8] = piece.extract(py).map_err(PyErr::from)?;
            let target = buffer
                // A file object that returns more than it was asked for would overflow the buffer.
                .get_mut(..piece.len())
                .ok_or_else(|| io::Error::other("the file gave more than it was asked for"))?;
            target.copy_from_slice(piece);
            Ok(piece.len())
        })
    }
}

/// An iterator over the pages of a WARC file, as the command reads them.
///
/// Records in which no page is expected are skipped. What is damaged comes as a
/// row without a page that says where the damage is, and what.
#[pyclass(module = "demold")]
pub(crate) struct WarcRows {
    pages: WarcPages<io::BufReader<PythonFile>>,
}

#[pymethods]
impl WarcRows {
    /// Reads from a binary file object; `name` is for messages.
    #[new]
    #[pyo3(signature = (file, name, max_page = 16_777_216))]
    fn new(file: Py<PyAny>, name: &str, max_page: usize) -> PyResult<WarcRows> {
        if max_page == 0 {
            return Err(Error::new_err("max_page must be at least 1, got 0"));
        }
        let file = io::BufReader::with_capacity(PIECE, PythonFile { file });
        let options = ReaderOptions::new().max_page(max_page);
        Ok(WarcRows { pages: WarcPages::new(file, name, &options) })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> Option<Row<'py>> {
        let pages = &mut self.pages;
        // Records that hold no page are skipped silently. Only damage is reported.
        let found = py.detach(|| pages.find(|found| !matches!(found, Err(skipped) if !skipped.reason.is_fault())));
        Some(match found? {
            Ok(page) => {
                let source = PyBytes::new(py, &page.bytes);
                (page.url, Some(source), page.charset, page.date, None)
            }
            Err(skipped) => {
                let error = format!("{}: {}", skipped.place, skipped.reason);
                (skipped.url, None, None, None, Some(error))
            }
        })
    }
}
