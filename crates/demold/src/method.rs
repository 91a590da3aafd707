//! The names of the methods and of their settings, and what is known about a method before it has seen a page.

mod setting;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

pub use self::setting::Setting;
use crate::Error;

/// How a template is found.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Pages are aligned in pairs, and a tree of pairs distills what the alignments agree on: the consensus tree of
    /// Geraci and Maggini (2011). It takes the order of tokens into account.
    #[cfg(feature = "papers")]
    Distill,
    /// A suffix array finds the strings of tokens that many pages have, after Foschini (2007), wherever in a page they
    /// are.
    #[cfg(feature = "papers")]
    Mine,
    /// The pages' trees are mapped onto each other from the root down, after Vieira et al. (2006). It takes the structure
    /// of the pages into account.
    #[cfg(feature = "papers")]
    Map,
    /// Gradient-boosted trees decide for each line of a page, by what the line, its page and its site show. The trees are
    /// part of the program: users train nothing. It also finds boilerplate that varies from page to page, and cleans a
    /// page whose site is unknown.
    #[default]
    Classify,
}

/// What is known about a method before it has seen a page.
struct Description {
    name: &'static str,
    about: &'static str,
    /// How many pages it learns from by default.
    pages: usize,
    settings: &'static [Setting],
}

impl Method {
    /// All methods: those of the papers in their order, then the default.
    pub const ALL: &'static [Method] = &[
        #[cfg(feature = "papers")]
        Method::Distill,
        #[cfg(feature = "papers")]
        Method::Mine,
        #[cfg(feature = "papers")]
        Method::Map,
        Method::Classify,
    ];

    fn description(self) -> &'static Description {
        match self {
            #[cfg(feature = "papers")]
            Method::Distill => &DISTILL,
            #[cfg(feature = "papers")]
            Method::Mine => &MINE,
            #[cfg(feature = "papers")]
            Method::Map => &MAP,
            Method::Classify => &CLASSIFY,
        }
    }

    /// Returns the name that [`FromStr`] and template files use.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// Returns a line about the method.
    pub fn about(self) -> &'static str {
        self.description().about
    }

    /// Returns how many pages the method learns from by default.
    pub fn default_pages(self) -> usize {
        self.description().pages
    }

    /// Returns whether a setting means anything to the method.
    pub fn takes(self, setting: Setting) -> bool {
        self.description().settings.contains(&setting)
    }

    /// Checks that settings mean something to the method. Each comes with the name that the user knows it by.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] for the first that does not: whoever gave it expects something of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Method, Setting};
    ///
    /// assert!(Method::Map.check([("threshold", Setting::Threshold)]).is_ok());
    /// let error = Method::Mine.check([("threshold", Setting::Threshold)]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "threshold goes with the method distill or map, and the method is mine; leave threshold out"
    /// );
    /// ```
    pub fn check(self, given: impl IntoIterator<Item = (&'static str, Setting)>) -> Result<(), Error> {
        let Some((name, setting)) = given.into_iter().find(|(_, setting)| !self.takes(*setting)) else {
            return Ok(());
        };
        let methods = setting.methods().map(Method::name).collect::<Vec<_>>().join(" or ");
        Err(Error::Unusable(format!(
            "{name} goes with the method {methods}, and the method is {self}; leave {name} out"
        )))
    }

    /// Returns whether twice as many pages are drawn as are learned from, so that a second kind of pages gets its share.
    /// Of each kind, the first ones are used.
    pub(crate) fn draws_twice(self) -> bool {
        match self {
            #[cfg(feature = "papers")]
            Method::Distill | Method::Map => true,
            #[cfg(feature = "papers")]
            Method::Mine => false,
            Method::Classify => false,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Method, Error> {
        let found = Method::ALL.iter().copied().find(|method| method.name() == name);
        found.ok_or_else(|| {
            let all: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
            Error::Unusable(format!("there is no method {name:?}; choose from {}", all.join(", ")))
        })
    }
}

#[cfg(feature = "papers")]
const DISTILL: Description = Description {
    name: "distill",
    about: "Consensus tree of sequence alignments (Geraci and Maggini 2011)",
    // Section 3.1 of the paper: 16 is a good choice on every site.
    pages: 16,
    settings: &[
        Setting::Paper,
        Setting::Attributes,
        Setting::Mutable,
        Setting::Threshold,
        Setting::LeastPages,
        Setting::Pruning,
    ],
};

#[cfg(feature = "papers")]
const MINE: Description = Description {
    name: "mine",
    about: "Repeated strings of tokens, found with a suffix array (Foschini 2007)",
    // Frequencies become steadier with more pages, and an array costs little.
    pages: 64,
    settings: &[
        Setting::Paper,
        Setting::Attributes,
        Setting::Mutable,
        Setting::Selection,
        Setting::MinTokens,
        Setting::MinDocuments,
        Setting::DropEnclosed,
        Setting::Words,
        Setting::TokenPattern,
        Setting::Patterns,
        Setting::Idioms,
        Setting::MergeGaps,
        Setting::MergeBeside,
        Setting::DropIslands,
    ],
};

#[cfg(feature = "papers")]
const MAP: Description = Description {
    name: "map",
    about: "What the pages' trees share from the root down (Vieira et al. 2006)",
    // The paper takes up to 25. Half of an even number is a whole number: of 25 pages, 13 would have to agree.
    pages: 24,
    settings: &[
        Setting::Paper,
        Setting::Attributes,
        Setting::Mutable,
        Setting::Threshold,
        Setting::LeafUpdates,
        Setting::EditCosts,
    ],
};

const CLASSIFY: Description = Description {
    name: "classify",
    about: "Gradient-boosted trees decide for each part of a page, by what it and its site show",
    // Twice what is needed: the figures hardly change from 10 pages on.
    pages: 24,
    settings: &[Setting::Profile, Setting::Headline],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for &method in Method::ALL {
            assert_eq!(method.name().parse::<Method>().unwrap(), method);
            let json = serde_json::to_string(&method).unwrap();
            assert_eq!(json, format!("{:?}", method.name()));
        }
        assert!("medstat".parse::<Method>().is_err());
    }
}
