//! Why something is removed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::features::Group;

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
    /// Other pages of the site have the lines.
    Repeated "repeated" "other pages of the site have these lines, or lines like them",
    /// A part of the page that holds little of the pages' own.
    Region "region" "on the pages of the site this part holds little of their own",
    /// Links.
    Links "links" "most of its words, or of those around it, are links",
    /// Where on the page it is.
    Place "place" "it is outside the running text of the page",
    /// Its tag, role or name.
    Name "name" "tags, roles or names around it are rarely those of content",
    /// Its text.
    Text "text" "its text does not read like content",
    /// The lines around it.
    Around "around" "the lines around it are rarely those around content",
    /// The whole page.
    Page "page" "on such a page, text like this is rarely content",
    /// No words, and outside the content.
    Outside "outside" "it has no words, and is outside the part of the page that holds the content",
    /// It is hidden within a line that shows.
    Hidden "hidden" "it is hidden, in the midst of a line that shows: a sort key, a tooltip, a date for machines",
    /// It is a button whose label says what it does.
    Button "button" "it is a button whose label says what it does, such as to copy or to reply",
    /// A user's selector asks for it.
    Selector "selector" "it matches a selector for what to drop",
    /// The user wants the text without its headline.
    Headline "headline" "it is the headline, which was not wanted",
}

impl From<Group> for Reason {
    fn from(group: Group) -> Reason {
        match group {
            Group::Text => Reason::Text,
            Group::Links => Reason::Links,
            Group::Repeated => Reason::Repeated,
            Group::Region => Reason::Region,
            Group::Place => Reason::Place,
            Group::Name => Reason::Name,
            Group::Around => Reason::Around,
            Group::Page => Reason::Page,
        }
    }
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
