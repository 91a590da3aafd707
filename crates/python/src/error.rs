//! The library's errors as Python exceptions.

use std::{fmt::Write as _, io, path::Path};

use pyo3::{
    create_exception,
    exceptions::{PyOSError, PyValueError},
    prelude::*,
};

create_exception!(
    demold,
    Error,
    PyValueError,
    "Why a template could not be learned, read or applied.\n\nA page is never at fault: any text \
     can be cleaned, in whatever encoding. An address is none, and neither is an image."
);

/// Converts an error to an exception, with its message and those of its causes.
pub(crate) fn from_demold(error: &demold::Error) -> PyErr {
    chained(error)
}

/// The same for an error of many pages.
pub(crate) fn from_pipeline(error: &pipeline::Error) -> PyErr {
    chained(error)
}

fn chained(error: &dyn std::error::Error) -> PyErr {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(message, ": {error}").expect("strings take all that is written");
        cause = error.source();
    }
    Error::new_err(message)
}

/// Converts an I/O error to an exception such as `FileNotFoundError`, which names the file.
pub(crate) fn from_io(error: io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        // An error without a number was made by this library, and its message names the file.
        return error.into();
    };
    let said = error.to_string();
    // Python adds the number itself, so that it is removed here.
    let said = said.split(" (os error").next().unwrap_or(&said).to_owned();
    PyOSError::new_err((number, said, path.display().to_string()))
}
