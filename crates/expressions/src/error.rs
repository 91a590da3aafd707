use std::fmt;

/// Why expressions could not be made, read, built or matched.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Error {
    /// A token pattern is not a repeated class of characters, such as `\S+` or `[^-\s]+`. Only such a pattern has a
    /// complement that matches the separators of tokens.
    Separator {
        /// The pattern that was given.
        given: String,
    },
    /// A piece cannot be a token: it is empty, it contains a separator, or it
    /// is not a regular expression.
    Piece {
        /// The text or the pattern that was given.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A line of a file is not a regular expression.
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// All expressions together would take too much memory.
    TooLarge {
        /// The configured limit in bytes.
        limit: usize,
        /// The message of the builder that exceeded the limit.
        reason: String,
    },
    /// The expressions match the page in so many ways that matching would take more than linear time.
    TooMuchWork {
        /// The largest number of steps for a page of this size.
        limit: usize,
    },
    /// The automaton cannot read a character of the page, because of a
    /// look-around in one of the expressions.
    Unsupported {
        /// The automaton's message.
        reason: String,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Separator { given } => {
                write!(f, "`{given}` is not a repeated class of characters")
            }
            Error::Piece { given, reason } => write!(f, "`{given}` cannot be a token: {reason}"),
            Error::Line { number, reason } => {
                write!(f, "line {number} is not a regular expression: {reason}")
            }
            Error::TooLarge { limit, reason } => {
                write!(f, "the expressions need more than {limit} bytes: {reason}")
            }
            Error::TooMuchWork { limit } => {
                write!(f, "matching the page needs more than {limit} steps")
            }
            Error::Unsupported { reason } => write!(f, "the page cannot be matched: {reason}"),
        }
    }
}
