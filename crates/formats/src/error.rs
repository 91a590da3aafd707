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
    /// The file should be a Parquet table, but is not one that can be read.
    NoTable {
        /// What is wrong with it.
        reason: String,
    },
    /// The table has no column of strings with that name.
    NoColumn {
        /// The name.
        name: String,
        /// The columns that it has.
        columns: Vec<String>,
    },
    /// The file has a compression or a layout for which this program was built without support.
    LeftOut {
        /// What was left out.
        what: &'static str,
        /// The feature of this crate that adds it.
        feature: &'static str,
    },
    /// A table cannot be written.
    Table {
        /// What prevents it.
        reason: String,
    },
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read { source } => Some(source),
            _ => None,
        }
    }
}

#[cfg(not(feature = "packed"))]
impl Error {
    /// Returns the error for something that needs the feature `packed`.
    pub(crate) fn left_out(what: &'static str) -> Error {
        Error::LeftOut { what, feature: "packed" }
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
            Error::NoTable { reason } => {
                write!(f, "it cannot be read as Parquet: {reason}")
            }
            Error::NoColumn { name, columns } => {
                write!(f, "there is no column {name:?} of strings; the columns are {}", columns.join(", "))
            }
            Error::LeftOut { what, feature } => write!(
                f,
                "this program was built without {what}: build it with the feature `{feature}`, as it is by default"
            ),
            Error::Table { reason } => write!(f, "the table cannot be written: {reason}"),
        }
    }
}
