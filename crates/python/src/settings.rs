//! The settings of learning, passed as keyword arguments.

use demold::{Learner, Method, Profile, Setting, UnknownName};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

use crate::error::{self, Error};

/// All settings, in the order in which messages list them.
const NAMES: &[&str] = &["method", "profile", "headline", "threshold", "selection", "pages_sampled", "seed"];

/// Reads the settings, all of which have defaults.
///
/// # Errors
///
/// `TypeError` for an unknown name or a value of another type, `demold.Error` for
/// an invalid value or one that belongs to another method.
pub(crate) fn learner(given: Option<&Bound<'_, PyDict>>) -> PyResult<Learner> {
    let given = Given(given);
    given.check_names()?;
    let method: Method = match given.get::<String>("method")? {
        Some(name) => name.parse().map_err(|error| error::from_demold(&error))?,
        None => Method::default(),
    };
    given.check_methods(method)?;
    let mut learner = Learner::new().method(method);
    if let Some(n_pages) = given.get("pages_sampled")? {
        if n_pages == 0 {
            return Err(Error::new_err("pages_sampled must be at least 1, got 0"));
        }
        learner = learner.pages(n_pages);
    }
    if let Some(seed) = given.get("seed")? {
        learner = learner.seed(seed);
    }
    // Both methods get the threshold. Only the one that was chosen uses it.
    if let Some(threshold) = given.get("threshold")? {
        learner = learner
            .distill(distill_tree::Config::new().threshold(threshold))
            .map(rtdm_tree_mapping::Config::new().share(threshold));
    }
    if let Some(selection) = given.get::<String>("selection")? {
        let selection = match &*selection {
            "steady" => suffixarray_miner::Selection::steady(),
            "paper" => suffixarray_miner::Selection::paper(),
            other => {
                let message = format!("there is no selection {other:?}; choose from steady, paper");
                return Err(Error::new_err(message));
            }
        };
        learner = learner.mine(suffixarray_miner::Config::new().selection(selection));
    }
    let learner = learner.classify(given.classify()?);
    learner.check().map_err(|error| error::from_demold(&error))?;
    Ok(learner)
}

/// The settings that apply to some methods only.
const SETTINGS: &[(&str, Setting)] = &[
    ("profile", Setting::Profile),
    ("headline", Setting::Headline),
    ("threshold", Setting::Threshold),
    ("selection", Setting::Selection),
];

struct Given<'a, 'py>(Option<&'a Bound<'py, PyDict>>);

impl<'py> Given<'_, 'py> {
    /// Returns the value of a setting. `None` in Python stands for the default.
    fn get<T>(&self, name: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let Some(value) = self.value(name)? else {
            return Ok(None);
        };
        // The message of a wrong type does not name the argument.
        value.extract().map(Some).map_err(|error: PyErr| {
            let py = value.py();
            let message = format!("argument '{name}': {}", error.value(py));
            PyErr::from_type(error.get_type(py), message)
        })
    }

    fn value(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.0.map(|given| given.get_item(name)).transpose()?;
        Ok(value.flatten().filter(|value| !value.is_none()))
    }

    fn classify(&self) -> PyResult<classify::Config> {
        let unknown = |unknown: UnknownName| Error::new_err(unknown.to_string());
        let mut config = classify::Config::new();
        if let Some(profile) = self.get::<String>("profile")? {
            config = config.profile(profile.parse::<Profile>().map_err(unknown)?);
        }
        if let Some(headline) = self.get("headline")? {
            config = config.headline(headline);
        }
        Ok(config)
    }

    fn check_names(&self) -> PyResult<()> {
        for name in self.0.iter().flat_map(|given| given.keys()) {
            let name: String = name.extract()?;
            if !NAMES.contains(&&*name) {
                let message = format!("got an unexpected keyword argument '{name}'; choose from {}", NAMES.join(", "));
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// Rejects settings that belong to another method. They would have no effect, although the caller expects one.
    fn check_methods(&self, method: Method) -> PyResult<()> {
        let mut given = Vec::new();
        for &(name, setting) in SETTINGS {
            if self.value(name)?.is_some() {
                given.push((name, setting));
            }
        }
        (method.check(given)).map_err(|error| error::from_demold(&error))
    }
}
