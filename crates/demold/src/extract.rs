//! One page, one call.

use crate::{Cleaned, Learner, Reading};

/// Cleans a page about whose site nothing is known, by its own evidence and with default settings.
///
/// For other settings, use [`clean_alone`](Learner::clean_alone) of a [`Learner`].
///
/// # Complexity
///
/// Linear in the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// let page = "<title>Tides | The Coast</title><h1>Tides</h1><p>They rose all night, and fell by noon.</p>";
/// let found = demold::extract(page);
/// assert!(found.text().contains("They rose all night"));
/// assert_eq!(found.metadata().title.as_deref(), Some("Tides"));
/// ```
pub fn extract<'a>(page: impl Into<Reading<'a>>) -> Cleaned<'a> {
    Learner::new().clean_alone(page)
}
