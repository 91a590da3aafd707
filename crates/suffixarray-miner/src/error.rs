use std::fmt;

/// Why something could not be configured or mined.
///
/// The content of documents is never an error; only their total size can be.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// A token pattern or a mutable pattern cannot be compiled.
    Pattern {
        /// The pattern that was given.
        pattern: String,
        /// The message of the `regex` crate.
        reason: String,
    },
    /// A setting makes no sense.
    Setting {
        /// Which setting it is.
        setting: &'static str,
        /// What it must be, and the value that was given.
        reason: String,
    },
    /// The documents have more tokens than can be counted.
    TooManyTokens {
        /// The tokens of all documents, and one end symbol each.
        needed: usize,
        /// The configured limit, at most [`Config::MAX_TOKENS`](crate::Config::MAX_TOKENS).
        limit: usize,
    },
    /// The selected strings together have more tokens than allowed.
    TooManyMinedTokens {
        /// The tokens of the strings up to the one that exceeded the limit.
        needed: usize,
        /// The configured limit.
        limit: usize,
    },
    /// There was not enough memory for the suffix array.
    OutOfMemory {
        /// The tokens of all documents, and one end symbol each.
        tokens: usize,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Pattern { pattern, reason } => {
                write!(f, "pattern `{pattern}` is not usable: {reason}")
            }
            Error::Setting { setting, reason } => write!(f, "{setting} must be {reason}"),
            Error::TooManyTokens { needed, limit } => {
                write!(f, "the documents need {needed} positions, limit is {limit}")
            }
            Error::TooManyMinedTokens { needed, limit } => {
                write!(f, "the mined strings need {needed} tokens, limit is {limit}")
            }
            Error::OutOfMemory { tokens } => {
                write!(f, "not enough memory for the suffix array of {tokens} tokens")
            }
        }
    }
}
