//! What can go wrong.

use std::fmt;

/// Why something could not be read. Pages are never at fault: any page can be
/// judged.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A file of a forest is damaged, or made for other features.
    Forest {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Forest { line, reason } => {
                write!(f, "line {line} of the forest: {reason}")
            }
        }
    }
}
