//! Which fields records have.

use demold::Record;

use crate::options::Body;

/// Fields of ours, in the order of the records.
#[derive(Clone, Debug)]
pub(crate) struct Fields(Vec<&'static str>);

impl Fields {
    /// Takes the names that were given, in any order. If there are none, it is all fields.
    pub(crate) fn of(names: &[String]) -> Fields {
        let mut fields = Record::FIELDS.to_vec();
        fields.retain(|field| names.is_empty() || names.iter().any(|name| name == field));
        Fields(fields)
    }

    /// Returns the names of all.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// Returns which renderings of a page are among them.
    pub(super) fn bodies(&self) -> Vec<Body> {
        let all = [("text", Body::Text), ("html", Body::Html), ("markdown", Body::Markdown)];
        let named = all.into_iter().filter(|(name, _)| self.has(name));
        named.map(|(_, body)| body).collect()
    }
}
