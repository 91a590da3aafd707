//! The errors of reading WARC files.

use std::{fmt, io};

/// Why a record could not be read.
///
/// After [`Error::Damaged`] reading continues with the next record; after
/// [`Error::Read`] nothing more comes. Messages are lower case without a final
/// stop; causes are reached through [`source`](std::error::Error::source).
#[non_exhaustive]
#[derive(Debug)]
pub enum Error {
    /// The file itself could not be read any further.
    Read {
        /// The system's message.
        source: io::Error,
    },
    /// Something in the file is not a proper record, and was skipped.
    Damaged {
        /// Where it is: see [`WarcRecord::offset`](crate::warc::WarcRecord::offset).
        offset: u64,
        /// What is wrong with it.
        reason: Damage,
    },
}

/// What is wrong with a record.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Damage {
    /// These bytes do not begin like a record.
    NotARecord,
    /// The header does not end, or not within 64 KiB.
    HeaderTooLong,
    /// Another record begins inside the header.
    HeaderUnended,
    /// A line of the header is no field: it has no name and colon.
    NoField,
    /// The header has a field more than once that may stand only once.
    Repeated {
        /// The name of the field.
        name: &'static str,
    },
    /// The header has no `WARC-Type`.
    NoType,
    /// The header has no readable `Content-Length`.
    NoLength,
    /// The block is not as long as the header says.
    WrongLength {
        /// The length that the header gives.
        stated: u64,
    },
    /// The file ends within the record.
    Truncated,
    /// Something follows a record that should stand alone.
    NotAlone,
    /// The record has more bytes than are accepted.
    TooLong {
        /// The number of bytes that are accepted.
        limit: usize,
    },
    /// The compressed bytes are damaged.
    Compressed {
        /// The decompressor's message.
        reason: String,
    },
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read { source } => Some(source),
            Error::Damaged { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { .. } => f.write_str("the file cannot be read any further"),
            Error::Damaged { offset, reason } => {
                write!(f, "damaged record at byte {offset}: {reason}")
            }
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NotARecord => f.write_str("it does not begin with WARC/ and a version"),
            Damage::HeaderTooLong => f.write_str("its header does not end within 64 KiB"),
            Damage::HeaderUnended => f.write_str("another record begins in its header"),
            Damage::NoField => f.write_str("a line of its header is no field"),
            Damage::Repeated { name } => write!(f, "its header has more than one {name}"),
            Damage::NoType => f.write_str("its header has no WARC-Type"),
            Damage::NoLength => f.write_str("its header has no readable Content-Length"),
            Damage::WrongLength { stated } => {
                write!(f, "its block is not {stated} bytes long, although its header says so")
            }
            Damage::Truncated => f.write_str("the file ends within it"),
            Damage::NotAlone => f.write_str("something follows it"),
            Damage::TooLong { limit } => write!(f, "it has more than {limit} bytes"),
            Damage::Compressed { reason } => {
                write!(f, "its compressed bytes are damaged ({reason})")
            }
        }
    }
}
