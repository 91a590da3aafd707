//! The settings of learning, passed as keyword arguments.

use demold::{Attributes, Learner, Method, Patterns, Profile, Pruning, Setting, Settings, UnknownName};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

use crate::error::{self, Error};

/// All settings, in the order in which messages list them, and the names that those have which belong to some methods
/// only.
const SETTINGS: &[(&str, Option<Setting>)] = &[
    ("method", None),
    ("profile", Some(Setting::Profile)),
    ("headline", Some(Setting::Headline)),
    ("pages_sampled", None),
    ("seed", None),
    ("count_copies", None),
    ("paper", Some(Setting::Paper)),
    ("threshold", Some(Setting::Threshold)),
    ("attributes", Some(Setting::Attributes)),
    ("mutable", Some(Setting::Mutable)),
    ("min_support", Some(Setting::LeastPages)),
    ("prune", Some(Setting::Pruning)),
    ("selection", Some(Setting::Selection)),
    ("min_tokens", Some(Setting::MinTokens)),
    ("min_documents", Some(Setting::MinDocuments)),
    ("drop_enclosed", Some(Setting::DropEnclosed)),
    ("words", Some(Setting::Words)),
    ("token_pattern", Some(Setting::TokenPattern)),
    ("patterns", Some(Setting::Patterns)),
    ("patterns_match", Some(Setting::Patterns)),
    ("merge_gaps", Some(Setting::MergeGaps)),
    ("merge_beside", Some(Setting::MergeBeside)),
    ("min_removal", Some(Setting::DropIslands)),
    ("leaf_updates", Some(Setting::LeafUpdates)),
    ("edit_costs", Some(Setting::EditCosts)),
];

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
        Some(name) => name.parse().map_err(error::from_demold)?,
        None => Method::default(),
    };
    given.check_methods(method)?;
    let learner = given.settings()?.learner(method).map_err(error::from_demold)?;
    let learner = learner.classify(given.classify()?);
    learner.check().map_err(error::from_demold)?;
    Ok(learner)
}

/// The settings of mined templates that mean nothing to expressions: these consist of words of the source, and gaps
/// and islands are treated where expressions are applied.
const NOT_MINED: [&str; 5] = ["attributes", "mutable", "merge_gaps", "merge_beside", "min_removal"];

/// Reads the settings of mining expressions.
///
/// # Errors
///
/// Those of [`learner`], and `demold.Error` for a setting that would have no effect.
pub(crate) fn miner(given: &Bound<'_, PyDict>) -> PyResult<Learner> {
    let settings = Given(Some(given));
    let learner = learner(Some(given))?;
    if let Some(method) = settings.get::<String>("method")?.filter(|method| method != Method::Mine.name()) {
        return Err(Error::new_err(format!("expressions are mined, and the method is {method}")));
    }
    for name in NOT_MINED {
        if settings.value(name)?.is_some() {
            return Err(Error::new_err(format!(
                "{name} has no effect on expressions that are mined; leave {name} out"
            )));
        }
    }
    Ok(learner)
}

/// Checks that a number of sites is not zero.
pub(crate) fn check_sites(sites: usize) -> PyResult<()> {
    if sites == 0 {
        return Err(Error::new_err("sites must be at least 1, got 0"));
    }
    Ok(())
}

/// Checks that the least size beside a gap is not given without a width of gaps.
pub(crate) fn check_gaps(merge_gaps: usize, merge_beside: usize) -> PyResult<()> {
    if merge_gaps == 0 && merge_beside > 0 {
        return Err(Error::new_err("merge_beside goes with merge_gaps, which is missing"));
    }
    Ok(())
}

