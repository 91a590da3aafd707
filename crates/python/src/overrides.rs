//! Elements that users keep or drop.

use demold::Overrides;
use pyo3::{prelude::*, types::PyString};

use crate::{error, rules::Rules};

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

/// Adds to the rules the selectors to keep and to drop, and those of which nothing else stays.
pub(crate) fn of(
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    only: Option<Selectors>,
    rules: Option<&Rules>,
) -> PyResult<demold::Rules> {
    type Setter = fn(Overrides, &str) -> Result<Overrides, demold::Error>;
    let lists: [(_, Setter); 3] = [(keep, Overrides::keep), (drop, Overrides::drop), (only, Overrides::only)];
    let mut for_all = Overrides::new();
    for (list, set) in lists {
        for selector in list.into_iter().flat_map(|list| list.0) {
            for_all = set(for_all, &selector).map_err(error::from_demold)?;
        }
    }
    let rules = rules.map(|rules| rules.rules.clone()).unwrap_or_default();
    Ok(rules.for_all(for_all))
}
