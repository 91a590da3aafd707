//! Why something is removed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The evidence by which a part of a page was removed.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The lines stand on many pages of the site.
    Repeated,
    /// A box that asks for consent.
    Overlay,
    /// A tag, role or name that is never an article's text, on a region with little text.
    Hint,
    /// The element's words are mostly links, and the region has hardly any text.
    Links,
    /// Readers' comments.
    Comments,
    /// A list of teasers: siblings of one kind, each a link and a few words.
    Teasers,
    /// A line that is a link and nothing else.
    LinkLine,
    /// Navigation by its tag, role or name.
    Navigation,
    /// A list of links that stands on all pages.
    LinkList,
    /// Outside the element that holds the content.
    Outside,
    /// At the edge of the content, in a region of links that most pages have.
    Edge,
    /// A user's selector asks for it.
    Selector,
    /// The learned judgement of a page alone.
    PageModel,
    /// The page has the same text before.
    Copy,
}

impl Reason {
    /// Returns the reason as a sentence for a user who disagrees.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::Repeated => "these lines stand on many pages of the site",
            Reason::Overlay => "its name says that it asks for consent",
            Reason::Hint => {
                "its tag, role or name is that of a side matter, and the site keeps little text there"
            }
            Reason::Links => {
                "most of its words are links, and the site keeps hardly any text there"
            }
            Reason::Comments => "its name says that it holds comments",
            Reason::Teasers => "it is a list of teasers: alike, each a link with a few words",
            Reason::LinkLine => "the line is a link and nothing else",
            Reason::Navigation => "its tag, role or name is that of a navigation",
            Reason::LinkList => "it is a list of links that all pages have",
            Reason::Outside => "it is outside the part of the page that holds the content",
            Reason::Edge => "it is a list of links at the edge of the content that most pages have",
            Reason::Selector => "a selector that was given drops it",
            Reason::PageModel => "of a page alone, what stands in such a place is rarely content",
            Reason::Copy => "the page has the same text before",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Repeated => "repeated",
            Reason::Overlay => "overlay",
            Reason::Hint => "hint",
            Reason::Links => "links",
            Reason::Comments => "comments",
            Reason::Teasers => "teasers",
            Reason::LinkLine => "link-line",
            Reason::Navigation => "navigation",
            Reason::LinkList => "link-list",
            Reason::Outside => "outside",
            Reason::Edge => "edge",
            Reason::Selector => "selector",
            Reason::PageModel => "page-model",
            Reason::Copy => "copy",
        })
    }
}
