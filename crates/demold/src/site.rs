//! A learned template, ready for pages.

use std::sync::{Arc, OnceLock};

use cleaner::Regions;
use dom::Dom;

use crate::{
    Cleaned, Error, Input, Template, agree, cleaned::Content, distill, kinds::Kinds, map, mine,
    reading, template::Model, words::Words,
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
    engine: Engine,
}

/// What becomes of a model before it is used on pages.
#[derive(Debug)]
enum Engine {
    Distill(Kinds<distill::Engine>),
    Mine(Kinds<mine::Engine>),
    Map(Kinds<map::Engine>),
    /// Nothing to prepare: the model itself reads pages.
    Consensus(Arc<consensus::Model>),
    Nothing,
}

impl Site {
    /// Returns a site without a template: its pages come out whole.
    pub fn nothing() -> Site {
        Site {
            inner: Arc::new(Inner {
                template: Template::nothing(),
                engine: Engine::Nothing,
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
        let engine = match template.model() {
            Model::Distill(kinds) => Engine::Distill(kinds.try_map(distill::Engine::new)?),
            Model::Mine(kinds) => Engine::Mine(kinds.try_map(mine::Engine::new)?),
            Model::Map(kinds) => Engine::Map(kinds.try_map(map::Engine::new)?),
            Model::Consensus(model) => Engine::Consensus(Arc::clone(model)),
        };
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
    pub fn fit<'a>(&self, page: impl Into<Input<'a>>) -> Result<f64, Error> {
        let dom = Dom::parse(reading::source(&page.into()).into_text());
        Ok(match &self.inner.engine {
            Engine::Distill(kinds) => kinds.of(&dom).locate(dom.source())?.fit,
            Engine::Mine(kinds) => kinds.of(&dom).locate(dom.source()).fit,
            Engine::Map(kinds) => kinds.of(&dom).locate(&dom).fit,
            Engine::Consensus(model) => agree::fit(model, &dom),
            Engine::Nothing => 1.0,
        })
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
    pub fn clean<'a>(&self, page: impl Into<Input<'a>>) -> Result<Cleaned<'a>, Error> {
        let input = page.into();
        let is_text = input.get_plain_text();
        let (dom, mark) = reading::tree(&input);
        let mut is_alone = false;
        let mut found = match &self.inner.engine {
            Engine::Distill(kinds) => kinds.of(&dom).locate(dom.source())?,
            Engine::Mine(kinds) => kinds.of(&dom).locate(dom.source()),
            Engine::Map(kinds) => kinds.of(&dom).locate(&dom),
            Engine::Consensus(model) => {
                is_alone = model.page_count() < 2;
                agree::locate(model, &dom)
            }
            Engine::Nothing => Found::nothing(),
        };
        let as_printed = self.inner.template.provenance().as_printed;
        let is_judged = !as_printed && !is_alone && !is_text && !found.regions.is_empty();
        let mut words = is_judged.then(|| Words::of_page(&dom, &found.regions));
        if words.take_if(|words| words.are_doubtful()).is_some() {
            let fit = found.fit;
            found = agree::alone(&dom, &self.inner.template.page_config());
            found.fit = fit;
            is_alone = true;
        }
        let content = Content::new(dom, is_text);
        let mut cleaned = Cleaned::new(
            content,
            mark,
            input.get_url(),
            found,
            is_alone,
            Some(self.clone()).filter(|site| !site.template().metadata().is_empty()),
        );
        cleaned.words = words.map_or_else(OnceLock::new, OnceLock::from);
        Ok(cleaned)
    }
}

/// Where a template is in a page.
pub(crate) struct Found {
    pub(crate) regions: Regions,
    /// Why parts were removed, where the method can say.
    pub(crate) removals: Vec<consensus::Removal>,
    pub(crate) fit: f64,
}

impl Found {
    /// A page of which everything stays.
    fn nothing() -> Found {
        Found {
            regions: Regions::new(),
            removals: Vec::new(),
            fit: 1.0,
        }
    }
}
