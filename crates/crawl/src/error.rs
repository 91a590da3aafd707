//! The errors of a crawl.

use std::{io, path::PathBuf};

/// Why a crawl could not begin or continue.
///
/// Failures of single URLs are no errors: an [`Event`](crate::Event) reports what becomes of each URL, and the
/// [`Summary`](crate::Summary) counts it. Messages are lower case without a final stop; causes are available by
/// [`source`](std::error::Error::source).
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The contact is neither a mail address nor a URL, so that people who run a server would not know whom to write
    /// to.
    #[error("the contact must be a mail address or an http(s) URL, got {given:?}")]
    Contact {
        /// The contact that was given.
        given: String,
    },
    /// The HTTP client could not be set up.
    #[error("the HTTP client cannot be set up")]
    Client {
        /// Its message.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A file could not be read or written.
    #[error("cannot use {}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: io::Error,
    },
    /// The file that records the progress of a crawl is damaged, or was written
    /// by a later version.
    #[error("{}, line {line}: not a line of a crawl's frontier", .path.display())]
    Frontier {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },
    /// The archive is shorter than when the crawl was interrupted.
    #[error("{} has {found} bytes, but had {expected} when the crawl was interrupted", .path.display())]
    ArchiveChanged {
        /// The archive.
        path: PathBuf,
        /// Its length then, in bytes.
        expected: u64,
        /// Its length now.
        found: u64,
    },
}
