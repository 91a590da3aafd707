//! `demold.Removal`: why a part of a page was removed.

use pyo3::prelude::*;

/// One removed part of a page, and why it was removed.
#[pyclass(frozen, eq, hash, get_all, module = "demold")]
#[derive(Clone, PartialEq, Eq, Hash)]
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
    probability: Option<Thousandths>,
}

/// A probability that can be compared exactly and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Thousandths(u16);

impl<'py> IntoPyObject<'py> for Thousandths {
    type Target = pyo3::types::PyFloat;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        (f64::from(self.0) / 1_000.0).into_pyobject(py)
    }
}

impl<'py> IntoPyObject<'py> for &Thousandths {
    type Target = pyo3::types::PyFloat;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        (*self).into_pyobject(py)
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
            probability: removal.probability().map(Thousandths),
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
