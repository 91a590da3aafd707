//! The fields of records.

use demold::Record;

use super::body::Body;

/// The names of the fields that are written, in the order in which records have them.
///
/// # Examples
///
/// ```
/// let fields = pipeline::RecordFields::of(&["text".to_owned(), "url".to_owned()]);
/// assert_eq!(fields.names(), ["url", "text"]);
/// ```
#[derive(Clone, Debug)]
pub struct RecordFields(Vec<&'static str>);

impl RecordFields {
    /// Returns the named fields, which may be given in any order. Without names, these are all fields.
    #[must_use]
    pub fn of(names: &[String]) -> RecordFields {
        // Filtering the full list keeps its order and drops names that are given twice.
        let mut fields = Record::FIELDS.to_vec();
        fields.retain(|field| names.is_empty() || names.iter().any(|name| name == field));
        RecordFields(fields)
    }

    /// Returns the names of the fields.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.0
    }

    /// Returns whether a field is written.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// Returns the renderings of a page that are among the fields.
    #[must_use]
    pub fn bodies(&self) -> Vec<Body> {
        Body::ALL.into_iter().filter(|body| self.has(body.name())).collect()
    }
}
