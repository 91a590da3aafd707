//! `demold.Removal`: why a part of a page was removed.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;

/// One removed part of a page, and why it was removed.
#[pyclass(frozen, eq, hash, get_all, module = "demold")]
#[derive(Clone, PartialEq)]
pub(crate) struct Removal {
    /// Where it is: start and end, in bytes of ``source.encode()``.
    range: (usize, usize),
    /// The name of the reason: what spoke most against its longest line.
    reason: String,
    /// The same as a sentence.
    sentence: String,
    /// The element, or the parent of the text, as ``tag#id.class``.
    selector: String,
    /// The number of visible words in it.
    words: usize,
    /// The probability that a word of it is content, from 0 to 1, if the
    /// method gives one; None otherwise.
    probability: Option<f64>,
}

// Equal removals must have equal hashes. Place and reason suffice, and numbers such as the probability have none.
impl Hash for Removal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.range, &self.reason).hash(state);
    }
}

impl From<&demold::Removal> for Removal {
    fn from(removal: &demold::Removal) -> Removal {
        let range = removal.range();
        Removal {
            range: (range.start, range.end),
            reason: removal.reason().to_string(),
            sentence: removal.sentence().to_owned(),
            selector: removal.selector().to_owned(),
            words: removal.words(),
            probability: removal.probability(),
        }
    }
}

#[pymethods]
impl Removal {
    fn __repr__(&self) -> String {
        let Removal { reason, selector, words, .. } = self;
        let s = if *words == 1 { "" } else { "s" };
        format!("<demold.Removal {selector}, {words} word{s}: {reason}>")
    }
}
