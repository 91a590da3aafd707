use std::fmt;

/// Why something could not be configured, mined or reassembled.
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
    /// A share is outside (0, 1].
    Share {
        /// Which setting it was given for.
        setting: &'static str,
        /// The share that was given.
        given: f64,
    },
    /// A setting that counts something is below its least value.
    TooSmall {
        /// Which setting it was given for.
        setting: &'static str,
        /// The value that was given.
        given: f64,
        /// The least valid value.
        least: f64,
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
    /// Mined strings that were passed as parts contradict themselves.
    Parts {
        /// The index of the string in the given order.
        string: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Pattern { pattern, reason } => {
                write!(f, "pattern `{pattern}` is not usable: {reason}")
            }
            Error::Share { setting, given } => {
                write!(f, "{setting} must be more than 0 and at most 1, got {given}")
            }
            Error::TooSmall { setting, given, least } => {
                write!(f, "{setting} must be at least {least}, got {given}")
            }
            Error::TooManyTokens { needed, limit } => {
                write!(f, "the documents need {needed} positions, limit is {limit}")
            }
            Error::TooManyMinedTokens { needed, limit } => {
                write!(f, "the mined strings need {needed} tokens, limit is {limit}")
            }
            Error::OutOfMemory { tokens } => {
                write!(f, "not enough memory for the suffix array of {tokens} tokens")
            }
            Error::Parts { string, reason } => {
                write!(f, "mined string {string} is damaged: {reason}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_limit() {
        let error = Error::TooManyTokens { needed: 3_000_000_000, limit: 2_147_480_000 };
        assert_eq!(error.to_string(), "the documents need 3000000000 positions, limit is 2147480000");
        let error = Error::TooManyMinedTokens { needed: 12, limit: 10 };
        assert_eq!(error.to_string(), "the mined strings need 12 tokens, limit is 10");
    }
}
