//! What a method is.

use std::{borrow::Cow, fmt};

use cleaner::Regions;
use metadata::SiteMetadata;
use serde::{Serialize, de::DeserializeOwned};
use tokenize::Normalize;

use super::ByCluster;
use crate::{Error, Learner, Reading};

/// What a method learns, as its part of the template file, with everything that is done with it.
///
/// The papers' methods learn from pages of one kind and get one model for each kind; a method that divides its
/// sample itself says so.
pub(crate) trait Model: Clone + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What becomes of it before it is used on pages.
    type Engine: fmt::Debug + Send + Sync;

    /// Whether there is one model, whatever the kinds of pages.
    const IS_ONE: bool = false;
    /// Whether twice as many pages are drawn as are learned from, so that a second kind of pages gets its share. Of
    /// each kind, the first ones are used.
    const DRAWS_TWICE: bool = false;
    /// Whether pieces are texts, which can be weighed by their bytes, and not hashes.
    const HAS_TEXTS: bool = true;

    /// Returns when two tokens count as equal, unless the learner says so.
    fn normalize() -> Normalize {
        Normalize::new()
    }

    /// Changes settings to those of the method's paper.
    fn paper(learner: Learner) -> Learner {
        learner
    }

    /// Checks the settings without learning anything.
    fn check_settings(_: &Learner) -> Result<(), Error> {
        Ok(())
    }

    /// Learns from pages of one kind.
    fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<Self, Error>;

    /// Finds what the metadata of the pages has in common, for methods that help with it.
    fn metadata(_: &Learner, _: &[Reading<'_>]) -> SiteMetadata {
        SiteMetadata::default()
    }

    /// Checks what can be wrong in a file without being wrong as JSON.
    fn check(&self) -> Result<(), Error>;

    /// Prepares it for pages.
    fn engine(&self) -> Result<Self::Engine, Error>;

    /// Finds the template in a page, and with `says_why` the reasons, if the method has any.
    fn locate(engine: &Self::Engine, page: &Reading<'_>, says_why: bool) -> Result<Found, Error>;

    /// Returns how much of the template is found in a page, without deciding what to remove.
    fn fit(engine: &Self::Engine, page: &Reading<'_>) -> Result<f64, Error> {
        Self::locate(engine, page, false).map(|found| found.fit)
    }

    /// Returns how many of the pages it was learned from, if the method ignores some.
    fn used_pages(&self) -> Option<usize> {
        None
    }

    /// Returns whether nothing was found, so that nothing is removed.
    fn is_empty(&self) -> bool;

    /// Returns what was learned in a few words, without the number of kinds.
    fn summary(kinds: &ByCluster<Self>) -> String;

    /// Lists what was learned for people.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns how many pages a listing names for one of several kinds.
    fn listed_pages(&self) -> usize;

    /// Returns the pieces of the template: tokens, strings, nodes, or hashes.
    fn pieces(&self) -> Vec<String>;
}

/// Where a template is in a page.
pub(crate) struct Found {
    pub(crate) regions: Regions,
    /// Why parts were removed, where the method can say and was asked.
    pub(crate) removals: Vec<::classify::Removal>,
    pub(crate) fit: f64,
    /// Whether only the page's own evidence decided.
    pub(crate) is_alone: bool,
    /// How good the decision is expected to be, from 0 to 1, and by which trees, where the method can say.
    pub(crate) confidence: Option<f64>,
    pub(crate) model: Option<Cow<'static, str>>,
}

impl Found {
    /// What is found by a method that gives no reasons.
    pub(crate) fn new(regions: Regions, fit: f64) -> Found {
        Found {
            regions,
            removals: Vec::new(),
            fit,
            is_alone: false,
            confidence: None,
            model: None,
        }
    }

    /// A page of which everything stays.
    pub(crate) fn nothing() -> Found {
        Found::new(Regions::new(), 1.0)
    }
}
