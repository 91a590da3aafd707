//! The source of a page: bytes or text, in any of the types in which Python holds them.

use std::{fs, io, path::PathBuf};

use demold::NoPage;
use pyo3::{
    Borrowed, PyTypeInfo as _,
    exceptions::PyTypeError,
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{IntoPyDict as _, PyByteArray, PyBytes, PyMemoryView, PyString},
};

use crate::error::{self, Error};

/// Keeps bytes or text alive while they are needed.
#[derive(Debug)]
pub(crate) enum Source {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Source {
    fn bytes(&self) -> &[u8] {
        match self {
            Source::Bytes(bytes) => bytes,
            Source::Text(text) => text.as_bytes(),
        }
    }

    /// Refuses what is certainly no page.
    ///
    /// # Errors
    ///
    /// `demold.Error`, which says what to do instead.
    pub(crate) fn check(&self) -> PyResult<()> {
        let Some(what) = NoPage::of(self.bytes()) else {
            return Ok(());
        };
        let name = String::from_utf8_lossy(self.bytes());
        let name = name.trim().trim_start_matches('\u{feff}');
        Err(Error::new_err(match what {
            NoPage::Address => format!(
                "{name:?} is an address, not a page: fetch it first, as by urllib.request.urlopen(url).read(), and \
                 pass the page and then the address; or let the command do it: demold clean {name}"
            ),
            NoPage::Addresses => "this is a list of addresses, not a page: fetch each, as by \
                 urllib.request.urlopen(url).read(), and pass the pages; or let the command do it: demold clean --urls \
                 FILE"
                .to_owned(),
            NoPage::FileName => format!(
                "{name:?} is the name of a file, not a page: pass pathlib.Path({name:?}), or the bytes of the file"
            ),
            what => format!("this is {what}, not a page"),
        }))
    }
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
        if let Some(source) = plain(given)? {
            return Ok(source);
        }
        let py = given.py();
        if given.hasattr("__fspath__")? {
            return file(given);
        }
        if is_tree(given)? {
            let options = [("encoding", "unicode")].into_py_dict(py)?;
            // The tail of an element is the text behind it, which belongs to its parent.
            options.set_item("with_tail", false)?;
            let tostring = py.import("lxml.html")?.getattr("tostring")?;
            let html = tostring.call((given,), Some(&options))?;
            return Ok(Source::Text(html.cast_into::<PyString>()?.try_into()?));
        }
        // Scalars of Arrow convert themselves to bytes or text.
        if given.hasattr("as_py")?
            && let Some(source) = plain(given.call_method0("as_py")?.as_borrowed())?
        {
            return Ok(source);
        }
        let mut message =
            format!("a page is bytes, str, (url, bytes) or (url, bytes, charset), not {}", given.get_type().name()?);
        // A response of `requests` or `httpx` has both attributes.
        if given.hasattr("content")? && given.hasattr("status_code")? {
            message.push_str("; of an answer, pass (str(answer.url), answer.content)");
        }
        Err(PyTypeError::new_err(message))
    }
}

/// Returns the source if the object itself holds bytes or text.
fn plain<'py>(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<Source>> {
    Ok(Some(if let Ok(bytes) = given.cast::<PyBytes>() {
        Source::Bytes(bytes.to_owned().into())
    } else if let Ok(text) = given.cast::<PyString>() {
        Source::Text(text.to_owned().try_into()?)
    } else if let Ok(bytes) = given.cast::<PyByteArray>() {
        // Bytearrays are copied, because they could change while they are read.
        Source::Bytes(bytes.to_owned().into())
    } else if given.is_instance(&PyMemoryView::type_object(given.py()))? {
        // Memory views are copied for the same reason, and because they may have gaps.
        Source::Bytes(given.call_method0("tobytes")?.extract()?)
    } else {
        return Ok(None);
    }))
}

/// Reads the file that a path names.
fn file<'py>(path: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
    let py = path.py();
    let path: PathBuf = path.extract()?;
    let bytes = py.detach(|| {
        // Pipes and devices may never end, so that only regular files are read.
        if fs::metadata(&path)?.is_file() { fs::read(&path) } else { Err(io::Error::from(io::ErrorKind::InvalidInput)) }
    });
    match bytes {
        Ok(bytes) => Ok(Source::Bytes(PyBytes::new(py, &bytes).into())),
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            let message = format!("{} is not a file", path.display());
            Err(Error::new_err(message))
        }
        Err(error) => Err(error::from_io(error, &path)),
    }
}

/// Returns whether this is an element or a tree of `lxml`. A caller who has one has imported the module, so that it
/// is not imported here.
fn is_tree(given: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    let modules = given.py().import("sys")?.getattr("modules")?;
    let Ok(etree) = modules.get_item("lxml.etree") else {
        return Ok(false);
    };
    Ok(given.is_instance(&etree.getattr("_Element")?)? || given.is_instance(&etree.getattr("_ElementTree")?)?)
}
