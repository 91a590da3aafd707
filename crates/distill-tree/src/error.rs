//! Why pages could not be distilled.

use std::fmt;

/// Why pages could not be distilled, or a consensus could not be assembled.
///
/// The error of an alignment is the [`source`](std::error::Error::source) of [`Error::Align`]; print the chain to
/// show both.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// The threshold was not above 0 and at most 1.
    Threshold {
        /// The threshold that was given.
        given: f64,
    },
    /// The sample would have no pages.
    EmptySample,
    /// Two sequences were too long to be aligned within the limits.
    Align(
        /// The aligner's error.
        align_nw::Error,
    ),
    /// A consensus must have one support for each symbol.
    Lengths {
        /// The number of symbols that were given.
        symbols: usize,
        /// The number of supports that were given.
        supports: usize,
    },
    /// A symbol of a consensus must be known: [`UNKNOWN`](crate::UNKNOWN) equals
    /// nothing, so nothing can share it.
    Unknown {
        /// The position of the symbol.
        position: usize,
    },
    /// A symbol's support must be between 1 and the number of pages.
    Support {
        /// The position of the symbol.
        position: usize,
        /// Its support.
        given: u32,
        /// The number of pages.
        pages: u32,
    },
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Align(cause) => Some(cause),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::Threshold { given } => {
                write!(f, "threshold must be above 0 and at most 1, got {given}")
            }
            Error::EmptySample => write!(f, "sample must have at least one page"),
            Error::Align(_) => write!(f, "two pages cannot be aligned"),
            Error::Lengths { symbols, supports } => {
                write!(f, "{symbols} symbols need as many supports, got {supports}")
            }
            Error::Unknown { position } => {
                write!(f, "symbol at {position} is the one that stands for unknown tokens")
            }
            Error::Support { position, given, pages } => {
                write!(f, "support of the symbol at {position} must be from 1 to {pages}, got {given}")
            }
        }
    }
}
