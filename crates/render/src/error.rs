//! The error of this crate.

use std::fmt;

/// Why a page could not be rendered.
///
/// Any page can be rendered as text and as HTML. Only forms that may write a part of a page more than once have a
/// limit. Messages are lower case without a final stop.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Error {
    /// The page takes more steps than its length allows.
    Work {
        /// How many steps are allowed: nodes that are read and bytes that are written.
        limit: usize,
        /// The byte of the page's source at which the limit was exceeded.
        at: usize,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Work { limit, at } => write!(
                f,
                "the page takes more than {limit} steps (nodes read and bytes written) up to its byte {at}; its text \
                 and its HTML have no such limit"
            ),
        }
    }
}
