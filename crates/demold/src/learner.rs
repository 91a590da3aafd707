//! From pages to a site.

use std::sync::Arc;

use ::expressions::Expressions;
use tokenize::{Attributes, Normalize};

use crate::{
    Error, Input, Method, Provenance, Site, Template, agree, distill, expressions, map, mine,
    sample, template::Model,
};

/// How a site's template is learned.
///
/// A plain value with chained setters. Settings are checked by
/// [`learn`](Learner::learn), which forwards them to the method's own crate.
#[derive(Clone, Debug)]
#[must_use]
pub struct Learner {
    method: Method,
    pages: Option<usize>,
    seed: u64,
    normalize: Option<Normalize>,
    distill: distill_tree::Config,
    mine: suffixarray_miner::Config,
    map: rtdm_tree_mapping::Config,
    consensus: consensus::Learner,
}

impl Learner {
    /// Returns the defaults: the default method, with as many pages as suit
    /// it, and seed 0.
    pub fn new() -> Learner {
        Learner {
            method: Method::default(),
            pages: None,
            seed: 0,
            normalize: None,
            distill: distill_tree::Config::new(),
            mine: suffixarray_miner::Config::new(),
            map: rtdm_tree_mapping::Config::new(),
            consensus: consensus::Learner::new(),
        }
    }

    /// Sets how the template is found. Default: [`Method::default`].
    pub fn method(mut self, method: Method) -> Learner {
        self.method = method;
        self
    }

    /// Sets how many pages are looked at; zero counts as one. Default:
    /// [`Method::default_pages`].
    pub fn pages(mut self, n_pages: usize) -> Learner {
        self.pages = Some(n_pages.max(1));
        self
    }

    /// Sets the seed of everything random: which pages are looked at, and
    /// how they are paired. Default: 0.
    pub fn seed(mut self, seed: u64) -> Learner {
        self.seed = seed;
        self
    }

    /// Sets when two tokens count as equal; [`Method::Consensus`] compares
    /// lines of text and does not ask. Default: [`Normalize::new`]; for
    /// [`Method::Map`] without attributes, since one class of `body` that
    /// differs from page to page would leave nothing to be shared below it.
    pub fn normalize(mut self, normalize: Normalize) -> Learner {
        self.normalize = Some(normalize);
        self
    }

    /// Sets the knobs of [`Method::Distill`]. Its seed is the learner's.
    /// Default: [`distill_tree::Config::new`].
    pub fn distill(mut self, config: distill_tree::Config) -> Learner {
        self.distill = config;
        self
    }

    /// Sets the knobs of [`Method::Mine`]. Default:
    /// [`suffixarray_miner::Config::new`].
    pub fn mine(mut self, config: suffixarray_miner::Config) -> Learner {
        self.mine = config;
        self
    }

    /// Sets the knobs of [`Method::Map`]. Its seed and number of pages are the
    /// learner's. Default: [`rtdm_tree_mapping::Config::new`].
    pub fn map(mut self, config: rtdm_tree_mapping::Config) -> Learner {
        self.map = config;
        self
    }

    /// Sets the knobs of [`Method::Consensus`]. Default:
    /// [`consensus::Learner::new`].
    pub fn consensus(mut self, learner: consensus::Learner) -> Learner {
        self.consensus = learner;
        self
    }

    /// Returns the configured method.
    pub fn get_method(&self) -> Method {
        self.method
    }

    /// Returns how many pages are looked at, at the most.
    pub fn get_pages(&self) -> usize {
        self.pages.unwrap_or(self.method.default_pages())
    }

    /// Returns when two tokens count as equal.
    pub fn get_normalize(&self) -> Normalize {
        self.normalize.clone().unwrap_or_else(|| match self.method {
            Method::Map => Normalize::new().attributes(Attributes::None),
            Method::Distill | Method::Mine | Method::Consensus => Normalize::new(),
        })
    }

