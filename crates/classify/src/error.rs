//! What can go wrong.

use std::fmt;

/// Why something could not be read. Pages are never at fault: any page can be
/// judged.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A file of a forest is damaged, or made for other features.
    Forest(gbdt::Error),
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Forest(error) => Some(error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Forest(_) => f.write_str("the trees cannot be read"),
        }
    }
}
