//! What the cleaned pages are for.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::UnknownName;

/// What the cleaned pages are for, which decides how much of what varies between
/// pages is removed.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Loses as few values as possible, for scraping: recall weighs more than precision.
    Data,
    /// Keeps all content: the F1 of the page's text is expected to be best.
    #[default]
    Balanced,
    /// Only the main text.
    Article,
}

impl Profile {
    /// All profiles, from the most careful to the strictest.
    pub const ALL: &'static [Profile] = &[Profile::Data, Profile::Balanced, Profile::Article];

    /// Returns the name that [`FromStr`] and template files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Profile::Data => "data",
            Profile::Balanced => "balanced",
            Profile::Article => "article",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Profile, UnknownName> {
        UnknownName::find("profile", name, Profile::ALL)
    }
}
