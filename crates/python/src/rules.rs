//! Rules for known sites.

use std::{fs, path::PathBuf};

use pyo3::{prelude::*, types::PyType};

use crate::error::{self, Error};

/// Selectors for known sites: by the host of a page, which elements to keep and
/// to drop, and which have its title, its authors and its date.
///
/// Args:
///     toml: The text of a file of rules; docs/rules.md describes it.
///
/// Raises:
///     demold.Error: It is not TOML, has an unknown key, or a text in it is
///         neither a host nor a selector.
#[pyclass(frozen, module = "demold")]
pub(crate) struct Rules {
    pub(crate) rules: demold::Rules,
    text: String,
}

#[pymethods]
impl Rules {
    #[new]
    fn new(toml: String) -> PyResult<Rules> {
        let rules = demold::Rules::from_toml(&toml).map_err(|wrong| Error::new_err(wrong.to_string()))?;
        Ok(Rules { rules, text: toml })
    }

    /// Read the rules in a file.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     demold.Error: As for `Rules`.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Rules> {
        let text = py.detach(|| fs::read_to_string(&path)).map_err(|error| error::from_io(error, &path))?;
        Rules::new(text)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().text.clone(),))
    }

    fn __repr__(&self) -> String {
        let n = self.rules.selectors().len();
        format!("<demold.Rules, {n} selector{}>", if n == 1 { "" } else { "s" })
    }
}
