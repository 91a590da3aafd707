//! The names of the methods.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::Error;

/// How a template is found.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Pages are aligned in pairs, and what the alignments agree on is
    /// distilled by a tree of pairs: the consensus tree of Geraci and Maggini
    /// (2011). It takes the order of tokens into account.
    Distill,
    /// Strings of tokens that many pages have are mined with a suffix array,
    /// after Foschini (2007). It finds what is repeated, wherever it is.
    Mine,
    /// The pages' trees are mapped onto each other from the root down, after
    /// Vieira et al. (2006). It takes structure into account.
    Map,
    /// Each region of the site is decided about once, by what it holds on all
    /// pages: text, links, repetition. It also finds boilerplate that varies,
    /// and judges a single page by that page's own evidence.
    #[default]
    Consensus,
}

impl Method {
    /// All methods: those of the papers in their order, then the default.
    pub const ALL: &'static [Method] = &[
        Method::Distill,
        Method::Mine,
        Method::Map,
        Method::Consensus,
    ];

    /// Returns the name that [`FromStr`] and template files use.
    pub fn name(self) -> &'static str {
        match self {
            Method::Distill => "distill",
            Method::Mine => "mine",
            Method::Map => "map",
            Method::Consensus => "consensus",
        }
    }

    /// Returns how many pages the method learns from by default.
    pub fn default_pages(self) -> usize {
        match self {
            // Section 3.1 of the paper: 16 is a good choice on every site.
            Method::Distill => 16,
            // Frequencies become steadier with more pages, and an array costs
            // little.
            Method::Mine => 64,
            // The paper takes up to 25. Half of an even number is a whole
            // number: of 25 pages, 13 would have to agree.
            Method::Map => 24,
            // Twice what is needed: the figures hardly change from 10 pages on.
            Method::Consensus => 24,
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
            .ok_or_else(|| Error::UnknownMethod {
                given: name.to_owned(),
            })
    }
}
