//! The error type of the JSON reader.

use std::fmt;

/// What is wrong with a line, and at which byte, counted from 0.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Fault {
    pub(crate) what: &'static str,
    pub(crate) at: usize,
}

impl Fault {
    pub(super) fn new(what: &'static str, at: usize) -> Fault {
        Fault { what, at }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {}", self.what, self.at + 1)
    }
}
