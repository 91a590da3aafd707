//! The methods: a file each, and one table.
//!
//! A method is a type that implements [`Model`], in a file of its own below here, and a row of the table at the end of
//! this file. Everything else knows methods only by these two, so another one needs nothing more.

#[macro_use]
mod table;
mod setting;
mod model;
mod any_model;
mod kinds;
mod listing;
mod switches;
mod tokens;

use crate::{Error, Learner, Reading, Template};

pub use self::setting::Setting;
pub(crate) use self::{
    any_model::{AnyEngine, AnyModel, Lesson},
    classify::{Classify, alone, learn_summaries},
    distill::Distilled,
    kinds::ByCluster,
    listing::count,
    mine::{Finish, Form, Mined},
    model::{Found, Model},
};

/// How a template is found, as the rest of the crate sees it: what a [`Model`] says about itself, and its functions.
pub(crate) struct Row {
    name: &'static str,
    about: &'static str,
    pages: usize,
    settings: &'static [Setting],
    pub(crate) draws_twice: bool,
    pub(crate) normalize: fn() -> tokenize::Normalize,
    pub(crate) paper: fn(Learner) -> Learner,
    pub(crate) check: fn(&Learner) -> Result<(), Error>,
    pub(crate) learn: fn(&Learner, &[Reading<'_>]) -> Result<Lesson, Error>,
    pub(crate) read: fn(&str) -> Result<Template, Error>,
}

methods! {
    /// Pages are aligned in pairs, and what the alignments agree on is
    /// distilled by a tree of pairs: the consensus tree of Geraci and Maggini
    /// (2011). It takes the order of tokens into account.
    Distill = distill::Distilled {
        name: "distill",
        about: "Consensus tree of sequence alignments (Geraci and Maggini 2011)",
        // Section 3.1 of the paper: 16 is a good choice on every site.
        pages: 16,
        settings: [Paper, Attributes, Mutable, Threshold, LeastPages],
    }
    /// Strings of tokens that many pages have are mined with a suffix array,
    /// after Foschini (2007). It finds what is repeated, wherever it is.
    Mine = mine::Mined {
        name: "mine",
        about: "Repeated strings of tokens, found with a suffix array (Foschini 2007)",
        // Frequencies become steadier with more pages, and an array costs little.
        pages: 64,
        settings: [
            Paper, Attributes, Mutable, Selection, MinTokens, MinDocuments, Words, TokenPattern,
            Patterns, Idioms, MergeGaps, MergeBeside,
            DropIslands,
        ],
    }
    /// The pages' trees are mapped onto each other from the root down, after
    /// Vieira et al. (2006). It takes structure into account.
    Map = map::Mapped {
        name: "map",
        about: "What the pages' trees share from the root down (Vieira et al. 2006)",
        // The paper takes up to 25. Half of an even number is a whole number: of 25 pages, 13
        // would have to agree.
        pages: 24,
        settings: [Paper, Attributes, Mutable, Threshold],
    }
    /// Each region of the site is decided about once, by what it holds on all
    /// pages: text, links, repetition. It also finds boilerplate that varies,
    /// and judges a single page by that page's own evidence.
    #[default]
    Classify = classify::Classify {
        name: "classify",
        about: "Gradient-boosted trees decide for each part of a page, by what it and its site show",
        // Twice what is needed: the figures hardly change from 10 pages on.
        pages: 24,
        settings: [Profile, Headline],
    }
}
