//! What can go wrong, and what to do about it.

use std::fmt;

/// Why a page could not be rendered.
///
/// Any page has a text and is HTML without some regions. Only forms that write a part of a page more than once have
/// a limit. Messages are lower case without a final stop.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Error {
    /// A page takes more steps than pages of its length may.
    Work {
        /// How many steps it may take: nodes that are read and bytes that are written.
        limit: usize,
        /// The byte of the page's source at which it had taken them.
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
