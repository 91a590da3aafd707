//! The errors of a crawl.

use std::{fmt, io, path::PathBuf};

/// Why a crawl could not begin or continue.
///
/// Failures of single URLs are no errors: an [`Event`](crate::Event) reports what becomes of each URL, and the
/// [`Summary`](crate::Summary) counts it. Messages are lower case without a final stop; causes are available by
/// [`source`](std::error::Error::source).
#[non_exhaustive]
#[derive(Debug)]
pub enum Error {
    /// The contact is neither a mail address nor a URL, so that people who run a server would not know whom to write
    /// to.
    Contact {
        /// The contact that was given.
        given: String,
    },
    /// The HTTP client could not be set up.
    Client {
        /// Its message.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A file could not be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: io::Error,
    },
    /// The file that records the progress of a crawl is damaged, or was written
    /// by a later version.
    Frontier {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },
    /// The archive is shorter than when the crawl was interrupted.
    ArchiveChanged {
        /// The archive.
        path: PathBuf,
        /// Its length then, in bytes.
        expected: u64,
        /// Its length now.
        found: u64,
    },
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Client { source } => Some(&**source),
            Error::File { source, .. } => Some(source),
            Error::Contact { .. } | Error::Frontier { .. } | Error::ArchiveChanged { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Contact { given } => {
                write!(f, "the contact must be a mail address or an http(s) URL, got {given:?}")
            }
            Error::Client { .. } => f.write_str("the HTTP client cannot be set up"),
            Error::File { path, .. } => write!(f, "cannot use {}", path.display()),
            Error::Frontier { path, line } => {
                write!(f, "{}, line {line}: not a line of a crawl's frontier", path.display())
            }
            Error::ArchiveChanged { path, expected, found } => {
                write!(f, "{} has {found} bytes, but had {expected} when the crawl was interrupted", path.display())
            }
        }
    }
}
