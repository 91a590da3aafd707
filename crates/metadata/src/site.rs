//! What the pages of a site have in common: the ends of their titles, the headings that are the site's name, and the
//! places of dates and names.

mod learner;
mod places;
mod signs;

use serde::{Deserialize, Serialize};

pub(crate) use self::places::place;
pub use self::{learner::SiteLearner, signs::Signs};

/// What the pages of a site have in common. Small enough to be stored in a template.
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
    /// Common ends of titles with their separator, the longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    title_ends: Vec<String>,
    /// Common beginnings of titles, the longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    title_starts: Vec<String>,
    /// First headings that are the same on most pages, reduced to letters and digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) headings: Vec<String>,
    /// The places where pages show their dates, the nearest to the headline first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) day_places: Vec<String>,
    /// Places that show the same date on all pages although the pages' own dates vary. It is the date of no page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    template_days: Vec<String>,
    /// The places where pages show their authors, the nearest to the headline first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) name_places: Vec<String>,
}

impl SiteMetadata {
    /// Returns whether nothing was learned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == SiteMetadata::default()
    }

    /// Returns a title without the part that the site's titles share.
    ///
    /// Returns `None` if the title has no such part, or consists of it.
    #[must_use]
    pub fn cut<'t>(&self, title: &'t str) -> Option<&'t str> {
        let title = title.trim();
        let end = self.title_ends.iter().find_map(|end| title.strip_suffix(end.as_str()));
        let start = || self.title_starts.iter().find_map(|start| title.strip_prefix(start.as_str()));
        // Only one side is cut. The longest part was learned first, so that it includes any shorter one.
        let cut = end.or_else(start)?.trim();
        (!cut.is_empty()).then_some(cut)
    }

    /// Returns whether all pages show the same date at this place, which is only made if there are such places.
    pub(crate) fn is_template_day(&self, place: impl FnOnce() -> String) -> bool {
        !self.template_days.is_empty() && self.template_days.contains(&place())
    }
}
