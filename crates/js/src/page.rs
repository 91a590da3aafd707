//! A page, as JavaScript has it.

use js_sys::{JsString, Reflect, TypeError, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

/// The bytes of a page, copied out of JavaScript's memory.
pub(crate) struct Page {
    bytes: Vec<u8>,
    /// Where a document says that it is from.
    url: Option<String>,
}

impl Page {
    /// Takes a string, a `Uint8Array`, such as a `Buffer`, a DOM document or an element.
    ///
    /// # Errors
    ///
    /// `TypeError` for anything else.
    pub(crate) fn of(value: &JsValue) -> Result<Page, JsValue> {
        if let Some(text) = value.dyn_ref::<JsString>() {
            return Ok(Page::of_text(text));
        }
        if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
            let bytes = bytes.to_vec();
            return Ok(Page { bytes, url: None });
        }
        let root = part(value, "documentElement");
        let source = part(root.as_ref().unwrap_or(value), "outerHTML");
        if let Some(text) = source.as_ref().and_then(|source| source.dyn_ref::<JsString>()) {
            let url = part(value, "URL").and_then(|url| url.as_string());
            return Ok(Page {
                // What a program has made is from nowhere.
                url: url.filter(|url| url.starts_with("http")),
                ..Page::of_text(text)
            });
        }
        Err(TypeError::new("a page is a string, a Uint8Array, a document or an element").into())
    }

    /// Half a surrogate pair becomes a replacement character, as in any UTF-8.
    fn of_text(text: &JsString) -> Page {
        let bytes = String::from(text).into_bytes();
        Page { bytes, url: None }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns where it is from, if it says so.
    pub(crate) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }
}

/// Returns a property of an object, unless it is missing or null.
fn part(object: &JsValue, name: &str) -> Option<JsValue> {
    let part = object.is_object().then(|| Reflect::get(object, &name.into()));
    part?.ok().filter(|part| !part.is_null_or_undefined())
}
