//! Elements that users keep or drop.

use demold::Overrides;
use pyo3::{prelude::*, types::PyString};

use crate::error;

/// One CSS selector or several.
pub(crate) struct Selectors(Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Selectors {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Selectors> {
        // A string is iterable too, as its characters.
        if given.is_instance_of::<PyString>() {
            return Ok(Selectors(vec![given.extract()?]));
        }
        let all = given.try_iter()?;
        let all: PyResult<_> = all.map(|selector| selector?.extract()).collect();
        all.map(Selectors)
    }
}

/// Reads the selectors to keep and to drop.
pub(crate) fn of(keep: Option<Selectors>, drop: Option<Selectors>) -> PyResult<Overrides> {
    let kept = (keep.iter().flat_map(|all| &all.0)).try_fold(Overrides::new(), |all, selector| all.keep(selector));
    kept.and_then(|kept| {
        let mut dropped = drop.iter().flat_map(|all| &all.0);
        dropped.try_fold(kept, |all, selector| all.drop(selector))
    })
    .map_err(|error| error::from_demold(&error))
}
