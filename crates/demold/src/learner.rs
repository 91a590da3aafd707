//! The settings by which a template is learned.

#[cfg(feature = "papers")]
mod finish;
#[cfg(feature = "papers")]
mod papers;
#[cfg(feature = "papers")]
mod settings;

#[cfg(feature = "papers")]
pub(crate) use self::finish::Finish;
#[cfg(feature = "papers")]
pub use self::settings::Settings;
use crate::{Error, Method};

/// How a site's template is learned.
///
/// A plain value with chained setters. [`learn`](Learner::learn) checks the
/// settings and forwards them to the method's own crate.
#[derive(Clone, Debug)]
#[must_use]
pub struct Learner {
    method: Method,
    pages: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) copies: bool,
    pub(crate) metadata: bool,
    pub(crate) as_printed: bool,
    #[cfg(feature = "papers")]
    pub(crate) papers: papers::Papers,
    pub(crate) classify: classify::Config,
}

impl Learner {
    /// Returns the defaults: the default method, with as many pages as suit it,
    /// and seed 0.
    pub fn new() -> Learner {
        Learner {
            method: Method::default(),
            pages: None,
            seed: 0,
            copies: false,
            metadata: true,
            as_printed: false,
            #[cfg(feature = "papers")]
            papers: papers::Papers::default(),
            classify: classify::Config::new(),
        }
    }

    /// Sets how the template is found. Default: [`Method::default`].
    pub fn method(mut self, method: Method) -> Learner {
        self.method = method;
        self
    }

    /// Sets how many pages are learned from; zero counts as one. Default:
    /// [`Method::default_pages`]. For [`Method::Distill`] and [`Method::Map`]
    /// it is the number of pages of each kind.
    pub fn pages(mut self, n_pages: usize) -> Learner {
        self.pages = Some(n_pages.max(1));
        self
    }

    /// Sets the seed of everything random: which pages are learned from, and
    /// how they are paired. Default: 0.
    pub fn seed(mut self, seed: u64) -> Learner {
        self.seed = seed;
        self
    }

    /// Sets whether every copy of a page counts, as in the papers. Otherwise
    /// pages that show the same text count once: what copies share is content,
    /// but would be taken for template. Default: false.
    pub fn copies(mut self, count: bool) -> Learner {
        self.copies = count;
        self
    }

    /// Sets the options of [`Method::Classify`]. Default:
    /// [`classify::Config::new`]. How many kinds of pages a site may have
    /// ([`max_clusters`](classify::Config::max_clusters)), each with a
    /// template of its own, applies to every method, except with the settings
    /// of [`paper`](Learner::paper).
    pub fn classify(mut self, config: classify::Config) -> Learner {
        self.classify = config;
        self
    }

    /// Returns the configured method.
    pub fn get_method(&self) -> Method {
        self.method
    }

    /// Returns the largest number of pages that are learned from.
    pub fn get_pages(&self) -> usize {
        self.pages.unwrap_or(self.method.default_pages())
    }

    /// Returns the largest number of pages that are drawn. [`Method::Distill`]
    /// and [`Method::Map`] draw twice as many as they learn from, so that a
    /// second kind of pages gets its share. Of each kind, the first ones are
    /// used.
    pub fn get_drawn(&self) -> usize {
        if self.method.draws_twice() && self.max_kinds() > 1 {
            self.get_pages().saturating_mul(2)
        } else {
            self.get_pages()
        }
    }

    /// How many kinds of pages may have a template of their own.
    pub(crate) fn max_kinds(&self) -> usize {
        if self.as_printed { 1 } else { self.classify.get_max_clusters() }
    }

    /// Returns whether every copy of a page counts.
    pub fn get_copies(&self) -> bool {
        self.copies
    }

    /// Sets whether templates hold what the pages of a site have in common in their metadata. With it
    /// [`metadata`](crate::Cleaned::metadata) finds more, and learning takes some percent longer. Default: true.
    /// Only [`Method::Classify`] looks at it.
    pub fn metadata(mut self, learned: bool) -> Learner {
        self.metadata = learned;
        self
    }

    /// Returns the configured seed.
    pub fn get_seed(&self) -> u64 {
        self.seed
    }

    /// Checks the settings without learning anything.
    ///
    /// # Errors
    ///
    /// The method's own error if its settings make no sense.
    pub fn check(&self) -> Result<(), Error> {
        match self.method {
            #[cfg(feature = "papers")]
            Method::Distill => self.papers.distill.clone().build().map(drop).map_err(Error::Distill),
            #[cfg(feature = "papers")]
            Method::Mine => self.papers.mine.clone().build().map(drop).map_err(Error::Mine),
            #[cfg(feature = "papers")]
            Method::Map => self.papers.map.clone().build().map(drop).map_err(Error::Map),
            Method::Classify => Ok(()),
        }
    }
}

impl Default for Learner {
    fn default() -> Learner {
        Learner::new()
    }
}
