//! From pages to a site.

use crate::{Cleaned, Error, Input, Learner, Method, Provenance, Reading, Site, Template, methods::alone, sample};

impl Learner {
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
    pub fn clean_alone<'a>(&self, page: impl Into<Reading<'a>>) -> Cleaned<'a> {
        let page = page.into();
        let found = alone(&page, &self.classify);
        Cleaned::new(page, found, None)
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
    /// and that come in the order in which they are drawn, as `pipeline::Samples` gives them. None is read to find out.
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
            _ => self.get_method(),
        };
        let (templates, metadata) = method.learn(self, sample)?;
        let provenance = Provenance {
            by: concat!("demold ", env!("CARGO_PKG_VERSION")).to_owned(),
            method,
            pages: templates.used_pages().unwrap_or(sample.len()),
            available: n_available,
            seed: self.seed,
            as_printed: self.as_printed,
        };
        Ok(Site::from_template(Template::new(provenance, templates).with_metadata(metadata)))
    }
}

/// Cleans a page about whose site nothing is known, by its own evidence and with default settings.
///
/// For other settings, use [`clean_alone`](Learner::clean_alone) of a [`Learner`].
///
/// # Complexity
///
/// Linear in the page.
///
/// # Examples
///
/// ```
/// let page = "<title>Tides | The Coast</title><h1>Tides</h1><p>They rose all night, and fell by noon.</p>";
/// let found = demold::extract(page);
/// assert!(found.text().contains("They rose all night"));
/// assert_eq!(found.metadata().title.as_deref(), Some("Tides"));
/// ```
pub fn extract<'a>(page: impl Into<Reading<'a>>) -> Cleaned<'a> {
    Learner::new().clean_alone(page)
}
