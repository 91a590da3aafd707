//! What can go wrong: a file may not be a model.

use std::fmt;

/// Why a model could not be read.
///
/// The rows are never at fault: any finite features have a score.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A line of the file does not follow the grammar, or names an ensemble or a feature that the caller does not have.
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file ends without an ensemble that the caller asked for.
    Missing {
        /// The name of the ensemble.
        ensemble: String,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Line { line, reason } => write!(f, "line {line} of the model: {reason}"),
            Error::Missing { ensemble } => write!(f, "the model has no ensemble {ensemble:?}"),
        }
    }
}
