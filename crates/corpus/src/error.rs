//! Why a file of pages cannot be read or written at all.

use std::{fmt, io};

/// What is wrong with a whole file. What is wrong with a single page comes as
/// [`Skipped`](crate::Skipped).
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    Read {
        /// The system's message.
        source: io::Error,
    },
    /// It should be a table, but is not one that can be read.
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { .. } => f.write_str("the file cannot be read"),
            Error::NoTable { reason } => {
                write!(f, "it cannot be read as Parquet: {reason}")
            }
            Error::NoColumn { name, columns } => write!(
                f,
                "there is no column {name:?} of strings; the columns are {}",
                columns.join(", ")
            ),
            Error::Table { reason } => write!(f, "the table cannot be written: {reason}"),
        }
    }
}
