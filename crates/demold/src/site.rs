//! A learned template, ready for pages.

use std::sync::{Arc, OnceLock};

use crate::{
    Cleaned, Error, Reading, Template,
    methods::{AnyEngine, Found, alone},
    words::Words,
};

/// A site's template, ready to clean pages.
///
/// Immutable, shareable between threads and cheap to clone.
#[derive(Clone, Debug)]
pub struct Site {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    template: Template,
    engine: Box<dyn AnyEngine>,
}

/// No template.
#[derive(Debug)]
struct Nothing;

impl AnyEngine for Nothing {
    fn locate(&self, _: &Reading<'_>, _: bool) -> Result<Found, Error> {
        Ok(Found::nothing())
    }

    fn fit(&self, _: &Reading<'_>) -> Result<f64, Error> {
        Ok(1.0)
    }
}

impl Site {
    /// Returns a site without a template: its pages come out whole.
    pub fn nothing() -> Site {
        Site {
            inner: Arc::new(Inner {
                template: Template::nothing(),
                engine: Box::new(Nothing),
            }),
        }
    }

    /// Prepares a template for use.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the parts of the template contradict each other.
    /// Those of a learned template never do.
    pub fn from_template(template: Template) -> Result<Site, Error> {
        let engine = template.model().engine()?;
        Ok(Site {
            inner: Arc::new(Inner { template, engine }),
        })
    }

    /// Reads a template from the JSON text written by
    /// [`to_json`](Site::to_json).
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`], [`Error::NotATemplate`] or
    /// [`Error::NewerVersion`].
    pub fn from_json(json: &str) -> Result<Site, Error> {
        Site::from_template(Template::from_json(json)?)
    }

    /// Reads a template from a file's bytes.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Site::from_json); also [`Error::Damaged`] if the
    /// bytes are not UTF-8.
    pub fn from_json_bytes(json: &[u8]) -> Result<Site, Error> {
        match std::str::from_utf8(json) {
            Ok(json) => Site::from_json(json),
            Err(error) => Err(Error::Damaged {
                reason: format!("byte {} is not UTF-8 text", error.valid_up_to()),
            }),
        }
    }

    /// Returns the template as a JSON text that people can read, ending with
    /// a line break.
    pub fn to_json(&self) -> String {
        self.inner.template.to_json()
    }

    /// Returns the template.
    pub fn template(&self) -> &Template {
        &self.inner.template
    }

    /// Returns how much of the template is found in a page, from 0 to 1, like
    /// [`Cleaned::fit`], but without deciding what to remove.
    ///
    /// # Errors
    ///
    /// As [`clean`](Site::clean).
    pub fn fit<'a>(&self, page: impl Into<Reading<'a>>) -> Result<f64, Error> {
        self.inner.engine.fit(&page.into())
    }

    /// Finds the template in a page, of this site or any other.
    ///
    /// If the template would remove more than 97 % of a page of 50 words or
    /// more, the page's own evidence decides instead: no template is the whole
    /// of a page that has something to say. This does not apply to templates
    /// learned by [`Learner::paper`](crate::Learner::paper).
    ///
    /// # Complexity
    ///
    /// Linear in the page's bytes; for a template of
    /// [`Method::Distill`](crate::Method::Distill) with `m` tokens and a page
    /// of `n`, `O(m * n / 64)` time.
    ///
    /// # Errors
    ///
    /// The method's own error if a limit is exceeded. Any bytes are a page.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn clean<'a>(&self, page: impl Into<Reading<'a>>) -> Result<Cleaned<'a>, Error> {
        self.cleaned(page.into(), true)
    }

    /// As [`clean`](Site::clean), without finding the reasons: there are no [removals](Cleaned::removals), and all else is
    /// the same. With [`Method::Classify`](crate::Method::Classify) that saves 2 to 8 % of the time.
    ///
    /// # Errors
    ///
    /// As [`clean`](Site::clean).
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::Learner;
    ///
    /// let site = Learner::new().learn(&["ash", "elm", "fir"].map(|tree| format!("<nav>Home</nav><p>All of the {tree}.")))?;
    /// let page = "<nav>Home</nav><p>All of the oak.";
    /// let (one, other) = (site.clean(page)?, site.clean_unexplained(page)?);
    /// assert_eq!(one.regions(), other.regions());
    /// assert!(!one.removals().is_empty() && other.removals().is_empty());
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn clean_unexplained<'a>(&self, page: impl Into<Reading<'a>>) -> Result<Cleaned<'a>, Error> {
        self.cleaned(page.into(), false)
    }

    fn cleaned<'a>(&self, page: Reading<'a>, says_why: bool) -> Result<Cleaned<'a>, Error> {
        let mut found = self.inner.engine.locate(&page, says_why)?;
        let as_printed = self.inner.template.provenance().as_printed;
        let is_judged = !as_printed && !found.is_alone && !page.is_plain_text() && !found.regions.is_empty();
        let mut words = is_judged.then(|| Words::of_page(page.tree(), &found.regions, page.known_evidence()));
        if words.take_if(|words| words.are_doubtful()).is_some() {
            let fit = found.fit;
            found = alone(&page, &self.inner.template.page_config(), says_why);
            found.fit = fit;
        }
        let site = Some(self.clone()).filter(|site| !site.template().metadata().is_empty());
        let mut cleaned = Cleaned::new(page, found, site);
        cleaned.words = words.map_or_else(OnceLock::new, OnceLock::from);
        Ok(cleaned)
    }
}
