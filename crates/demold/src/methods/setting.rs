//! The names of the methods and of their settings, for whoever offers them to users.

use std::{fmt, str::FromStr};

use super::Method;
use crate::Error;

/// A setting that belongs to some methods and does nothing with the others.
///
/// Whoever offers settings to users names them in his own way, and asks [`Method::check`] whether those that were given
/// go with the method.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Setting {
    /// The settings of the method's paper: [`Learner::paper`](crate::Learner::paper).
    Paper,
    /// Which attributes count: [`Normalize::attributes`](crate::Normalize::attributes).
    Attributes,
    /// Whether numbers and the like count as equal: [`Normalize::mutable`](crate::Normalize::mutable).
    Mutable,
    /// The share of the pages that must have a piece of the template.
    Threshold,
    /// The number of pages that must have it.
    LeastPages,
    /// Which repeated strings are template.
    Selection,
    /// The least number of tokens in a string.
    MinTokens,
    /// The least number of pages that have a string.
    MinDocuments,
    /// Whether strings consist of words: [`Learner::words`](crate::Learner::words).
    Words,
    /// What a word is: [`Learner::lexer`](crate::Learner::lexer).
    TokenPattern,
    /// Which words are mutable: [`Learner::lexer`](crate::Learner::lexer).
    Patterns,
    /// From how many sites on strings are common phrases: [`drop_idioms`](crate::drop_idioms).
    Idioms,
    /// [`Learner::merge_gaps`](crate::Learner::merge_gaps).
    MergeGaps,
    /// [`Learner::merge_beside`](crate::Learner::merge_beside).
    MergeBeside,
    /// [`Learner::drop_islands`](crate::Learner::drop_islands).
    DropIslands,
    /// What the cleaned pages are for: [`Profile`](crate::Profile).
    Profile,
    /// Whether the headline stays.
    Headline,
}

impl Method {
    /// Returns the name that [`FromStr`] and template files use.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns a line about the method.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// Returns how many pages the method learns from by default.
    pub fn default_pages(self) -> usize {
        self.row().pages
    }

    /// Returns whether a setting means anything to the method.
    pub fn takes(self, setting: Setting) -> bool {
        self.row().settings.contains(&setting)
    }

    /// Checks that settings mean something to the method, given as the names that the user knows them by.
    ///
    /// # Errors
    ///
    /// [`Error::OtherSetting`] for the first that does not: whoever gave it expects something of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Method, Setting};
    ///
    /// assert!(Method::Map.check([("--threshold", Setting::Threshold)]).is_ok());
    /// let error = Method::Mine.check([("--threshold", Setting::Threshold)]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "--threshold goes with the method distill or map, and the method is mine; leave --threshold out"
    /// );
    /// ```
    pub fn check(self, given: impl IntoIterator<Item = (&'static str, Setting)>) -> Result<(), Error> {
        match given.into_iter().find(|(_, setting)| !self.takes(*setting)) {
            None => Ok(()),
            Some((name, setting)) => Err(Error::OtherSetting {
                name,
                setting,
                method: self,
            }),
        }
    }
}

impl Setting {
    /// Returns the methods to which it means something.
    pub fn methods(self) -> impl Iterator<Item = Method> {
        let all = Method::ALL.iter().copied();
        all.filter(move |method| method.takes(self))
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
        Method::ALL
            .iter()
            .copied()
            .find(|method| method.name() == name)
            .ok_or_else(|| Error::UnknownMethod { given: name.to_owned() })
    }
}

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

    #[test]
    fn settings_know_their_methods() {
        let methods = |setting: Setting| setting.methods().collect::<Vec<_>>();
        assert_eq!(methods(Setting::Headline), [Method::Classify]);
        assert_eq!(methods(Setting::Paper), [Method::Distill, Method::Mine, Method::Map]);
    }
}
