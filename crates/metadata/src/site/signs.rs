//! What one page contributes to what its site's pages may share.

use dom::Dom;

use super::places::Placed;
use crate::{
    authors, dates,
    page::PageFacts,
    text::{below, letters},
};

/// What one page contributes to what its site's pages may share: a few bytes, so that pages can be read in
/// parallel.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    pub(super) title: String,
    /// The letters of the first heading.
    pub(super) heading: String,
    /// The days and names that it shows, with their places.
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
        let page = PageFacts::read(dom);
        let heading = page.headings.first();
        Signs {
            heading: heading.map_or_else(String::new, |&node| letters(&below(dom, node, 200))),
            days: Placed::all(&page, dates::all_shown(&page)),
            names: Placed::all(&page, authors::all_shown(&page)),
            title: page.title.unwrap_or_default(),
        }
    }

    /// Returns about how many bytes of memory they take.
    #[must_use]
    pub fn memory(&self) -> usize {
        let placed = self.days.iter().chain(&self.names).map(Placed::memory);
        self.title.len() + self.heading.len() + placed.sum::<usize>()
    }
}
