//! A learned template, ready for pages.

use std::sync::Arc;

use classify::Structures;

use crate::{Cleaned, Error, Reading, Template, methods::alone, words::Words};

/// A site's template, ready to clean pages.
///
/// Immutable, shareable between threads and cheap to clone.
#[derive(Clone, Debug)]
pub struct Site {
    template: Arc<Template>,
}

impl Site {
    #[cfg(feature = "papers")]
    /// Returns a site without a template: its pages come out whole.
    pub fn nothing() -> Site {
        Site::from_template(Template::nothing())
    }

    /// Makes a site of its template.
    pub fn from_template(template: Template) -> Site {
        Site { template: Arc::new(template) }
    }

    /// Reads a template from the JSON text written by
    /// [`to_json`](Site::to_json).
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is none, or of another version.
    pub fn from_json(json: &str) -> Result<Site, Error> {
        Template::from_json(json).map(Site::from_template)
    }

    /// Reads a template from a file's bytes.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Site::from_json); also if the bytes are not UTF-8.
    pub fn from_json_bytes(json: &[u8]) -> Result<Site, Error> {
        match std::str::from_utf8(json) {
            Ok(json) => Site::from_json(json),
            Err(error) => Err(Error::damaged(format_args!("byte {} is not UTF-8 text", error.valid_up_to()))),
        }
    }

    /// Returns the template as a JSON text that people can read, ending with
    /// a line break.
    pub fn to_json(&self) -> String {
        self.template.to_json()
    }

    /// Returns the template.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// Returns how much of the template is found in a page, from 0 to 1, like
    /// [`Cleaned::fit`], but without deciding what to remove.
    ///
    /// # Errors
    ///
    /// As [`clean`](Site::clean).
    pub fn fit<'a>(&self, page: impl Into<Reading<'a>>) -> Result<f64, Error> {
        self.template.templates().fit(&page.into())
    }

    /// Finds the template in a page, of this site or any other.
    ///
    /// If the template would remove all words of a page of 50 words or more, or more than 97 % of 50 words or more
    /// outside links, the page's own evidence decides instead: no template is the whole of a page that has something to
    /// say. With every method, what belongs together [stays or goes together](classify::Structures). Neither applies to
    /// templates learned by [`Learner::paper`](crate::Learner::paper).
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
    pub fn clean<'a>(&self, page: impl Into<Reading<'a>>) -> Result<Cleaned<'a>, Error> {
        let page = page.into();
        let mut found = self.template.templates().locate(&page, page.explains())?;
        let as_printed = self.template.provenance().as_printed;
        // The default method has done so already.
        let is_united = as_printed || page.is_plain_text() || self.template.classify().is_some();
        if !is_united && !found.regions.is_empty() {
            found.regions = Structures::find(page.tree(), page.evidence()).unite(&found.regions);
        }
        let is_judged = !as_printed && !found.is_alone && !page.is_plain_text() && !found.regions.is_empty();
        let mut words = is_judged.then(|| Words::of_page(page.tree(), &found.regions, page.known_evidence()));
        if words.take_if(|words| words.are_doubtful()).is_some() {
            let fit = found.fit;
            found = alone(&page, &self.template.page_config());
            found.fit = fit;
        }
        let template = Some(&self.template).filter(|template| !template.metadata().is_empty());
        Ok(Cleaned::new(page, found, template.cloned()).with_words(words))
    }
}