/// Several names or patterns, or the name of a list of them.
#[derive(FromPyObject)]
enum Names {
    #[pyo3(transparent)]
    One(String),
    #[pyo3(transparent)]
    Several(Vec<String>),
}

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

    /// Returns a number that must not be zero.
    fn count<T>(&self, name: &str) -> PyResult<Option<T>>
    where
        T: Default + PartialEq + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let count = self.get(name)?;
        if count == Some(T::default()) {
            return Err(Error::new_err(format!("{name} must be at least 1, got 0")));
        }
        Ok(count)
    }

    /// Returns the value that a name stands for.
    fn named<T: Copy>(&self, setting: &str, all: &[(&str, T)]) -> PyResult<Option<T>> {
        let Some(name) = self.get::<String>(setting)? else {
            return Ok(None);
        };
        let found = all.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| Some(*value)).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
            Error::new_err(format!("there is no {setting} {name:?}; choose from {}", names.join(", ")))
        })
    }

    fn settings(&self) -> PyResult<Settings> {
        let mut settings = Settings::default();
        settings.paper = self.get("paper")?.unwrap_or_default();
        settings.pages = self.count("pages_sampled")?;
        settings.copies = self.get("count_copies")?.unwrap_or_default();
        settings.seed = self.get("seed")?;
        settings.threshold = self.get("threshold")?;
        settings.attributes = self.attributes()?;
        settings.mutable = self.get("mutable")?.unwrap_or_default();
        settings.min_support = self.count("min_support")?;
        settings.pruning = self.named("prune", &[("results", Pruning::Paper), ("inputs", Pruning::Inputs)])?;
        let selection = self.named("selection", &[("steady", false), ("paper", true)])?;
        settings.selection = selection.map(|is_paper| {
            if is_paper { suffixarray_miner::Selection::paper() } else { suffixarray_miner::Selection::steady() }
        });
        settings.min_tokens = self.count("min_tokens")?;
        settings.min_documents = self.count("min_documents")?;
        settings.drop_enclosed = self.get("drop_enclosed")?.unwrap_or_default();
        settings.words = self.get("words")?.unwrap_or_default();
        settings.token_pattern = self.get("token_pattern")?;
        settings.patterns = self.patterns()?;
        settings.patterns_inside = self.named("patterns_match", &[("whole", false), ("inside", true)])?;
        settings.merge_gaps = self.get("merge_gaps")?.unwrap_or_default();
        settings.merge_beside = self.get("merge_beside")?.unwrap_or_default();
        check_gaps(settings.merge_gaps, settings.merge_beside)?;
        settings.drop_islands = self.get("min_removal")?.unwrap_or_default();
        settings.leaf_updates = self.get("leaf_updates")?.unwrap_or_default();
        settings.edit_costs = self.get::<(u16, u16, u16)>("edit_costs")?.map(Into::into);
        Ok(settings)
    }

    fn attributes(&self) -> PyResult<Option<Attributes>> {
        Ok(match self.get::<Names>("attributes")? {
            None => None,
            Some(Names::Several(names)) => Some(Attributes::Only(names)),
            Some(Names::One(name)) => match &*name {
                "all" => Some(Attributes::All),
                "none" => Some(Attributes::None),
                _ => {
                    let message =
                        format!("there are no attributes {name:?}; choose from all, none, or a list of names");
                    return Err(Error::new_err(message));
                }
            },
        })
    }

    fn patterns(&self) -> PyResult<Option<Patterns>> {
        Ok(match self.get::<Names>("patterns")? {
            None => None,
            Some(Names::Several(patterns)) => {
                let patterns = Patterns::new(patterns).map_err(demold::Error::Mine);
                Some(patterns.map_err(error::from_demold)?)
            }
            Some(Names::One(name)) => match &*name {
                "thesis" => Some(Patterns::thesis()),
                "modern" => Some(Patterns::modern()),
                "none" => Some(Patterns::none()),
                _ => {
                    let lists = "thesis, modern, none, or a list of regular expressions";
                    return Err(Error::new_err(format!("there are no patterns {name:?}; choose from {lists}")));
                }
            },
        })
    }

    fn check_names(&self) -> PyResult<()> {
        for name in self.0.iter().flat_map(|given| given.keys()) {
            let name: String = name.extract()?;
            if !SETTINGS.iter().any(|(known, _)| *known == name) {
                let names: Vec<&str> = SETTINGS.iter().map(|(known, _)| *known).collect();
                let message = format!("got an unexpected keyword argument '{name}'; choose from {}", names.join(", "));
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// Rejects settings that belong to another method. They would have no effect, although the caller expects one.
    fn check_methods(&self, method: Method) -> PyResult<()> {
        let mut given = Vec::new();
        for &(name, setting) in SETTINGS {
            if let Some(setting) = setting
                && self.value(name)?.is_some()
            {
                given.push((name, setting));
            }
        }
        (method.check(given)).map_err(error::from_demold)
    }
}
