//! The source of a page: bytes or text, in whatever Python holds them.

use std::{fs, io, path::PathBuf};

use pyo3::{
    Borrowed, PyTypeInfo as _,
    exceptions::PyTypeError,
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{IntoPyDict as _, PyByteArray, PyBytes, PyMemoryView, PyString},
};

use crate::error::{self, Error};

/// Where bytes or text stay while they are needed.
#[derive(Debug)]
pub(crate) enum Source {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Source {
    /// Refuses what is surely the name of a page and not a page: a single word that begins as
    /// an address does, or ends as files of HTML do. Whoever passes it wants the page fetched or read.
    pub(crate) fn check_is_no_name(&self) -> PyResult<()> {
        let Source::Text(text) = self else {
            return Ok(());
        };
        let word = text.trim();
        if word.contains(|char: char| char == '<' || char.is_whitespace()) {
            return Ok(());
        }
        let starts = |with: &str| (word.get(..with.len())).is_some_and(|start| start.eq_ignore_ascii_case(with));
        let ends = |with: &str| {
            let start = word.len().checked_sub(with.len());
            (start.and_then(|start| word.get(start..))).is_some_and(|end| end.eq_ignore_ascii_case(with))
        };
        if starts("http://") || starts("https://") {
            return Err(Error::new_err(format!(
                "{word:?} is an address, not a page: fetch it first, as by urllib.request.urlopen(url).read(), and \
                 pass the page and then the address; or let the command do it: demold clean {word}"
            )));
        }
        if ends(".html") || ends(".htm") || ends(".xhtml") {
            return Err(Error::new_err(format!(
                "{word:?} is the name of a file, not a page: pass pathlib.Path({word:?}), or the bytes of the file"
            )));
        }
        Ok(())
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
            // Not the text behind the element, which is its parent's.
            options.set_item("with_tail", false)?;
            let tostring = py.import("lxml.html")?.getattr("tostring")?;
            let html = tostring.call((given,), Some(&options))?;
            return Ok(Source::Text(html.cast_into::<PyString>()?.try_into()?));
        }
        // Scalars of Arrow.
        if given.hasattr("as_py")?
            && let Some(source) = plain(given.call_method0("as_py")?.as_borrowed())?
        {
            return Ok(source);
        }
        let mut message = format!(
            "a page is bytes, str, (url, bytes) or (url, bytes, charset), not {}",
            given.get_type().name()?
        );
        if given.hasattr("content")? && given.hasattr("status_code")? {
            message.push_str("; of an answer, pass (str(answer.url), answer.content)");
        }
        Err(PyTypeError::new_err(message))
    }
}

/// What holds bytes or text itself.
fn plain<'py>(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<Source>> {
    Ok(Some(if let Ok(bytes) = given.cast::<PyBytes>() {
        Source::Bytes(bytes.to_owned().into())
    } else if let Ok(text) = given.cast::<PyString>() {
        Source::Text(text.to_owned().try_into()?)
    } else if let Ok(bytes) = given.cast::<PyByteArray>() {
        // Copied, because it could change while it is read.
        Source::Bytes(bytes.to_owned().into())
    } else if given.is_instance(&PyMemoryView::type_object(given.py()))? {
        // Copied for the same reason, and because it may have gaps.
        Source::Bytes(given.call_method0("tobytes")?.extract()?)
    } else {
        return Ok(None);
    }))
}

/// Reads a file that a path names.
fn file<'py>(path: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
    let py = path.py();
    let path: PathBuf = path.extract()?;
    let bytes = py.detach(|| {
        // Pipes and devices may never end.
        if fs::metadata(&path)?.is_file() {
            fs::read(&path)
        } else {
            Err(io::Error::from(io::ErrorKind::InvalidInput))
        }
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

/// Whether this is an element or a tree of `lxml`. Whoever has one has imported it.
fn is_tree(given: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    let modules = given.py().import("sys")?.getattr("modules")?;
    let Ok(etree) = modules.get_item("lxml.etree") else {
        return Ok(false);
    };
    Ok(given.is_instance(&etree.getattr("_Element")?)? || given.is_instance(&etree.getattr("_ElementTree")?)?)
}
