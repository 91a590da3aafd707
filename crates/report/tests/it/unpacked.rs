//! Reads a report back, as its script does.

use std::io::Read as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;

/// Returns the text of the script element with this id.
pub(crate) fn script<'a>(html: &'a str, id: &str) -> Option<&'a str> {
    let (_, rest) = html.split_once(&format!("id=\"{id}\">"))?;
    Some(rest.split_once("</script>")?.0)
}

/// Returns what is stored of a page.
pub(crate) fn page(html: &str, number: usize) -> Value {
    let data = script(html, &format!("page-data-{number}")).expect("the page is there");
    let mut json = String::new();
    flate2::read::ZlibDecoder::new(&*STANDARD.decode(data).unwrap()).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

/// Returns the picker's list.
pub(crate) fn index(html: &str) -> Value {
    serde_json::from_str(script(html, "index").expect("there is a list")).unwrap()
}
