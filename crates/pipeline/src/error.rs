//! Why pages cannot be learned from, cleaned or written.

use std::{fmt, io};

use crate::obstacle::Obstacle;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why pages cannot be learned from, cleaned or written.
///
/// Messages are lower case without a final stop; causes are reached through [`source`](std::error::Error::source).
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The library `demold` refuses a page, or the pages of a site.
    Demold(demold::Error),
    /// Expressions cannot be joined or compiled.
    Expressions(expressions::Error),
    /// What should be kept, in memory or in a temporary file, cannot be written or read back.
    Kept {
        /// What cannot be done.
        what: &'static str,
        /// The system's message.
        source: io::Error,
    },
    /// A file cannot be used, or a record cannot be made.
    File {
        /// What is wrong, and with which file.
        what: String,
        /// The cause, if there is another one.
        source: Option<Cause>,
    },
    /// The stream that pages are written to cannot be written.
    Stream(io::Error),
    /// Something is in the way of the output.
    Output(Obstacle),
    /// The work was [stopped](crate::Observer::is_stopped).
    Stopped,
}

impl Error {
    pub(crate) fn kept(what: &'static str) -> impl Fn(io::Error) -> Error {
        move |source| Error::Kept { what, source }
    }

    pub(crate) fn refused(what: String) -> Error {
        Error::File { what, source: None }
    }

    pub(crate) fn record(source: impl Into<Cause>) -> Error {
        Error::file("cannot pack a record".to_owned(), source)
    }

    pub(crate) fn file(what: String, source: impl Into<Cause>) -> Error {
        Error::File { what, source: Some(source.into()) }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Their messages are the messages of these errors.
            Error::Demold(error) => error.source(),
            Error::Expressions(error) => error.source(),
            Error::Stream(error) => error.source(),
            Error::Kept { source, .. } => Some(source),
            Error::File { source, .. } => source.as_ref().map(|source| &**source as _),
            Error::Output(_) | Error::Stopped => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Demold(error) => error.fmt(f),
            Error::Expressions(error) => error.fmt(f),
            Error::Stream(error) => error.fmt(f),
            Error::Kept { what, .. } => f.write_str(what),
            Error::File { what, .. } => f.write_str(what),
            Error::Output(obstacle) => obstacle.fmt(f),
            Error::Stopped => f.write_str("stopped"),
        }
    }
}

impl From<demold::Error> for Error {
    fn from(error: demold::Error) -> Error {
        Error::Demold(error)
    }
}

impl From<Obstacle> for Error {
    fn from(obstacle: Obstacle) -> Error {
        Error::Output(obstacle)
    }
}

/// Says what failed because of an error.
pub(crate) trait Context<T> {
    /// Returns the error with a message before its own.
    fn with_context(self, what: impl FnOnce() -> String) -> Result<T, Error>;
}

impl<T, E: Into<Cause>> Context<T> for Result<T, E> {
    fn with_context(self, what: impl FnOnce() -> String) -> Result<T, Error> {
        self.map_err(|error| Error::file(what(), error))
    }
}

/// Returns the messages of an error and of its causes.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.push_str(&format!(": {error}"));
        cause = error.source();
    }
    message
}
