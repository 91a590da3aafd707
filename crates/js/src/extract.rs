//! Functions for a single page.

use wasm_bindgen::prelude::*;

use crate::{
    options::{CLEANING, JUDGING, KNOWN, Options, object},
    page::Page,
};

/// Extracts a page's own content, judged by the page alone.
///
/// With more pages of the same site, `learn` does better, because it sees what they share. Any text
/// is a page, in whatever encoding.
///
/// @throws {Error} if an option is invalid, or this is an address or not text
/// @throws {TypeError} if the page is no string, Uint8Array, document or element
#[wasm_bindgen(unchecked_return_type = "Record")]
pub fn extract(
    #[wasm_bindgen(unchecked_param_type = "Page")] page: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ExtractOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let options = Options::read(options, &[JUDGING, CLEANING])?;
    let page = Page::of(page)?;
    let cleaned = options.learner()?.clean_alone(options.input(&page));
    options.record(cleaned)
}

/// Reads what a page says about itself: title, authors, dates, language and more, each with its source.
///
/// @throws {Error} if an option is invalid, or this is an address or not text
/// @throws {TypeError} if the page is no string, Uint8Array, document or element
#[wasm_bindgen(js_name = extractMetadata, unchecked_return_type = "Metadata")]
pub fn extract_metadata(
    #[wasm_bindgen(unchecked_param_type = "Page")] page: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "MetadataOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let options = Options::read(options, &[KNOWN])?;
    let page = Page::of(page)?;
    object(&options.learner()?.clean_alone(options.input(&page)).metadata())
}

/// Says what is given in place of a page, such as `an address` or `PNG (image/png)`; `undefined` for a page. The other
/// functions throw an error for what is no page.
///
/// @throws {TypeError} if the page is no string, Uint8Array, document or element
#[wasm_bindgen(js_name = noPage)]
pub fn no_page(#[wasm_bindgen(unchecked_param_type = "Page")] page: &JsValue) -> Result<Option<String>, JsValue> {
    Ok(Page::no_page(page)?.map(|what| what.to_string()))
}
