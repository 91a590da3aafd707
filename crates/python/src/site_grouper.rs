//! `demold.SiteGrouper`: which site a page belongs to.

use pipeline::Grouper;
use pyo3::{prelude::*, types::PyType};

use crate::error::Error;

/// The arguments with which an equal grouper is made.
type Reduced = (String, Option<String>);

/// Determines from a page's address which site it belongs to.
///
/// Pages of one site share a template. The groups are the same as the command's.
///
/// Args:
///     by: "host", in lower case and with the port unless it is the scheme's
///         default, or "domain": the public suffix and one more label.
///     regex: A pattern, instead of `by`. The site is what the pattern
///         captures, with the first of its groups that takes part in the match.
///
/// Raises:
///     demold.Error: `by` is unknown, or the pattern cannot be
///         read or captures nothing.
#[pyclass(frozen, module = "demold")]
pub(crate) struct SiteGrouper {
    grouper: Grouper,
    by: String,
    regex: Option<String>,
}

impl SiteGrouper {
    pub(crate) fn grouper(&self) -> &Grouper {
        &self.grouper
    }
}

#[pymethods]
impl SiteGrouper {
    #[new]
    #[pyo3(signature = (by = "host", *, regex = None))]
    fn new(by: &str, regex: Option<String>) -> PyResult<SiteGrouper> {
        let grouper = match (by, &regex) {
            (_, Some(pattern)) => Grouper::regex(pattern).map_err(|error| Error::new_err(error.to_string()))?,
            ("host", None) => Grouper::host(),
            ("domain", None) => Grouper::registrable_domain(),
            (other, None) => {
                return Err(Error::new_err(format!("there is no way to group by {other:?}; choose from host, domain")));
            }
        };
        Ok(SiteGrouper { grouper, by: by.to_owned(), regex })
    }

    /// Return the site of the page at an address, or None if the address names
    /// no host, or the pattern does not match.
    fn site(&self, url: &str) -> Option<String> {
        self.grouper.key(url)
    }

    /// Make what `SiteGrouper(by, regex=regex)` makes, for pickles, which pass
    /// no argument names.
    #[classmethod]
    fn _make(_class: &Bound<'_, PyType>, by: &str, regex: Option<String>) -> PyResult<SiteGrouper> {
        SiteGrouper::new(by, regex)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Reduced)> {
        let SiteGrouper { by, regex, .. } = slf.get();
        let make = slf.get_type().getattr("_make")?;
        Ok((make, (by.clone(), regex.clone())))
    }

    fn __repr__(&self) -> String {
        match &self.regex {
            Some(pattern) => format!("demold.SiteGrouper(regex={pattern:?})"),
            None => format!("demold.SiteGrouper({:?})", self.by),
        }
    }
}
