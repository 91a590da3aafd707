//! One page, one call.

use crate::{Cleaned, Input, Learner};

/// Finds what a page of which nothing else is known has to say, by its own evidence and default settings.
///
/// Other settings are those of a [`Learner`]: this is its [`clean_alone`](Learner::clean_alone).
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
pub fn extract<'a>(page: impl Into<Input<'a>>) -> Cleaned<'a> {
    Learner::new().clean_alone(page)
}
