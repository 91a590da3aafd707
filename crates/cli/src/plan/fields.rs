//! The fields of records.

use demold::Record;

use crate::options::Body;

/// The names of the fields that are written, in the order in which records have them.
#[derive(Clone, Debug)]
pub(crate) struct Fields(Vec<&'static str>);

impl Fields {
    /// Returns the named fields, which may be given in any order. Without names, these are all fields.
    pub(crate) fn of(names: &[String]) -> Fields {
        // Filtering the full list keeps its order and drops names that are given twice.
        let mut fields = Record::FIELDS.to_vec();
        fields.retain(|field| names.is_empty() || names.iter().any(|name| name == field));
        Fields(fields)
    }

    /// Returns the names of the fields.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// Returns the renderings of a page that are among the fields.
    pub(super) fn bodies(&self) -> Vec<Body> {
        let all = [("text", Body::Text), ("html", Body::Html), ("markdown", Body::Markdown)];
        let named = all.into_iter().filter(|(name, _)| self.has(name));
        named.map(|(_, body)| body).collect()
    }
}
