//! What a method has learned.

use std::{any::Any, borrow::Cow, fmt};

use cleaner::Regions;

use crate::{Error, Reading};

/// What a method has learned from pages of one kind, ready to be found in pages.
///
/// It serializes as its part of the template file.
pub(crate) trait MethodTemplate: Any + fmt::Debug + erased_serde::Serialize + Send + Sync {
    /// Finds the template in a page, and with `explain` the reasons, if the method has any.
    fn locate(&self, page: &Reading<'_>, explain: bool) -> Result<Found, Error>;

    /// Returns how much of the template is found in a page, without deciding what to remove.
    fn fit(&self, page: &Reading<'_>) -> Result<f64, Error> {
        self.locate(page, false).map(|found| found.fit)
    }

    /// Returns how many of the pages it was learned from, if the method ignores some.
    fn used_pages(&self) -> Option<usize> {
        None
    }

    /// Returns whether nothing was found, so that nothing is removed.
    fn is_empty(&self) -> bool;

    /// Returns the sizes that [`summary`](MethodTemplate::summary) names, to be added up over the kinds of pages.
    fn sizes(&self) -> [usize; 2];

    /// Says in a few words what was learned from all kinds of pages, given the sums of their sizes.
    fn summary(&self, sizes: [usize; 2]) -> String;

    /// Lists what was learned for people.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns how many pages a listing names for one of several kinds.
    fn listed_pages(&self) -> usize;

    /// Returns the pieces of the template: tokens, strings, nodes, or hashes.
    fn pieces(&self) -> Vec<String>;

    /// Returns whether pieces are texts, which can be weighed by their bytes, and not hashes.
    fn has_texts(&self) -> bool {
        true
    }
}

erased_serde::serialize_trait_object!(MethodTemplate);

/// Where a template is in a page.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) regions: Regions,
    /// Why parts were removed, where the method can say and was asked.
    pub(crate) removals: Vec<::classify::Removal>,
    pub(crate) fit: f64,
    /// Whether only the page's own evidence decided.
    pub(crate) is_alone: bool,
    /// How good the decision is expected to be, from 0 to 1, where the method can say.
    pub(crate) confidence: Option<f64>,
    /// The name of the trees that decided, where there are any.
    pub(crate) model: Option<Cow<'static, str>>,
}

#[cfg(feature = "papers")]
impl Found {
    /// What is found by a method that gives no reasons.
    pub(crate) fn new(regions: Regions, fit: f64) -> Found {
        Found { regions, removals: Vec::new(), fit, is_alone: false, confidence: None, model: None }
    }

    /// A page of which everything stays.
    pub(crate) fn nothing() -> Found {
        Found::new(Regions::new(), 1.0)
    }
}
