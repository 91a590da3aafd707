//! A page, as JavaScript has it.

use js_sys::{JsString, TypeError, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

/// The bytes of a page, copied out of JavaScript's memory.
pub(crate) struct Page(Vec<u8>);

impl Page {
    /// Takes a string or a `Uint8Array`, such as a `Buffer`.
    ///
    /// # Errors
    ///
    /// `TypeError` for anything else.
    pub(crate) fn of(value: &JsValue) -> Result<Page, JsValue> {
        if let Some(text) = value.dyn_ref::<JsString>() {
            // Half a surrogate pair becomes a replacement character, as in any UTF-8.
            return Ok(Page(String::from(text).into_bytes()));
        }
        match value.dyn_ref::<Uint8Array>() {
            Some(bytes) => Ok(Page(bytes.to_vec())),
            None => Err(TypeError::new("a page is a string or a Uint8Array").into()),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
