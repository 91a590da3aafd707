//! The fields of an input's record of a page, except for its address and text.

use std::collections::BTreeMap;

use serde_json::Value;

use super::text::string;

/// Values by name, in the order of their names, each with the spelling of the input.
///
/// A value is JSON, or what Python writes in its place: `NaN`, `Infinity`, `-Infinity`.
///
/// # Examples
///
/// ```
/// let mut fields = formats::Fields::default();
/// fields.set("status", 200);
/// fields.set("language", "en");
/// assert_eq!(fields.get("status"), Some("200"));
/// assert_eq!(fields.text("language").as_deref(), Some("en"));
/// assert_eq!(fields.text("status"), None);
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Fields {
    values: BTreeMap<String, Box<str>>,
}

impl Fields {
    /// Returns a value as it is spelled.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|value| &**value)
    }

    /// Returns the string that a value is, if it is one.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        text_of(self.get(name)?)
    }

    /// Returns names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Returns whether there are no fields.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Sets a value.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.keep(name.to_owned(), value.into().to_string().into());
    }

    pub(crate) fn keep(&mut self, name: String, value: Box<str>) {
        self.values.insert(name, value);
    }

    #[cfg(feature = "parquet")]
    pub(crate) fn into_values(self) -> impl Iterator<Item = (String, Box<str>)> {
        self.values.into_iter()
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Box<str>> {
        self.values.remove(name)
    }
}

/// Returns the decoded string if the value is a string.
pub(crate) fn text_of(value: &str) -> Option<String> {
    // A value that is kept begins without white space, so the quote of a string is its first byte.
    if !value.starts_with('"') {
        return None;
    }
    Some(string(value.as_bytes(), 1, &mut Vec::new()).ok()?.0)
}
