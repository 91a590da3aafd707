//! What the pages of a site share: the ends of their titles, the headings that are the site's name, and where on the
//! pages days and names are.

mod learner;
mod places;
mod signs;

use serde::{Deserialize, Serialize};

pub(crate) use self::places::place;
pub use self::{learner::SiteLearner, signs::Signs};

/// What the pages of a site share: small enough to be part of a template.
///
/// # Examples
///
/// ```
/// use metadata::{Signs, SiteLearner};
///
/// let mut learner = SiteLearner::new();
/// let page = |title: &str| format!("<title>{title} - News of the Coast</title><p>Text");
/// for title in ["Tides", "Gulls", "Wind"] {
///     learner.add(&Signs::read(&dom::Dom::parse(page(title))));
/// }
/// let site = learner.finish();
/// assert_eq!(site.cut("A seal - asleep - News of the Coast"), Some("A seal - asleep"));
/// ```
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SiteMetadata {
    /// What titles end with, separator included; the longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    title_ends: Vec<String>,
    /// What titles begin with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    title_starts: Vec<String>,
    /// First headings that are the same on most pages, as their letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    headings: Vec<String>,
    /// The places of the days of pages, the nearest to the headline first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    day_places: Vec<String>,
    /// Places where the same day is on all pages, although their own days vary: it belongs to none of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    template_days: Vec<String>,
    /// The places of the names of authors, the nearest to the headline first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    name_places: Vec<String>,
}

impl SiteMetadata {
    /// Returns whether nothing was learned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == SiteMetadata::default()
    }

    /// Returns a title without what the site's titles share; `None` if it has none of that, or nothing else.
    #[must_use]
    pub fn cut<'t>(&self, title: &'t str) -> Option<&'t str> {
        let title = title.trim();
        let end = self.title_ends.iter().find_map(|end| title.strip_suffix(end.as_str()));
        let start = || {
            self.title_starts
                .iter()
                .find_map(|start| title.strip_prefix(start.as_str()))
        };
        let cut = end.or_else(start)?.trim();
        (!cut.is_empty()).then_some(cut)
    }

    /// Returns whether a heading, given as its letters, is on most pages of the site.
    pub(crate) fn is_constant_heading(&self, letters: &str) -> bool {
        self.headings.iter().any(|heading| heading == letters)
    }

    /// Returns the rank of a place as one for the days of pages.
    pub(crate) fn day_rank(&self, place: &str) -> Option<usize> {
        self.day_places.iter().position(|known| known == place)
    }

    /// Returns whether the same day is at this place on all pages.
    pub(crate) fn is_template_day(&self, place: &str) -> bool {
        self.template_days.iter().any(|known| known == place)
    }

    /// Returns the rank of a place as one for the names of authors.
    pub(crate) fn name_rank(&self, place: &str) -> Option<usize> {
        self.name_places.iter().position(|known| known == place)
    }
}
