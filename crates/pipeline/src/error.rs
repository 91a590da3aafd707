//! Why pages cannot be learned from, cleaned or written.

use std::io;

use crate::obstacle::Obstacle;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why pages cannot be learned from, cleaned or written.
///
/// Messages are lower case without a final stop; causes are reached through [`source`](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The library `demold` refuses a page, or the pages of a site.
    #[error(transparent)]
    Demold(#[from] demold::Error),
    /// Expressions cannot be joined or compiled.
    #[error(transparent)]
    Expressions(expressions::Error),
    /// What should be kept, in memory or in a temporary file, cannot be written or read back.
    #[error("{what}")]
    Kept {
        /// What cannot be done.
        what: &'static str,
        /// The system's message.
        source: io::Error,
    },
    /// A file, a pattern or another thing that was given cannot be used, or a record cannot be made.
    #[error("{what}")]
    Unusable {
        /// What is wrong, and with which of them.
        what: String,
        /// The cause, if there is another one.
        source: Option<Cause>,
    },
    /// The stream that pages are written to cannot be written.
    #[error(transparent)]
    Stream(io::Error),
    /// Something is in the way of the output.
    #[error(transparent)]
    Output(#[from] Obstacle),
    /// The work was [stopped](crate::Observer::is_stopped).
    #[error("stopped")]
    Stopped,
}

impl Error {
    pub(crate) fn kept(what: &'static str) -> impl Fn(io::Error) -> Error {
        move |source| Error::Kept { what, source }
    }

    pub(crate) fn refused(what: String) -> Error {
        Error::Unusable { what, source: None }
    }

    pub(crate) fn record(source: impl Into<Cause>) -> Error {
        Error::file("cannot pack a record".to_owned(), source)
    }

    pub(crate) fn file(what: String, source: impl Into<Cause>) -> Error {
        Error::Unusable { what, source: Some(source.into()) }
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
