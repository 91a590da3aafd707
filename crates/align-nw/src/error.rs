//! Why an alignment could not be configured or computed.

use std::fmt;

/// Why an alignment could not be configured or computed.
///
/// The symbols never cause an error: any two sequences can be aligned if they are short enough for the limits.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Error {
    /// The gap score was not negative, so longer gaps would score higher.
    GapNotNegative {
        /// The score that was given.
        given: i32,
    },
    /// The match score was not above the mismatch score, so equal symbols would
    /// not be worth pairing.
    MatchNotAboveMismatch {
        /// The match score that was given.
        match_score: i32,
        /// The mismatch score that was given.
        mismatch: i32,
    },
    /// The match score was below two gaps, so that two equal symbols would be left alone rather than paired.
    MatchBelowTwoGaps {
        /// The match score that was given.
        match_score: i32,
        /// The gap score that was given.
        gap: i32,
    },
    /// Even the checkpoints need more memory than
    /// [`Config::memory`](crate::Config::memory) allows.
    OutOfMemory {
        /// The least number of bytes that the two inputs need.
        needed: u64,
        /// The configured limit in bytes.
        limit: u64,
    },
    /// The inputs are so long, or the scores so large, that a score could leave
    /// the range of the matrix.
    ScoreRange {
        /// The largest magnitude a score could reach.
        needed: u64,
        /// The largest magnitude that is allowed.
        limit: u64,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::GapNotNegative { given } => {
                write!(f, "gap score must be negative, got {given}")
            }
            Error::MatchNotAboveMismatch { match_score, mismatch } => {
                write!(f, "match score must be above the mismatch score, got {match_score} and {mismatch}")
            }
            Error::MatchBelowTwoGaps { match_score, gap } => {
                write!(f, "match score must be at least that of two gaps, got {match_score} with gaps of {gap}")
            }
            Error::OutOfMemory { needed, limit } => {
                write!(f, "alignment needs {needed} bytes, limit is {limit}")
            }
            Error::ScoreRange { needed, limit } => {
                write!(f, "alignment score may reach {needed}, limit is {limit}")
            }
        }
    }
}
