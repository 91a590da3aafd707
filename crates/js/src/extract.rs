//! One page, one call.

use wasm_bindgen::prelude::*;

use crate::{
    options::{CLEANING, JUDGING, Options},
    page::Page,
};

/// Extracts a page's own content, judged by the page alone.
///
/// With more pages of the same site, `learn` does better, because it sees what they share. Any bytes
/// are a page.
///
/// @throws {Error} if an option is invalid
/// @throws {TypeError} if the page is neither a string nor a Uint8Array
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
