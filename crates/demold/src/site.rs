//! A learned template, ready for pages.

use std::sync::Arc;

use cleaner::Regions;
use dom::Dom;

use crate::{
    Cleaned, Error, Input, Template, agree,
    cleaned::{Content, Mark},
    distill, map, mine, reading,
    template::Model,
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

/// What a model becomes before it meets pages.
#[derive(Debug)]
enum Engine {
    Distill(distill::Engine),
    Mine(mine::Engine),
    Map(map::Engine),
    /// Nothing to prepare: the model itself looks at pages.
    Consensus(Arc<consensus::Model>),
}

impl Site {
    /// Prepares a template for use.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the parts of the template contradict each
    /// other, which no learned template does.
    pub fn from_template(template: Template) -> Result<Site, Error> {
        let engine = match template.model() {
            Model::Distill(model) => Engine::Distill(distill::Engine::new(model)?),
            Model::Mine(model) => Engine::Mine(mine::Engine::new(model)?),
            Model::Map(model) => Engine::Map(map::Engine::new(model)?),
            Model::Consensus(model) => Engine::Consensus(Arc::clone(model)),
        };
        Ok(Site {
            inner: Arc::new(Inner { template, engine }),
        })
    }

    /// Reads a template from the JSON text that [`to_json`](Site::to_json)
    /// wrote.
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
    /// bytes are no UTF-8.
    pub fn from_json_bytes(json: &[u8]) -> Result<Site, Error> {
        match std::str::from_utf8(json) {
            Ok(json) => Site::from_json(json),
            Err(error) => Err(Error::Damaged {
                reason: format!("byte {} is no UTF-8 text", error.valid_up_to()),
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

    /// Finds the template in a page, of this site or any other.
    ///
    /// # Complexity
    ///
    /// Linear in the page's bytes for reading it; for the template of
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
        let source = reading::source(&input);
        let mark = Mark::of(&source, input.get_plain_text());
        let dom = Dom::parse(source.into_text());
        let found = match &self.inner.engine {
            Engine::Distill(engine) => engine.locate(dom.source())?,
            Engine::Mine(engine) => engine.locate(dom.source()),
            Engine::Map(engine) => engine.locate(&dom),
            Engine::Consensus(model) => agree::locate(model, &dom),
        };
        let Found {
            regions,
            removals,
            fit,
        } = found;
        Ok(Cleaned {
            content: Content::new(dom, input.get_plain_text()),
            mark,
            regions,
            removals,
            fit,
            url: input.get_url(),
        })
    }
}

/// Where a template is in a page.
pub(crate) struct Found {
    pub(crate) regions: Regions,
    /// Why parts were removed, where the method can say.
    pub(crate) removals: Vec<consensus::Removal>,
    pub(crate) fit: f64,
}
