//! A page, in any of the forms in which JavaScript has it.

use demold::NoPage;
use js_sys::{Error, JsString, Reflect, TypeError, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};

/// The bytes of a page, copied out of JavaScript's memory.
pub(crate) struct Page {
    bytes: Vec<u8>,
    /// The address that a document gives as its own.
    url: Option<String>,
}

impl Page {
    /// Accepts a string, a `Uint8Array` such as a `Buffer`, a DOM document or an element.
    ///
    /// # Errors
    ///
    /// `TypeError` for anything else, and `Error` for what is certainly no page.
    pub(crate) fn of(value: &JsValue) -> Result<Page, JsValue> {
        let page = Page::read(value)?;
        let advice = match NoPage::of(&page.bytes) {
            None => return Ok(page),
            Some(what @ (NoPage::Address | NoPage::Addresses)) => {
                format!("this is {what}, not a page: pass what is there, as by (await fetch(url)).bytes()")
            }
            Some(what @ NoPage::FileName) => format!("this is {what}, not a page: pass what is in it"),
            Some(what) => format!("this is {what}, not a page"),
        };
        Err(Error::new(&advice).into())
    }

    /// Returns what is given in place of a page.
    ///
    /// # Errors
    ///
    /// `TypeError` if it is of a type that holds no page.
    pub(crate) fn no_page(value: &JsValue) -> Result<Option<NoPage>, JsValue> {
        Ok(NoPage::of(&Page::read(value)?.bytes))
    }

    fn read(value: &JsValue) -> Result<Page, JsValue> {
        if let Some(text) = value.dyn_ref::<JsString>() {
            return Ok(Page::of_text(text));
        }
        if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
            // Rust can read the memory of WebAssembly only, so that the bytes are copied there.
            let bytes = bytes.to_vec();
            return Ok(Page { bytes, url: None });
        }
        // The types of the DOM exist in browsers only, so that a document is recognized by its properties.
        let root = part(value, "documentElement");
        let source = part(root.as_ref().unwrap_or(value), "outerHTML");
        if let Some(text) = source.as_ref().and_then(|source| source.dyn_ref::<JsString>()) {
            let url = part(value, "URL").and_then(|url| url.as_string());
            return Ok(Page {
                // A document that was not loaded has an address such as `about:blank`, which leads nowhere.
                url: url.filter(|url| url.starts_with("http")),
                ..Page::of_text(text)
            });
        }
        Err(TypeError::new("a page is a string, a Uint8Array, a document or an element").into())
    }

    /// Converts a string to UTF-8. An unpaired surrogate becomes a replacement character.
    fn of_text(text: &JsString) -> Page {
        let bytes = String::from(text).into_bytes();
        Page { bytes, url: None }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the address of the page, if it is known.
    pub(crate) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }
}

/// Returns a property of an object, or `None` if it is missing, null or undefined.
fn part(object: &JsValue, name: &str) -> Option<JsValue> {
    // `Reflect.get` throws an error for values that are not objects.
    let part = object.is_object().then(|| Reflect::get(object, &name.into()));
    part?.ok().filter(|part| !part.is_null_or_undefined())
}