    /// Returns the configured seed.
    pub fn get_seed(&self) -> u64 {
        self.seed
    }

    /// Returns the numbers of a site's `n_pages` pages in the order in which
    /// they are drawn: the first [`get_pages`](Learner::get_pages) are the
    /// sample. For callers who do not want to load a whole site in order to
    /// learn from a few of its pages.
    pub fn order(&self, n_pages: usize) -> Vec<usize> {
        sample::order(n_pages, self.seed)
    }

    /// Learns a site's template from its pages.
    ///
    /// Of more pages than [`get_pages`](Learner::get_pages), a seeded sample
    /// is looked at. From one page alone no template can be learned: it is
    /// empty, and cleaning removes nothing, but for [`Method::Consensus`],
    /// which then judges each page by its own evidence.
    ///
    /// # Complexity
    ///
    /// Linear in the sample's bytes for reading it. [`Method::Distill`]: with
    /// `t` pages of up to `n` tokens, `O(t * n * n / 64)` time.
    /// [`Method::Mine`]: with `n` tokens in all, `O(n * log n)` time.
    /// [`Method::Consensus`]: linear. [`Method::Map`]: at most `O(n * m)` for each mapping of `n` nodes to `m`.
    ///
    /// # Errors
    ///
    /// [`Error::NoPages`] if there is none; the method's own error if its
    /// settings make no sense or a limit is exceeded.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn learn<'a, P>(&self, pages: &'a [P]) -> Result<Site, Error>
    where
        &'a P: Into<Input<'a>>,
    {
        let mut drawn = self.order(pages.len());
        drawn.truncate(self.get_pages());
        drawn.sort_unstable();
        let sample: Vec<Input<'a>> = drawn
            .iter()
            .map(|&page_idx| (&pages[page_idx]).into())
            .collect();
        self.learn_sample(&sample, pages.len())
    }

    /// Mines expressions from just these pages, of which any may be plain
    /// text: the words of their source, with the settings of
    /// [`mine`](Learner::mine), whatever the method.
    ///
    /// # Errors
    ///
    /// [`Error::NoPages`] if there is none; [`Error::Mine`] or
    /// [`Error::Expressions`] if a limit is exceeded.
    pub fn expressions(&self, sample: &[Input<'_>]) -> Result<Expressions, Error> {
        if sample.is_empty() {
            return Err(Error::NoPages);
        }
        expressions::learn(sample, self.mine.clone())
    }

    /// Learns from just these pages, which were drawn from `n_available`.
    ///
    /// With the pages that [`order`](Learner::order) names, sorted by their
    /// number, the result is that of [`learn`](Learner::learn) over all.
    ///
    /// # Errors
    ///
    /// As [`learn`](Learner::learn).
    pub fn learn_sample(&self, sample: &[Input<'_>], n_available: usize) -> Result<Site, Error> {
        if sample.is_empty() {
            return Err(Error::NoPages);
        }
        let tokenizer = self.get_normalize().build();
        let model = match self.method {
            Method::Distill => {
                let config = self
                    .distill
                    .clone()
                    .sample(self.get_pages())
                    .seed(self.seed);
                Model::Distill(distill::learn(sample, &tokenizer, config)?)
            }
            Method::Mine => Model::Mine(mine::learn(sample, &tokenizer, self.mine.clone())?),
            Method::Map => {
                let config = self.map.clone().max_pages(self.get_pages()).seed(self.seed);
                Model::Map(map::learn(sample, &tokenizer, config)?)
            }
            Method::Consensus => Model::Consensus(Arc::new(agree::learn(sample, &self.consensus))),
        };
        let provenance = Provenance {
            by: concat!("demold ", env!("CARGO_PKG_VERSION")).to_owned(),
            method: self.method,
            pages: sample.len(),
            available: n_available,
            seed: self.seed,
        };
        Site::from_template(Template::new(provenance, model))
    }
}

impl Default for Learner {
    fn default() -> Learner {
        Learner::new()
    }
}
