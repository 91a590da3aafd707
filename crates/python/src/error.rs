//! The library's errors as Python exceptions.

use std::{fmt::Write as _, io, path::Path};

use pipeline::Obstacle;
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
pub(crate) fn from_demold(error: demold::Error) -> PyErr {
    Error::new_err(message(&error))
}

/// The same for an error of many pages. If something is in the way of the output, the message says what to pass.
pub(crate) fn from_pipeline(error: pipeline::Error) -> PyErr {
    let advice = match &error {
        pipeline::Error::Output(obstacle) => match obstacle {
            Obstacle::Exists { .. } => "; force=True replaces it",
            Obstacle::Filled { is_crawl: true, .. } => {
                "; name another folder, or go on with an interrupted run by resume=True"
            }
            Obstacle::Filled { is_crawl: false, .. } => {
                "; force=True writes into it and replaces files of the same name"
            }
            Obstacle::Interrupted { .. } => "; resume=True continues it, force=True starts again",
            Obstacle::Another { .. } => "; pass the same arguments, or force=True to begin again",
            Obstacle::Shorter { .. } => "; force=True starts again",
            Obstacle::Several { .. } => "; name a folder, or a file for all of them such as pages.jsonl",
            _ => "",
        },
        _ => "",
    };
    let message = message(&error) + advice;
    let mut causes = std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
    match causes.find_map(|cause| cause.downcast_ref::<io::Error>()?.raw_os_error()) {
        // Python makes a `FileNotFoundError` of it, or whatever the number stands for.
        Some(number) => PyOSError::new_err((number, message)),
        None => Error::new_err(message),
    }
}

fn message(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(message, ": {error}").expect("strings take all that is written");
        cause = error.source();
    }
    message
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
