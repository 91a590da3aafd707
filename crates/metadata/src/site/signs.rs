//! What one page contributes to what is learned about its site.

use dom::Dom;

use super::places::Placed;
use crate::{
    Facts, authors, dates,
    page::PageFacts,
    text::{below, letters},
};

/// What one page contributes to what is learned about its site.
///
/// It is small and borrows nothing, so that pages can be read in parallel and dropped.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    pub(super) title: String,
    /// The first heading, reduced to letters and digits.
    pub(super) heading: String,
    /// The dates and names that the page shows, with their places.
    pub(super) days: Vec<Placed>,
    pub(super) names: Vec<Placed>,
}

impl Signs {
    /// Reads a page.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    #[must_use]
    pub fn read(dom: &Dom<'_>) -> Signs {
        Signs::of(dom, &Facts::read(dom))
    }

    /// Reads a page whose facts are known.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    ///
    /// # Panics
    ///
    /// Never, unless the facts are those of another tree.
    #[must_use]
    pub fn of(dom: &Dom<'_>, facts: &Facts) -> Signs {
        let page = PageFacts::new(dom, facts);
        // Here the very first heading is wanted, and not the headline: on many sites it is the name of the site.
        let heading = page.headings.first();
        Signs {
            heading: heading.map_or_else(String::new, |&node| letters(&below(dom, node, 200))),
            days: Placed::all(&page, dates::all_shown(&page)),
            names: Placed::all(&page, authors::all_shown(&page)),
            title: page.title.clone().unwrap_or_default(),
        }
    }
}
