//! The methods: a file each, and one trait for what they learn.
//!
//! [`Method`] names the methods and dispatches to their files. What a method has learned from pages of one kind
//! implements [`MethodTemplate`]; the rest of the crate sees nothing else of it. A new method is a file below, a variant
//! of [`Method`], and an arm in each `match` of this file.

mod setting;
mod method_template;
mod by_cluster;
mod listing;
mod classify;
#[cfg(feature = "papers")]
mod forms;
#[cfg(feature = "papers")]
mod switches;
#[cfg(feature = "papers")]
mod tokens;
#[cfg(feature = "papers")]
pub(crate) mod distill;
#[cfg(feature = "papers")]
mod mine;
#[cfg(feature = "papers")]
pub(crate) mod map;

use std::{fmt, str::FromStr};

use metadata::SiteMetadata;
use serde::{Deserialize, Serialize};

use crate::{Error, Learner, Reading, Template, file};

#[cfg(feature = "papers")]
pub use self::distill::TokenScoring;
pub use self::setting::Setting;
pub(crate) use self::{
    by_cluster::ByCluster,
    classify::{ClassifyTemplate, alone, shared_metadata},
    listing::count,
    method_template::{Found, MethodTemplate},
};
#[cfg(feature = "papers")]
pub(crate) use self::{
    distill::DistillTemplate,
    mine::{Finish, Form, MineTemplate},
};

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
            Method::Distill => &distill::DESCRIPTION,
            #[cfg(feature = "papers")]
            Method::Mine => &mine::DESCRIPTION,
            #[cfg(feature = "papers")]
            Method::Map => &map::DESCRIPTION,
            Method::Classify => &classify::DESCRIPTION,
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
    /// [`Error::OtherSetting`] for the first that does not: whoever gave it expects something of it.
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
        match given.into_iter().find(|(_, setting)| !self.takes(*setting)) {
            None => Ok(()),
            Some((name, setting)) => Err(Error::OtherSetting { name, setting, method: self }),
        }
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

    /// Learns from a sample of pages: a template for each of their kinds, and what the pages' metadata has in common.
    pub(crate) fn learn(self, learner: &Learner, sample: &[Reading<'_>]) -> Result<(ByCluster, SiteMetadata), Error> {
        #[cfg(feature = "papers")]
        let without_metadata = |templates| (templates, SiteMetadata::default());
        match self {
            #[cfg(feature = "papers")]
            Method::Distill => ByCluster::learn(learner, sample, distill::learn).map(without_metadata),
            #[cfg(feature = "papers")]
            Method::Mine => ByCluster::learn(learner, sample, mine::learn).map(without_metadata),
            #[cfg(feature = "papers")]
            Method::Map => ByCluster::learn(learner, sample, map::learn).map(without_metadata),
            // It divides its sample itself.
            Method::Classify => Ok(classify::learn(learner, sample)),
        }
    }

    /// Reads a template file of this method.
    pub(crate) fn read(self, json: &str) -> Result<Template, Error> {
        match self {
            #[cfg(feature = "papers")]
            Method::Distill => file::read_templates(json, distill::DistillTemplate::new),
            #[cfg(feature = "papers")]
            Method::Mine => file::read_templates(json, mine::MineTemplate::new),
            #[cfg(feature = "papers")]
            Method::Map => file::read_templates(json, map::MapTemplate::new),
            Method::Classify => file::read_templates(json, ClassifyTemplate::new),
        }
    }
}

#[cfg(feature = "papers")]
impl Method {
    /// Returns which tokens count as equal, unless the learner says so.
    pub(crate) fn normalize(self) -> tokenize::Normalize {
        match self {
            Method::Map => map::normalize(),
            Method::Distill | Method::Mine | Method::Classify => tokenize::Normalize::new(),
        }
    }

    /// Changes settings to those of the method's paper.
    pub(crate) fn paper(self, learner: Learner) -> Learner {
        match self {
            Method::Distill => distill::paper(learner),
            Method::Mine => mine::paper(learner),
            Method::Map => map::paper(learner),
            Method::Classify => learner,
        }
    }

    /// Checks the settings of the method without learning anything.
    pub(crate) fn check_settings(self, learner: &Learner) -> Result<(), Error> {
        match self {
            Method::Distill => learner.distill.clone().build().map(drop).map_err(Error::Distill),
            Method::Mine => learner.mine.clone().build().map(drop).map_err(Error::Mine),
            Method::Map => learner.map.clone().build().map(drop).map_err(Error::Map),
            Method::Classify => Ok(()),
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
}
