//! Elements that users keep or drop.

use demold::{Cleaned, Overrides};
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

/// Selectors for all pages, and rules for those of known sites.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiteOverrides {
    for_all: Overrides,
    rules: Option<demold::Rules>,
}

impl SiteOverrides {
    /// Changes what is removed from a page.
    pub(crate) fn apply<'p>(&self, cleaned: Cleaned<'p>) -> Cleaned<'p> {
        let Some(rules) = &self.rules else {
            return cleaned.overridden(&self.for_all);
        };
        let mut overrides = rules.overrides(cleaned.address().as_deref());
        overrides.extend(&self.for_all);
        cleaned.overridden(&overrides)
    }
}

/// Reads the selectors to keep and to drop, and those of which nothing else stays.
pub(crate) fn of(
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    only: Option<Selectors>,
    rules: Option<&Rules>,
) -> PyResult<SiteOverrides> {
    type Setter = fn(Overrides, &str) -> Result<Overrides, demold::Error>;
    let lists: [(_, Setter); 3] = [(keep, Overrides::keep), (drop, Overrides::drop), (only, Overrides::only)];
    let mut for_all = Overrides::new();
    for (list, set) in lists {
        for selector in list.into_iter().flat_map(|list| list.0) {
            for_all = set(for_all, &selector).map_err(|error| error::from_demold(&error))?;
        }
    }
    Ok(SiteOverrides { for_all, rules: rules.map(|rules| rules.rules.clone()) })
}
