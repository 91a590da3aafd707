//! What the cleaned pages are for.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

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
        let found = Profile::ALL.iter().copied().find(|profile| profile.name() == name);
        found.ok_or_else(|| UnknownName { given: name.to_owned() })
    }
}

/// What a user has asked for, as far as it matters for judging pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) profile: Profile,
    /// Whether the headline is kept.
    pub(crate) headline: bool,
}

/// Why a text is not a [`Profile`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownName {
    given: String,
}

impl std::error::Error for UnknownName {}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name()).collect();
        write!(f, "there is no profile {:?}; choose from {}", self.given, known.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for profile in Profile::ALL {
            assert_eq!(profile.name().parse(), Ok(*profile));
        }
        let error = "news".parse::<Profile>().unwrap_err().to_string();
        assert_eq!(error, "there is no profile \"news\"; choose from data, balanced, article");
    }
}
