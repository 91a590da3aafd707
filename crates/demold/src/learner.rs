//! From pages to a site.

use std::borrow::Cow;

use ::expressions::Expressions;
use suffixarray_miner::{Lexer, Patterns};
use tokenize::Normalize;

use crate::{
    Cleaned, Error, Input, Method, PageSummary, Provenance, Reading, Setting, Site, Template, expressions,
    methods::{Finish, Lesson, alone, learn_summaries},
    sample,
};

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
    as_printed: bool,
    normalize: Option<Normalize>,
    pub(crate) distill: distill_tree::Config,
    pub(crate) mine: suffixarray_miner::Config,
    pub(crate) finish: Finish,
    lexer: Option<Lexer>,
    pub(crate) words: bool,
    pub(crate) map: rtdm_tree_mapping::Config,
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
            normalize: None,
            distill: distill_tree::Config::new(),
            mine: suffixarray_miner::Config::new(),
            finish: Finish::default(),
            lexer: None,
            words: false,
            map: rtdm_tree_mapping::Config::new(),
            classify: classify::Config::new(),
        }
    }

    /// Returns the settings of a method's paper, with nothing added and nothing
    /// left out; `docs/papers.md` lists them all.
    ///
    /// Every copy of a page counts. [`Method::Distill`]: a token of the
    /// template needs the threshold's share of the pages and no more than that.
    /// [`Method::Mine`]: words of all pages' source, in which the thesis's mutable
    /// patterns are replaced, above the bimodal cut. [`Method::Map`]: the strict
    /// intersection of up to 25 trees, labelled by tags with all of their
    /// attributes; the paper does not say what a label is, and
    /// [`normalize`](Learner::normalize) gives the other reading, tags alone. And
    /// the template alone decides: even where it would remove a
    /// whole page, the page's own evidence does not replace it.
    /// [`Method::Classify`] comes from no paper; for it these are its
    /// defaults.
    pub fn paper(method: Method) -> Learner {
        let learner = Learner {
            as_printed: method.takes(Setting::Paper),
            ..Learner::new().method(method)
        };
        (method.row().paper)(learner)
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

    /// Sets when two tokens count as equal; [`Method::Classify`] compares
    /// lines of text and ignores this. Default: [`Normalize::new`]; for
    /// [`Method::Map`] without attributes, because if one class of `body`
    /// differs from page to page, nothing below it can be shared.
    pub fn normalize(mut self, normalize: Normalize) -> Learner {
        self.normalize = Some(normalize);
        self
    }

    /// Sets the options of [`Method::Distill`], except for its seed and whether
    /// copies count, which are the learner's.
    /// Default: [`distill_tree::Config::new`].
    pub fn distill(mut self, config: distill_tree::Config) -> Learner {
        self.distill = config;
        self
    }

    /// Sets the options of [`Method::Mine`]. Default:
    /// [`suffixarray_miner::Config::new`].
    pub fn mine(mut self, config: suffixarray_miner::Config) -> Learner {
        self.mine = config;
        self
    }

    /// Sets whether [`Method::Mine`] sees words of the pages' source, markup
    /// included, as in the thesis; otherwise it sees the same tags and texts as
    /// the other methods. Default: false.
    pub fn words(mut self, yes: bool) -> Learner {
        self.words = yes;
        self
    }

    /// Sets how sources are cut into words, and which of these are mutable, for
    /// [`words`](Learner::words) and [`expressions`](Learner::expressions).
    /// Default: words are separated by white space, and [`Patterns::thesis`], which
    /// match whole words. [`Patterns::inside`] is the thesis's own form: it removes
    /// more of the template, and a price within its tags with it.
    pub fn lexer(mut self, lexer: Lexer) -> Learner {
        self.lexer = Some(lexer);
        self
    }

    /// Returns how sources are cut into words. To compile the default's patterns takes a third of the time in which a
    /// program starts, and most learn by a method that needs none.
    pub(crate) fn get_lexer(&self) -> Cow<'_, Lexer> {
        match &self.lexer {
            Some(lexer) => Cow::Borrowed(lexer),
            None => Cow::Owned(Lexer::new(Patterns::thesis())),
        }
    }

    /// Sets that text of fewer than `width` characters between two pieces of a mined
    /// template is removed with them (thesis, section 3.4.1). Default: 0, for
    /// none.
    pub fn merge_gaps(mut self, width: usize) -> Learner {
        self.finish.merge_gaps = width;
        self
    }

    /// Sets how many characters both pieces must have for the text between them to
    /// be removed with them: "two large templated strings" (thesis, section 6.1).
    /// Default: 0.
    pub fn merge_beside(mut self, min: usize) -> Learner {
        self.finish.merge_beside = min;
        self
    }

    /// Sets how many characters a piece of a mined template must have at least, once
    /// gaps are merged; smaller pieces stay (thesis, section 6.1). Default: 0.
    pub fn drop_islands(mut self, min: usize) -> Learner {
        self.finish.drop_islands = min;
        self
    }

    /// Sets the options of [`Method::Map`], except for its seed and number of
    /// pages, which are the learner's. Default:
    /// [`rtdm_tree_mapping::Config::new`].
    pub fn map(mut self, config: rtdm_tree_mapping::Config) -> Learner {
        self.map = config;
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
        if self.method.row().draws_twice && self.max_kinds() > 1 {
            self.get_pages().saturating_mul(2)
        } else {
            self.get_pages()
        }
    }

    /// How many kinds of pages may have a template of their own.
    pub(crate) fn max_kinds(&self) -> usize {
        if self.as_printed {
            1
        } else {
            self.classify.get_max_clusters()
        }
    }

    /// Returns when two tokens count as equal.
    pub fn get_normalize(&self) -> Normalize {
        let normalize = self.normalize.clone();
        normalize.unwrap_or_else(self.method.row().normalize)
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

    /// Returns whether templates hold what pages have in common in their metadata.
    pub fn get_metadata(&self) -> bool {
        self.metadata
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
        (self.method.row().check)(self)
    }

    /// Returns the numbers of the pages that [`learn`](Learner::learn) uses, in
    /// the order in which they are drawn.
    ///
    /// Whether a page is drawn depends only on its decoded source and the seed:
    /// the same pages give the same sample, whatever their order and names.
    ///
    /// # Complexity
    ///
    /// Linear in the pages' bytes.
    pub fn draw(&self, pages: &[Input<'_>]) -> Vec<usize> {
        let drawn = self.read_drawn(pages).into_iter();
        drawn.map(|(page, _)| page).collect()
    }

    /// Does what [`draw`](Learner::draw) does, and returns the pages as well: they have to be read to tell which are
    /// copies.
    pub fn read_drawn<'a>(&self, pages: &[Input<'a>]) -> Vec<(usize, Reading<'a>)> {
        sample::draw(pages, self.get_drawn(), self.seed, self.copies)
    }

    /// Learns a site's template from its pages.
    ///
    /// If there are more pages than [`get_drawn`](Learner::get_drawn), a seeded
    /// sample is used; pages that show the same text count once. A site that is
    /// left with a single page shows no template: whatever the method, its
    /// pages are judged by their own evidence, and the template's method is
    /// [`Method::Classify`].
    ///
    /// # Complexity
    ///
    /// Reading takes time linear in the bytes of the sample.
    /// [`Method::Distill`]: with `t` pages of up to `n` tokens,
    /// `O(t * n * n / 64)` time. [`Method::Mine`]: with `n` tokens in all,
    /// `O(n * log n)` time. [`Method::Classify`]: linear. [`Method::Map`]: at
    /// most `O(n * m)` for each mapping of `n` nodes to `m`.
    ///
    /// # Errors
    ///
    /// [`Error::NoPages`] if there are none; the method's own error if its
    /// settings are invalid or a limit is exceeded.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn learn<'a, P>(&self, pages: &'a [P]) -> Result<Site, Error>
    where
        &'a P: Into<Input<'a>>,
    {
        let all: Vec<Input<'a>> = pages.iter().map(Into::into).collect();
        self.learn_first(&all, self.get_drawn(), pages.len())
    }

    /// Cleans a page about whose site nothing is known, by its own evidence.
    /// The result is the same as after learning from this page alone, but the
    /// page is read only once.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn clean_alone<'a>(&self, page: impl Into<Reading<'a>>) -> Cleaned<'a> {
        self.cleaned_alone(page.into(), true)
    }

    /// As [`clean_alone`](Learner::clean_alone), without finding the reasons: there are no [removals](Cleaned::removals),
    /// and all else is the same.
    pub fn clean_alone_unexplained<'a>(&self, page: impl Into<Reading<'a>>) -> Cleaned<'a> {
        self.cleaned_alone(page.into(), false)
    }

    fn cleaned_alone<'a>(&self, page: Reading<'a>, says_why: bool) -> Cleaned<'a> {
        let found = alone(&page, &self.classify, says_why);
        Cleaned::new(page, found, None)
    }

    /// Mines expressions from exactly these pages, some of which may be plain
    /// text: the words of their source, with the settings of
    /// [`mine`](Learner::mine) and [`lexer`](Learner::lexer), whatever the method.
    ///
    /// # Errors
    ///
    /// [`Error::NoPages`] if there are none; [`Error::Mine`] or
    /// [`Error::Expressions`] if a limit is exceeded.
    pub fn expressions(&self, sample: &[Reading<'_>]) -> Result<Expressions, Error> {
        if sample.is_empty() {
            return Err(Error::NoPages);
        }
        expressions::learn(sample, &self.get_lexer(), self.mine.clone())
    }

    /// Learns from exactly these pages, which were drawn from `n_available`.
    ///
    /// With the pages that [`draw`](Learner::draw) names, in any order, the
    /// result is the same as that of [`learn`](Learner::learn) for all pages.
    /// Copies count once.
    ///
    /// # Errors
    ///
    /// As [`learn`](Learner::learn).
    pub fn learn_sample(&self, sample: &[Input<'_>], n_available: usize) -> Result<Site, Error> {
        self.learn_first(sample, sample.len(), n_available)
    }

    /// Draws up to `k` pages and learns from them.
    fn learn_first(&self, pages: &[Input<'_>], k: usize, n_available: usize) -> Result<Site, Error> {
        let drawn = sample::draw(pages, k, self.seed, self.copies);
        let drawn: Vec<Reading<'_>> = drawn.into_iter().map(|(_, page)| page).collect();
        self.learn_drawn(&drawn, n_available)
    }

    /// Does what [`learn_sample`](Learner::learn_sample) does, for pages that are known to be no copies of each other
    /// and that come in the order in which they are drawn, as `corpus::Samples` gives them. None is read to find out.
    ///
    /// # Errors
    ///
    /// As [`learn`](Learner::learn).
    pub fn learn_drawn(&self, sample: &[Reading<'_>], n_available: usize) -> Result<Site, Error> {
        if sample.is_empty() {
            return Err(Error::NoPages);
        }
        self.check()?;
        let method = match sample.len() {
            1 if !self.copies => Method::Classify,
            _ => self.method,
        };
        let lesson = (method.row().learn)(self, sample)?;
        self.site(method, lesson, sample.len(), n_available)
    }

    /// Returns what is learned from a page, if that is all that the method asks of it.
    #[must_use]
    pub fn summarize(&self, page: &Reading<'_>) -> Option<PageSummary> {
        let asks = self.learns_from_summaries();
        asks.then(|| page.summarize(self.metadata))
    }

    /// Returns whether there are [summaries](Learner::summarize) for the method: only for [`Method::Classify`].
    #[must_use]
    pub fn learns_from_summaries(&self) -> bool {
        self.method == Method::Classify
    }

    /// Does what [`learn_drawn`](Learner::learn_drawn) does, for the [summaries](Learner::summarize) that this learner made of the
    /// pages. The method is [`Method::Classify`].
    ///
    /// # Errors
    ///
    /// As [`learn`](Learner::learn).
    pub fn learn_summaries(&self, sample: &[PageSummary], n_available: usize) -> Result<Site, Error> {
        if sample.is_empty() {
            return Err(Error::NoPages);
        }
        self.check()?;
        let lesson = learn_summaries(self, sample);
        self.site(Method::Classify, lesson, sample.len(), n_available)
    }

    fn site(
        &self,
        method: Method,
        (model, shared): Lesson,
        n_sample: usize,
        n_available: usize,
    ) -> Result<Site, Error> {
        let provenance = Provenance {
            by: concat!("demold ", env!("CARGO_PKG_VERSION")).to_owned(),
            method,
            pages: model.used_pages().unwrap_or(n_sample),
            available: n_available,
            seed: self.seed,
            as_printed: self.as_printed,
        };
        Site::from_template(Template::new(provenance, model).with_metadata(shared))
    }
}

impl Default for Learner {
    fn default() -> Learner {
        Learner::new()
    }
}
