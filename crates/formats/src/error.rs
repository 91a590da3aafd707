//! Why a file of pages cannot be read or written at all.

use std::{fmt, io};

/// An error that concerns a whole file. An error that concerns a single page comes as [`Skipped`](crate::Skipped).
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    Read {
        /// The system's message.
        source: io::Error,
    },
    /// The file is no table, or one without pages; a table cannot be written; or this program was built without
    /// something that it needs for the file.
    Unsuitable {
        /// The whole message.
        reason: String,
    },
}

impl Error {
    /// Returns the error for something that needs a feature of this crate.
    #[cfg(not(all(feature = "packed", feature = "parquet")))]
    pub(crate) fn left_out(what: &str, feature: &str) -> Error {
        let how = format!("build it with the feature `{feature}`, as it is by default");
        Error::Unsuitable { reason: format!("this program was built without {what}: {how}") }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read { source } => Some(source),
            Error::Unsuitable { .. } => None,
        }
    }
}

#[cfg(not(feature = "packed"))]
impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { .. } => f.write_str("the file cannot be read"),
            Error::Unsuitable { reason } => f.write_str(reason),
        }
    }
}
