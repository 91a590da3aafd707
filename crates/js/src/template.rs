//! A site's template.

use demold::{Input, Site};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::{
    options::{CLEANING, JUDGING, LEARNING, Options, error},
    page::Page,
};

/// Learns a site's template from its pages. If there are more pages than a sample needs, the same ones
/// are always taken.
///
/// @throws {Error} if there are no pages, an option is invalid, or a page is an address or not text
/// @throws {TypeError} if a page is no string, Uint8Array, document or element
#[wasm_bindgen]
pub fn learn(
    #[wasm_bindgen(unchecked_param_type = "Page[]")] pages: &Array,
    #[wasm_bindgen(unchecked_optional_param_type = "LearnOptions")] options: &JsValue,
) -> Result<Template, JsValue> {
    let learner = Options::read(options, &[JUDGING, LEARNING])?.learner()?;
    let pages = pages.iter().map(|page| Page::of(&page)).collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<Input<'_>> = pages.iter().map(|page| Input::new(page.bytes())).collect();
    let site = learner.learn(&inputs).map_err(|wrong| error(&wrong))?;
    Ok(Template { site })
}

/// What the pages of a site share, ready to clean any page of it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Template {
    site: Site,
}

#[wasm_bindgen]
impl Template {
    /// Cleans a page of the site, one that was learned from or not.
    ///
    /// @throws {Error} if an option is invalid, or the method's limit is exceeded
    /// @throws {TypeError} if the page is no string, Uint8Array, document or element
    #[wasm_bindgen(unchecked_return_type = "Record")]
    pub fn clean(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Page")] page: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "CleanOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = Options::read(options, &[CLEANING])?;
        let page = Page::of(page)?;
        let cleaned = self.site.clean(options.input(&page));
        options.record(cleaned.map_err(|wrong| error(&wrong))?)
    }

    /// Returns the template as the JSON text that the command reads and writes too.
    #[wasm_bindgen(js_name = toJson)]
    #[must_use]
    pub fn to_json(&self) -> String {
        self.site.to_json()
    }

    /// Reads a template from its JSON text.
    ///
    /// @throws {Error} if it is not a template, or of a later version
    #[wasm_bindgen(js_name = fromJson)]
    pub fn from_json(json: &str) -> Result<Template, JsValue> {
        let site = Site::from_json(json).map_err(|wrong| error(&wrong))?;
        Ok(Template { site })
    }
}
