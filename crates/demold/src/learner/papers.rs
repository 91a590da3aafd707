//! The settings of the papers' methods.

use std::borrow::Cow;

use suffixarray_miner::{Lexer, Patterns, Selection};
use tokenize::{Attributes, Normalize};

use super::{Finish, Learner};
use crate::{Method, Setting};

/// The settings of all of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Papers {
    normalize: Option<Normalize>,
    pub(crate) distill: distill_tree::Config,
    pub(crate) mine: suffixarray_miner::Config,
    pub(crate) finish: Finish,
    lexer: Option<Lexer>,
    pub(crate) words: bool,
    pub(crate) map: rtdm_tree_mapping::Config,
}

impl Learner {
    /// Returns the settings of a method's paper, with nothing added and nothing
    /// left out; `docs/papers.md` lists them all.
    ///
    /// Every copy of a page counts. [`Method::Distill`]: a token of the
    /// template needs the threshold's share of the pages and no more than that.
    /// [`Method::Mine`]: words of all pages' source, of which those that match one of
    /// the thesis's mutable patterns are replaced by it, above the bimodal cut; its
    /// second level compares sites, and is [`drop_idioms`](crate::drop_idioms), for
    /// the sites that were learned. [`Method::Map`]: the strict
    /// intersection of up to 25 trees, labelled by tags with all of their
    /// attributes; the paper does not say what a label is, and
    /// [`normalize`](Learner::normalize) gives the other reading, tags alone. And
    /// the template alone decides: even where it would remove a
    /// whole page, the page's own evidence does not replace it.
    /// [`Method::Classify`] comes from no paper; for it these are its
    /// defaults.
    pub fn paper(method: Method) -> Learner {
        let learner = Learner { as_printed: method.takes(Setting::Paper), ..Learner::new().method(method) };
        match method {
            Method::Distill => learner.copies(true).distill(distill_tree::Config::paper()),
            Method::Mine => {
                let mut learner = learner.pages(usize::MAX).copies(true).words(true);
                learner.papers.finish.consume_separators = true;
                learner.mine(suffixarray_miner::Config::new().selection(Selection::paper()))
            }
            Method::Map => {
                let config = rtdm_tree_mapping::Config::paper();
                let n_pages = rtdm_tree_mapping::Config::DEFAULT_MAX_PAGES;
                learner.copies(true).pages(n_pages).normalize(Normalize::new()).map(config)
            }
            Method::Classify => learner,
        }
    }

    /// Sets when two tokens count as equal; [`Method::Classify`] compares
    /// lines of text and ignores this. Default: [`Normalize::new`]; for
    /// [`Method::Map`] without attributes, because if one class of `body`
    /// differs from page to page, nothing below it can be shared.
    pub fn normalize(mut self, normalize: Normalize) -> Learner {
        self.papers.normalize = Some(normalize);
        self
    }

    /// Sets the options of [`Method::Distill`], except for its seed and whether
    /// copies count, which are the learner's.
    /// Default: [`distill_tree::Config::new`].
    pub fn distill(mut self, config: distill_tree::Config) -> Learner {
        self.papers.distill = config;
        self
    }

    /// Sets the options of [`Method::Mine`]. Default:
    /// [`suffixarray_miner::Config::new`].
    pub fn mine(mut self, config: suffixarray_miner::Config) -> Learner {
        self.papers.mine = config;
        self
    }

    /// Sets whether [`Method::Mine`] sees words of the pages' source, markup
    /// included, as in the thesis; otherwise it sees the same tags and texts as
    /// the other methods. Default: false.
    pub fn words(mut self, yes: bool) -> Learner {
        self.papers.words = yes;
        self
    }

    /// Sets how sources are cut into words, and which of these are mutable, for
    /// [`words`](Learner::words) and [`expressions`](Learner::expressions).
    /// Default: words are separated by white space, and [`Patterns::thesis`], which
    /// match whole words. [`Patterns::inside`] is another reading of the thesis: it
    /// removes more of the template, and a price within its tags with it.
    pub fn lexer(mut self, lexer: Lexer) -> Learner {
        self.papers.lexer = Some(lexer);
        self
    }

    /// Returns how sources are cut into words. To compile the default's patterns takes a third of the time in which a
    /// program starts, and most learn by a method that needs none.
    pub(crate) fn get_lexer(&self) -> Cow<'_, Lexer> {
        match &self.papers.lexer {
            Some(lexer) => Cow::Borrowed(lexer),
            None => Cow::Owned(Lexer::new(Patterns::thesis())),
        }
    }

    /// Sets that text of fewer than `width` characters between two pieces of a mined
    /// template is removed with them (thesis, section 3.4.1). Default: 0, for
    /// none.
    pub fn merge_gaps(mut self, width: usize) -> Learner {
        self.papers.finish.merge_gaps = width;
        self
    }

    /// Sets how many characters both pieces must have for the text between them to
    /// be removed with them: "two large templated strings" (thesis, section 6.1).
    /// Default: 0.
    pub fn merge_beside(mut self, min: usize) -> Learner {
        self.papers.finish.merge_beside = min;
        self
    }

    /// Sets how many characters a piece of a mined template must have at least, once
    /// gaps are merged; smaller pieces stay (thesis, section 6.1). Default: 0.
    pub fn drop_islands(mut self, min: usize) -> Learner {
        self.papers.finish.drop_islands = min;
        self
    }

    /// Sets the options of [`Method::Map`], except for its seed and number of
    /// pages, which are the learner's. Default:
    /// [`rtdm_tree_mapping::Config::new`].
    pub fn map(mut self, config: rtdm_tree_mapping::Config) -> Learner {
        self.papers.map = config;
        self
    }

    /// Returns when two tokens count as equal.
    pub fn get_normalize(&self) -> Normalize {
        let by_default = || match self.method {
            Method::Map => Normalize::new().attributes(Attributes::None),
            Method::Distill | Method::Mine | Method::Classify => Normalize::new(),
        };
        self.papers.normalize.clone().unwrap_or_else(by_default)
    }
}
