//! Why something is removed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One row for each reason: its variant, its name, and its sentence.
macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident $name:literal $sentence:literal,)*) => {
        /// Why a part of a page was removed.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Reason {
            $($(#[$doc])* $variant,)*
        }

        impl Reason {
            /// Every reason, in order.
            pub const ALL: &[Reason] = &[$(Reason::$variant,)*];

            /// Returns the reason's name, as it is printed and stored.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Reason::$variant => $name,)*
                }
            }

            /// Returns the reason as a sentence for a user who disagrees.
            #[must_use]
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Reason::$variant => $sentence,)*
                }
            }
        }
    };
}

reasons! {
    /// The lines are on many pages of the site.
    Repeated "repeated" "these lines are on many pages of the site",
    /// A box that asks for consent.
    Overlay "overlay" "its name says that it asks for consent",
    /// A tag, role or name that is never an article's text, on a region with little text.
    Hint "hint" "its tag, role or name marks it as secondary, and the site has little text there",
    /// The element's words are mostly links, and the region has hardly any text.
    Links "links" "most of its words are links, and the site has hardly any text there",
    /// Readers' comments.
    Comments "comments" "its name says that it holds comments",
    /// A list of teasers: siblings of one kind, each a link and a few words.
    Teasers "teasers" "it is a list of similar teasers, each a link with a few words",
    /// A line that is a link and nothing else.
    LinkLine "link-line" "the line is a link and nothing else",
    /// Navigation by its tag, role or name.
    Navigation "navigation" "its tag, role or name marks it as navigation",
    /// A list of links that is on all pages.
    LinkList "link-list" "it is a list of links that all pages have",
    /// Outside the element that holds the content.
    Outside "outside" "it is outside the part of the page that holds the content",
    /// At the edge of the content, in a region of links that most pages have.
    Edge "edge" "it is a list of links at the edge of the content that most pages have",
    /// A user's selector asks for it.
    Selector "selector" "it matches a selector for what to drop",
    /// The user wants the text without its headline.
    Headline "headline" "it is the headline, which was not wanted",
    /// A page alone: a tag for secondary matter, on a small part of the page.
    Tag "tag" "its tag marks it as secondary, and it is a small part of the page",
    /// A page alone: a name for secondary matter, on a small part of the page.
    Name "name" "its name or role marks it as secondary, and it is a small part of the page",
    /// A page alone: a property that describes the content, rather than being
    /// content.
    Property "property" "its property describes the content: an author, a date, a count",
    /// A page alone: reviews of a product.
    Reviews "reviews" "its name says that it holds reviews",
    /// A page alone: a block of links on a page that has few.
    LinkBlock "link-block" "it is a block of links on a page that has few of them",
    /// A page alone: a heading that leads to other pages, with what is below it.
    LeadsAway "leads-away" "its heading says that it leads to other pages",
    /// A page alone: what it says a second time.
    Copy "copy" "the page has already said the same",
    /// A page alone: what comes before the headline, or after the copyright
    /// notice.
    Frame "frame" "it comes before the headline, or after the copyright notice begins",
    /// What is around the running text of an article, or in a figure, if nothing but the article is
    /// wanted.
    Margin "margin" "it is next to the running text of the article, or in a figure",
    /// A page alone: the learned judgement.
    PageModel "page-model" "on single pages, text in such a place is rarely content",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_in_files() {
        for &reason in Reason::ALL {
            let written = serde_json::to_string(&reason).unwrap();
            assert_eq!(written, format!("{:?}", reason.to_string()));
        }
    }
}
